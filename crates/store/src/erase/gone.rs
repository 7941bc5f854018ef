//! What goes in one erasure.

use std::collections::BTreeSet;

use hupo_types::{
    DocId, EntityId, EraseTarget, Erasure, Evidence, MemoryId, MessageId, ObservationId, PageId, ProfileFactId,
    ProposalId, RelationId, TemporalItemId, Timestamp,
};

/// Everything that goes, by kind. `lost_evidence` and some of `vectors` belong to records that stay.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Gone {
    pub(crate) messages: BTreeSet<MessageId>,
    pub(crate) memories: BTreeSet<MemoryId>,
    pub(crate) lost_evidence: BTreeSet<MemoryId>,
    pub(crate) entities: BTreeSet<EntityId>,
    pub(crate) relations: BTreeSet<RelationId>,
    pub(crate) observations: BTreeSet<ObservationId>,
    pub(crate) profile_facts: BTreeSet<ProfileFactId>,
    pub(crate) temporal_items: BTreeSet<TemporalItemId>,
    pub(crate) pages: BTreeSet<PageId>,
    pub(crate) proposals: BTreeSet<ProposalId>,
    pub(crate) vectors: BTreeSet<DocId>,
    /// The beliefs that hold cite an observation that goes.
    pub(crate) beliefs: bool,
}

impl Gone {
    /// Whether a document goes.
    pub(crate) fn has(&self, doc: DocId) -> bool {
        match doc {
            DocId::Message(id) => self.messages.contains(&id),
            DocId::Memory(id) => self.memories.contains(&id),
        }
    }

    /// Takes out the quotes of messages that go; says whether there were any.
    pub(crate) fn strip(&self, evidence: &mut Vec<Evidence>) -> bool {
        let before = evidence.len();
        evidence.retain(|one| !self.messages.contains(&one.message));
        evidence.len() != before
    }

    /// The evidence that stays.
    pub(crate) fn stripped(&self, evidence: &[Evidence]) -> Vec<Evidence> {
        evidence.iter().filter(|one| !self.messages.contains(&one.message)).cloned().collect()
    }

    /// Adds what a receipt lists.
    pub(crate) fn add(&mut self, receipt: &Erasure) {
        self.messages.extend(&receipt.messages);
        self.memories.extend(&receipt.memories);
        self.entities.extend(&receipt.entities);
        self.relations.extend(&receipt.relations);
        self.observations.extend(&receipt.observations);
        self.profile_facts.extend(&receipt.profile_facts);
        self.temporal_items.extend(&receipt.temporal_items);
        self.pages.extend(&receipt.pages);
        self.proposals.extend(&receipt.proposals);
    }

    /// Adds everything that is in `other`, but for what records that stay lose.
    pub(crate) fn join(&mut self, other: &Self) {
        self.messages.extend(&other.messages);
        self.memories.extend(&other.memories);
        self.entities.extend(&other.entities);
        self.relations.extend(&other.relations);
        self.observations.extend(&other.observations);
        self.profile_facts.extend(&other.profile_facts);
        self.temporal_items.extend(&other.temporal_items);
        self.pages.extend(&other.pages);
        self.proposals.extend(&other.proposals);
    }

    /// What goes beside what is in `other`: the vectors and quotes that records lose are left out.
    pub(crate) fn without(&self, other: &Self) -> Self {
        Self {
            messages: &self.messages - &other.messages,
            memories: &self.memories - &other.memories,
            lost_evidence: BTreeSet::new(),
            entities: &self.entities - &other.entities,
            relations: &self.relations - &other.relations,
            observations: &self.observations - &other.observations,
            profile_facts: &self.profile_facts - &other.profile_facts,
            temporal_items: &self.temporal_items - &other.temporal_items,
            pages: &self.pages - &other.pages,
            proposals: &self.proposals - &other.proposals,
            vectors: BTreeSet::new(),
            beliefs: self.beliefs && !other.beliefs,
        }
    }

    /// The receipt, without the writes that were rewritten.
    pub(crate) fn receipt(&self, target: EraseTarget, at: Timestamp) -> Erasure {
        Erasure {
            target,
            at,
            messages: listed(&self.messages),
            memories: listed(&self.memories),
            lost_evidence: listed(&self.lost_evidence),
            entities: listed(&self.entities),
            relations: listed(&self.relations),
            observations: listed(&self.observations),
            profile_facts: listed(&self.profile_facts),
            temporal_items: listed(&self.temporal_items),
            pages: listed(&self.pages),
            proposals: listed(&self.proposals),
            vectors: listed(&self.vectors),
            beliefs: self.beliefs,
            rewritten: Vec::new(),
            lost: false,
        }
    }
}

fn listed<T: Copy>(set: &BTreeSet<T>) -> Vec<T> {
    set.iter().copied().collect()
}
