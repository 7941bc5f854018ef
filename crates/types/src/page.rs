//! Pages: the short-term layers written about a range of the transcript. They help a reader, and never prove anything.

use crate::{MessageId, MessageRef, PageId, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a page is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PageKind {
    /// The medium-term story; the latest is the current one.
    Continuity,
    /// A lossy summary of an old range.
    Segment,
    /// A day in the companion's words.
    Diary,
    /// What the companion carries between exchanges; the latest is the current one.
    CarriedNote,
    /// Health, cycle, long matters: how the person is.
    StatusNote,
    /// What scrolled out of the live tail.
    RollingSummary,
}

/// A page as stored. Never changed; a later one of its kind takes its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// Its id in the space.
    pub id: PageId,
    /// What it is for.
    pub kind: PageKind,
    /// What it says.
    pub text: String,
    /// The first message it is about.
    pub from: MessageId,
    /// The last message it is about.
    pub to: MessageId,
    /// When the space got it.
    pub recorded_at: Timestamp,
    /// A message of its range was erased, and so is what it said.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub erased: bool,
}

/// A page to keep. What it is for is said by the kind of proposal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPage {
    /// What it says. A carried note has at most 400 characters.
    pub text: String,
    /// The first message it is about.
    pub from: MessageRef,
    /// The last message it is about.
    pub to: MessageRef,
}
