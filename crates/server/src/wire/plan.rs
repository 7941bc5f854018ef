//! Temporal items.

use super::checked::{Bad, all, each, id, shown, shown_or_empty, small, text, told};
use super::memory::{entity_ref, told_entity_ref};
use super::time::{time_or_none, told_time};
use super::v1;
use super::word::{Word, word, word_or};
use hupo::{About, Closing, NewClosing, NewTemporalItem, Plan, TemporalItemId};

impl TryFrom<v1::NewTemporalItem> for NewTemporalItem {
    type Error = Bad;

    fn try_from(wire: v1::NewTemporalItem) -> Result<Self, Bad> {
        Ok(Self {
            kind: word(wire.kind, "kind")?,
            about: word_or(wire.about, About::default(), "about")?,
            text: wire.text,
            starts: time_or_none(wire.starts, "starts")?,
            ends: time_or_none(wire.ends, "ends")?,
            entities: all(wire.entities, "entities", entity_ref)?,
            evidence: each(wire.evidence, "evidence")?,
        })
    }
}

impl From<NewTemporalItem> for v1::NewTemporalItem {
    fn from(new: NewTemporalItem) -> Self {
        Self {
            kind: new.kind.number(),
            about: new.about.number(),
            text: new.text,
            starts: new.starts.map(told_time),
            ends: new.ends.map(told_time),
            entities: new.entities.into_iter().map(told_entity_ref).collect(),
            evidence: told(new.evidence),
        }
    }
}

impl TryFrom<v1::NewOutcome> for NewClosing {
    type Error = Bad;

    fn try_from(wire: v1::NewOutcome) -> Result<Self, Bad> {
        let becomes = super::checked::wanted(wire.becomes, "becomes")?;
        Ok(Self {
            item: id(&wire.item, "item", TemporalItemId::parse)?,
            ending: word(wire.ending, "ending")?,
            evidence: each(wire.evidence, "evidence")?,
            outcome: text(wire.outcome),
            importance: wire.importance.map(|number| small(number, "importance")).transpose()?,
            becomes: becomes.map(Box::new),
        })
    }
}

impl From<NewClosing> for v1::NewOutcome {
    fn from(new: NewClosing) -> Self {
        Self {
            item: new.item.to_string(),
            ending: new.ending.number(),
            evidence: told(new.evidence),
            outcome: new.outcome.unwrap_or_default(),
            importance: new.importance.map(u32::from),
            becomes: new.becomes.map(|item| (*item).into()),
        }
    }
}

impl From<Closing> for v1::Closing {
    fn from(closing: Closing) -> Self {
        Self {
            ending: closing.ending.number(),
            evidence: told(closing.evidence),
            became: shown_or_empty(closing.became),
            memory: shown_or_empty(closing.memory),
            at: Some(told_time(closing.at)),
        }
    }
}

impl From<Plan> for v1::TemporalItem {
    fn from(plan: Plan) -> Self {
        let Plan { item, status } = plan;
        Self {
            id: item.id.to_string(),
            kind: item.kind.number(),
            about: item.about.number(),
            text: item.text,
            starts: item.starts.map(told_time),
            ends: item.ends.map(told_time),
            entities: shown(&item.entities),
            evidence: told(item.evidence),
            closing: item.closing.map(v1::Closing::from),
            recorded_at: Some(told_time(item.recorded_at)),
            status: status.number(),
        }
    }
}
