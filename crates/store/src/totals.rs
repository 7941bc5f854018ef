//! What the tables count as they grow: the last id of each kind, and a few sums. Made by events like every table.

use hupo_types::ModelIdentity;
use serde::{Deserialize, Serialize};

/// One row of `meta`. Ids are given out in order from 1, so the last id is the number of records.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Totals {
    pub(crate) messages: u64,
    pub(crate) system_messages: u64,
    pub(crate) memories: u64,
    pub(crate) superseded_memories: u64,
    pub(crate) entities: u64,
    pub(crate) relations: u64,
    pub(crate) topics: u64,
    pub(crate) vectors: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) model: Option<ModelIdentity>,
}

/// How much a space holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Lines of the transcript, system ones included.
    pub messages: u64,
    /// Lines of the program around, which are no documents.
    pub system_messages: u64,
    /// Memories of any state.
    pub memories: u64,
    /// Memories that a correction took the place of.
    pub superseded_memories: u64,
    /// Entities.
    pub entities: u64,
    /// Relations.
    pub relations: u64,
    /// Topics.
    pub topics: u64,
    /// Documents that have a vector.
    pub vectors: u64,
}

impl Counts {
    /// Messages and memories that the legs index.
    pub const fn documents(&self) -> u64 {
        self.messages - self.system_messages + self.memories
    }
}

impl From<&Totals> for Counts {
    fn from(totals: &Totals) -> Self {
        Self {
            messages: totals.messages,
            system_messages: totals.system_messages.min(totals.messages),
            memories: totals.memories,
            superseded_memories: totals.superseded_memories,
            entities: totals.entities,
            relations: totals.relations,
            topics: totals.topics,
            vectors: totals.vectors,
        }
    }
}
