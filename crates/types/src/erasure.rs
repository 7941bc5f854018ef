//! Erasure: what goes for good, and the receipt that lists it without saying it.

use crate::{
    DocId, EntityId, MemoryId, MessageId, ObservationId, PageId, ProfileFactId, ProposalId, RelationId, Sequence,
    TemporalItemId, Timestamp,
};
use serde::{Deserialize, Serialize};

/// What is to be erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EraseTarget {
    /// A line of the transcript, and what rests on nothing else.
    Message(MessageId),
    /// A memory; the messages it cites stay.
    Memory(MemoryId),
    /// An entity: its names, its relations, and its links.
    Entity(EntityId),
}

/// What went. Ids only: a receipt never repeats what was erased.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are named by what they list")]
pub struct Erasure {
    /// What was asked for.
    pub target: EraseTarget,
    /// When.
    pub at: Timestamp,
    pub messages: Vec<MessageId>,
    pub memories: Vec<MemoryId>,
    /// Memories that lost a quote and keep others.
    pub lost_evidence: Vec<MemoryId>,
    pub entities: Vec<EntityId>,
    pub relations: Vec<RelationId>,
    pub observations: Vec<ObservationId>,
    pub profile_facts: Vec<ProfileFactId>,
    pub temporal_items: Vec<TemporalItemId>,
    pub pages: Vec<PageId>,
    pub proposals: Vec<ProposalId>,
    /// Documents whose vectors went, as they were made of erased words; those that stay wait for new ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vectors: Vec<DocId>,
    /// The set of beliefs cited something that went, and went with it.
    pub beliefs: bool,
    /// Nobody asked for it: damage took these, and a repair went on without them. The target means nothing then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lost: bool,
    /// Writes of the ledger whose body was rewritten, with the hash of the new body.
    pub rewritten: Vec<(Sequence, [u8; 32])>,
}
