//! Temporal items: plans, events, deadlines, appointments, ongoing matters, open threads and commitments.

use crate::{About, EntityId, EntityRef, Evidence, MemoryId, NewEvidence, TemporalItemId, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What kind of matter it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the definition")]
pub enum TemporalKind {
    Plan,
    Event,
    Deadline,
    Appointment,
    OngoingMatter,
    OpenThread,
    Commitment,
}

/// Where a temporal item is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TemporalStatus {
    /// Its time has not come.
    Scheduled,
    /// Its time is now, or it has none.
    Active,
    /// Its time is over and nobody has said how it ended.
    OutcomeUnknown,
    /// The user said how it ended.
    Resolved,
    /// The user said it became something else.
    Changed,
    /// The user said it will not be.
    Cancelled,
}

/// The ways an item ends, each by words only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// It happened, or did not, and it is known how it went.
    Resolved,
    /// It became another item.
    Changed,
    /// It will not be.
    Cancelled,
}

/// How an item ended, and the words that say so.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Closing {
    /// How it ended.
    pub ending: Ending,
    /// The words that say so; never empty.
    pub evidence: Vec<Evidence>,
    /// The item it became.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub became: Option<TemporalItemId>,
    /// The memory of its outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemoryId>,
    /// When.
    pub at: Timestamp,
}

/// A matter with a time, or an open end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TemporalItem {
    /// Its id in the space.
    pub id: TemporalItemId,
    /// What kind of matter it is.
    pub kind: TemporalKind,
    /// Whose matter it is.
    pub about: About,
    /// The matter in one clear sentence.
    pub text: String,
    /// When it begins, or is due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<Timestamp>,
    /// When it is over; the end of the local day it begins on, when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<Timestamp>,
    /// The entities it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entities: Vec<EntityId>,
    /// The words that set it up; never empty.
    pub evidence: Vec<Evidence>,
    /// How it ended; until then its status goes by time alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closing: Option<Closing>,
    /// When the space learned of it.
    pub recorded_at: Timestamp,
    /// Its evidence was erased, and so is what it said.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub erased: bool,
}

/// A matter to keep in view. Fields as in [`TemporalItem`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTemporalItem {
    /// What kind of matter it is.
    pub kind: TemporalKind,
    /// Whose matter it is.
    #[serde(default)]
    pub about: About,
    /// The matter in one clear sentence.
    pub text: String,
    /// When it begins, or is due.
    #[serde(default)]
    pub starts: Option<Timestamp>,
    /// When it is over.
    #[serde(default)]
    pub ends: Option<Timestamp>,
    /// The entities it is about.
    #[serde(default)]
    pub entities: Vec<EntityRef>,
    /// The words that set it up; at least one.
    pub evidence: Vec<NewEvidence>,
}

/// How an item ended, as a caller says it. Needs the user's own words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewClosing {
    /// The item.
    pub item: TemporalItemId,
    /// How it ended.
    pub ending: Ending,
    /// The words that say so; at least one of the user's.
    pub evidence: Vec<NewEvidence>,
    /// The outcome in one clear sentence, if it is worth an `event` memory of its own.
    #[serde(default)]
    pub outcome: Option<String>,
    /// 1 to 10: of that memory.
    #[serde(default)]
    pub importance: Option<u8>,
    /// What the item became, if it changed.
    #[serde(default)]
    pub becomes: Option<Box<NewTemporalItem>>,
}
