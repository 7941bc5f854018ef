//! What a repair saved, and what is lost.

use std::collections::BTreeSet;

use hupo_types::{
    EntityId, MemoryId, MessageId, ObservationId, PageId, ProfileFactId, ProposalId, RelationId, Sequence,
    TemporalItemId, TopicId,
};
use serde::Serialize;

use crate::Finding;
use crate::erase::Gone;

/// What became of a damaged space.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Repair {
    /// Bytes of the damaged file that were read.
    pub bytes: u64,
    /// Writes that the damaged ledger had; the new one has as many, and one more if anything is lost.
    pub writes: u64,
    /// The last write of the new space.
    pub sequence: Sequence,
    /// Up to this write the new ledger has the chain of the old one.
    pub chain_kept_to: Sequence,
    /// Every write of which something could not be read.
    pub damaged: Vec<DamagedWrite>,
    /// Writes that were under way when the program ended; nobody was told that they are safe.
    pub unfinished: Vec<Sequence>,
    /// Events that were read and cannot stand without what is lost.
    pub unfit: Vec<Unfit>,
    /// What there is no intact event and no intact row of. Its numbers stay taken.
    pub lost: Lost,
    /// What was erased before, and the receipt of that is lost: it stays erased.
    pub erased: Lost,
    /// What was intact and rested on a lost message, so it does not come along (promise 1).
    pub without_ground: Lost,
    /// Memories that stay and lost a quote.
    pub lost_evidence: Vec<MemoryId>,
    /// Messages, memories and topics whose write is lost, and that were saved by their own row in the tables.
    pub restored: Lost,
    /// Memories whose correction is lost, and whose row still says that they were corrected: they stay superseded.
    pub kept_superseded: Vec<MemoryId>,
    /// What the check of the new space found; nothing, if the repair did its work.
    pub findings: Vec<Finding>,
}

impl Repair {
    /// Whether everything that was ever acknowledged is in the new space.
    pub fn is_complete(&self) -> bool {
        self.damaged.iter().all(|write| write.lost == Extent::Time)
            && self.unfit.is_empty()
            && self.lost.is_empty()
            && self.without_ground.is_empty()
            && self.lost_evidence.is_empty()
    }
}

/// A write that is not whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DamagedWrite {
    /// Which.
    pub sequence: Sequence,
    /// What is lost of it.
    pub lost: Extent,
    /// Events that are left.
    pub kept: u64,
    /// Events it had; `None` where that is lost too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
}

/// How much of a write is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Extent {
    /// When it was written, and its place in the chain; every event is there.
    Time,
    /// Some events.
    Part,
    /// Every event. What it did that has no number (links, uses, standings) is not known any more.
    All,
}

/// An event that cannot stand without what is lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unfit {
    /// Its write.
    pub sequence: Sequence,
    /// Why.
    pub what: String,
}

/// Records by number.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the fields are named by what they list")]
pub struct Lost {
    pub messages: Vec<MessageId>,
    pub memories: Vec<MemoryId>,
    pub entities: Vec<EntityId>,
    pub relations: Vec<RelationId>,
    pub topics: Vec<TopicId>,
    pub observations: Vec<ObservationId>,
    pub profile_facts: Vec<ProfileFactId>,
    pub temporal_items: Vec<TemporalItemId>,
    pub pages: Vec<PageId>,
    pub proposals: Vec<ProposalId>,
    /// The set of beliefs that held cites what is lost.
    pub beliefs: bool,
}

impl Lost {
    /// Whether nothing is lost.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn of(gone: &Gone, topics: &BTreeSet<TopicId>) -> Self {
        Self {
            messages: listed(&gone.messages),
            memories: listed(&gone.memories),
            entities: listed(&gone.entities),
            relations: listed(&gone.relations),
            topics: listed(topics),
            observations: listed(&gone.observations),
            profile_facts: listed(&gone.profile_facts),
            temporal_items: listed(&gone.temporal_items),
            pages: listed(&gone.pages),
            proposals: listed(&gone.proposals),
            beliefs: gone.beliefs,
        }
    }
}

fn listed<T: Copy>(set: &BTreeSet<T>) -> Vec<T> {
    set.iter().copied().collect()
}
