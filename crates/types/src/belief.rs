//! Beliefs: slots derived from the observation log. One that cites nothing has no value to read (promise 5).

use crate::{ObservationId, ObservationType, Sequence, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What values a slot takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SlotType {
    /// Any short text.
    Text,
    /// A decimal number.
    Number,
    /// One of these words.
    OneOf(Vec<String>),
}

/// A slot a space declares: what may be believed, and what may support it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// Its name, unique in the space.
    pub name: String,
    /// What it is about, for whoever fills it.
    #[serde(default)]
    pub about: String,
    /// What values it takes.
    #[serde(rename = "type")]
    pub value_type: SlotType,
    /// The types of observation that may support it; at least one.
    pub supported_by: Vec<ObservationType>,
}

/// A belief as stored. It has private fields and cannot be made, or read from disk, without a citation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "NewBelief", into = "NewBelief")]
pub struct Belief {
    slot: String,
    value: String,
    confidence: f32,
    cites: Vec<ObservationId>,
}

/// A belief to put. Dropped when it cites nothing that may support its slot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBelief {
    /// The slot it fills.
    pub slot: String,
    /// The value.
    pub value: String,
    /// 0 to 1.
    pub confidence: f32,
    /// The observations it is made from.
    pub cites: Vec<ObservationId>,
}

/// A belief without a citation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a belief that cites nothing has no value")]
pub struct Uncited;

impl TryFrom<NewBelief> for Belief {
    type Error = Uncited;

    fn try_from(new: NewBelief) -> Result<Self, Uncited> {
        if new.cites.is_empty() {
            return Err(Uncited);
        }
        Ok(Self { slot: new.slot, value: new.value, confidence: new.confidence, cites: new.cites })
    }
}

impl From<Belief> for NewBelief {
    fn from(belief: Belief) -> Self {
        Self { slot: belief.slot, value: belief.value, confidence: belief.confidence, cites: belief.cites }
    }
}

impl Belief {
    /// The slot it fills.
    pub fn slot(&self) -> &str {
        &self.slot
    }

    /// The value.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// 0 to 1.
    pub const fn confidence(&self) -> f32 {
        self.confidence
    }

    /// The observations it is made from; never empty.
    pub fn cites(&self) -> &[ObservationId] {
        &self.cites
    }
}

/// The one set of beliefs of a space, replaced as a whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BeliefSet {
    /// The beliefs, at most one a slot.
    pub beliefs: Vec<Belief>,
    /// The last observation its makers were shown.
    pub made_from: ObservationId,
    /// The last write its makers were shown.
    pub at_sequence: Sequence,
    /// When it was put.
    pub made_at: Timestamp,
}
