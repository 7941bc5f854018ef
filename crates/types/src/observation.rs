//! Observations: the append-only log of what was noticed. No update, no delete (promise 4).

use crate::{Evidence, NewEvidence, ObservationId, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What kind of thing was noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ObservationType {
    /// What they like or dislike.
    Preference,
    /// How something ended.
    Outcome,
    /// What must not be done or spoken of.
    Boundary,
    /// The circumstances they are in.
    Context,
    /// How they speak and want to be spoken to.
    Style,
    /// What they said outright of themselves.
    StatedFact,
}

/// Whom a log entry, a profile fact or a temporal item is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// The person: needs the person's own words.
    #[default]
    User,
    /// The companion.
    Companion,
}

/// How an observation came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Said in so many words.
    Stated,
    /// Read between the lines.
    Inferred,
}

/// An entry of the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// Its id in the space.
    pub id: ObservationId,
    /// What kind of thing was noticed.
    #[serde(rename = "type")]
    pub kind: ObservationType,
    /// Whom it is about.
    pub about: About,
    /// What it is about: `name`, `birth_date`, `food/peanuts`.
    pub subject: String,
    /// What was noticed of it.
    pub value: String,
    /// The words it rests on; never empty.
    pub evidence: Vec<Evidence>,
    /// Said outright, or read between the lines.
    pub source: Basis,
    /// 0 to 1.
    pub confidence: f32,
    /// When the first quoted message was said, or when it was recorded.
    pub observed_at: Timestamp,
    /// When the space learned of it.
    pub recorded_at: Timestamp,
    /// Its evidence was erased, and so is what it said.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub erased: bool,
}

/// An entry to add to the log. Fields as in [`Observation`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewObservation {
    /// What kind of thing was noticed.
    #[serde(rename = "type")]
    pub kind: ObservationType,
    /// Whom it is about.
    #[serde(default)]
    pub about: About,
    /// What it is about, in a few words: `name`, `birth_date`, `food/peanuts`.
    pub subject: String,
    /// What was noticed of it.
    pub value: String,
    /// The words it rests on; at least one.
    pub evidence: Vec<NewEvidence>,
    /// Said outright, or read between the lines.
    pub source: Basis,
    /// 0 to 1.
    #[serde(default = "certain")]
    pub confidence: f32,
}

const fn certain() -> f32 {
    1.0
}
