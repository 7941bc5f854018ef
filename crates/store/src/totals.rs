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
    // Younger than the first format: left out while zero, so that an old space keeps its bytes.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) observations: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) profile_facts: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) temporal_items: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) pages: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) reviews: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) erasures: u64,
    /// Erased messages that were documents.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) erased_messages: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) erased_memories: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) archived_memories: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) folded_memories: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) runs: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Totals {
    /// Every number that records are counted by becomes the larger of the two; the model is the other's, if it has one.
    pub(crate) fn raise(&mut self, other: &Self) {
        let theirs = other.numbers();
        for (mine, theirs) in self.numbers_mut().into_iter().zip(theirs) {
            *mine = theirs.max(*mine);
        }
        self.model = other.model.clone().or_else(|| self.model.take());
    }

    /// The last number of each kind of record, in the order of `repair::kind::Kind`.
    pub(crate) const fn numbers(&self) -> [u64; 10] {
        [
            self.messages,
            self.memories,
            self.entities,
            self.relations,
            self.topics,
            self.observations,
            self.profile_facts,
            self.temporal_items,
            self.pages,
            self.reviews,
        ]
    }

    const fn numbers_mut(&mut self) -> [&mut u64; 10] {
        [
            &mut self.messages,
            &mut self.memories,
            &mut self.entities,
            &mut self.relations,
            &mut self.topics,
            &mut self.observations,
            &mut self.profile_facts,
            &mut self.temporal_items,
            &mut self.pages,
            &mut self.reviews,
        ]
    }
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
    /// Memories that a correction took the place of, and topic summaries that no longer hold.
    pub superseded_memories: u64,
    /// Memories that went cold.
    #[serde(default)]
    pub archived_memories: u64,
    /// Memories that a topic summary stands for.
    #[serde(default)]
    pub folded_memories: u64,
    /// Entities.
    pub entities: u64,
    /// Relations.
    pub relations: u64,
    /// Topics.
    pub topics: u64,
    /// Documents that have a vector.
    pub vectors: u64,
    /// Entries of the observation log.
    #[serde(default)]
    pub observations: u64,
    /// Profile facts, living or not.
    #[serde(default)]
    pub profile_facts: u64,
    /// Temporal items, closed or not.
    #[serde(default)]
    pub temporal_items: u64,
    /// Pages of any kind.
    #[serde(default)]
    pub pages: u64,
    /// Proposals that were ever queued.
    #[serde(default)]
    pub reviews: u64,
    /// Erasures.
    #[serde(default)]
    pub erasures: u64,
    /// Messages and memories that were emptied and are no documents any more.
    #[serde(default)]
    pub erased_documents: u64,
}

impl Counts {
    /// Messages and memories that the legs index.
    pub const fn documents(&self) -> u64 {
        (self.messages - self.system_messages + self.memories).saturating_sub(self.erased_documents)
    }
}

impl From<&Totals> for Counts {
    fn from(totals: &Totals) -> Self {
        Self {
            messages: totals.messages,
            system_messages: totals.system_messages.min(totals.messages),
            memories: totals.memories,
            superseded_memories: totals.superseded_memories,
            archived_memories: totals.archived_memories,
            folded_memories: totals.folded_memories,
            entities: totals.entities,
            relations: totals.relations,
            topics: totals.topics,
            vectors: totals.vectors,
            observations: totals.observations,
            profile_facts: totals.profile_facts,
            temporal_items: totals.temporal_items,
            pages: totals.pages,
            reviews: totals.reviews,
            erasures: totals.erasures,
            erased_documents: totals.erased_messages.saturating_add(totals.erased_memories),
        }
    }
}
