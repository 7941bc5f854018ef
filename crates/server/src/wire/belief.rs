//! Beliefs and their slots.

use super::checked::{Bad, all, finite, id, shown};
use super::time::told_time;
use super::v1::{self, slot_type::Values};
use super::word::{numbers, word};
use hupo::{BeliefView, NewBelief, ObservationId, Slot, SlotType};

impl TryFrom<v1::Slot> for Slot {
    type Error = Bad;

    fn try_from(wire: v1::Slot) -> Result<Self, Bad> {
        let value_type = match wire.r#type.and_then(|r#type| r#type.values) {
            None => return Err(Bad::new("type", "it is not set; set one of text, number, one_of")),
            Some(Values::Text(v1::AnyText {})) => SlotType::Text,
            Some(Values::Number(v1::AnyNumber {})) => SlotType::Number,
            Some(Values::OneOf(v1::Words { words })) => SlotType::OneOf(words),
        };
        let supported_by = all(wire.supported_by, "supported_by", word)?;
        Ok(Self { name: wire.name, about: wire.about, value_type, supported_by })
    }
}

impl From<Slot> for v1::Slot {
    fn from(slot: Slot) -> Self {
        let values = match slot.value_type {
            SlotType::Text => Values::Text(v1::AnyText {}),
            SlotType::Number => Values::Number(v1::AnyNumber {}),
            SlotType::OneOf(words) => Values::OneOf(v1::Words { words }),
        };
        let r#type = Some(v1::SlotType { values: Some(values) });
        Self { name: slot.name, about: slot.about, r#type, supported_by: numbers(slot.supported_by) }
    }
}

impl TryFrom<v1::NewBelief> for NewBelief {
    type Error = Bad;

    fn try_from(wire: v1::NewBelief) -> Result<Self, Bad> {
        Ok(Self {
            slot: wire.slot,
            value: wire.value,
            confidence: finite(wire.confidence, "confidence")?,
            cites: all(wire.cites, "cites", |text, field| id(&text, field, ObservationId::parse))?,
        })
    }
}

impl From<BeliefView> for v1::Belief {
    fn from(belief: BeliefView) -> Self {
        Self {
            slot: belief.slot,
            value: belief.value,
            confidence: belief.confidence,
            cites: shown(&belief.cites),
            made_at: Some(told_time(belief.made_at)),
            stale: belief.stale,
        }
    }
}
