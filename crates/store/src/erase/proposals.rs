//! Which proposals in the queue say something of what goes. Such a proposal goes whole: it is no record yet, and its
//! text was made from what it cites.

use std::collections::BTreeSet;

use hupo_text::fold_str;
use hupo_types::{
    EntityId, EntityRef, MemoryId, MemoryRef, MessageId, MessageRef, NewCorrection, NewDecision, NewEvidence,
    NewMemory, NewPage, NewPerson, NewRelation, Proposal, Review, Stored,
};

use super::Gone;
use crate::key;

/// How callers may name what goes.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Messages by the callers' own ids.
    pub(super) messages: BTreeSet<String>,
    /// Memories by the callers' own ids.
    pub(super) memories: BTreeSet<String>,
    /// Entities by name and alias, folded.
    pub(super) entities: BTreeSet<String>,
    /// Facts that are barred from here on: scope, kind and key, folded.
    pub(super) facts: BTreeSet<String>,
}

/// What a proposal is held against.
pub(super) struct Search<'a> {
    pub(super) gone: &'a Gone,
    pub(super) names: &'a Names,
    /// The message with a caller's own id.
    pub(super) message: &'a dyn Fn(&str) -> Option<MessageId>,
}

impl Search<'_> {
    /// Whether a proposal says something of what goes, or was stored as something that goes.
    pub(super) fn finds(&self, review: &Review) -> bool {
        let edited = match review.decision.as_ref().map(|decision| &decision.decision) {
            Some(NewDecision::Edit { proposal }) => self.concerns(proposal),
            Some(NewDecision::Merge { into }) => self.gone.memories.contains(into),
            Some(NewDecision::Approve | NewDecision::Reject { .. }) | None => false,
        };
        let stored = review.decision.iter().flat_map(|decision| &decision.stored).any(|one| self.goes(one));
        edited || stored || self.concerns(&review.proposal)
    }

    fn goes(&self, stored: &Stored) -> bool {
        let gone = self.gone;
        match stored {
            Stored::Message { id, .. } => gone.messages.contains(id),
            Stored::Entity { id, .. } => gone.entities.contains(id),
            Stored::Relation { id, .. } => gone.relations.contains(id),
            Stored::Memory { id, .. } => gone.memories.contains(id),
            Stored::Observation { id, .. } => gone.observations.contains(id),
            Stored::ProfileFact { id, .. } => gone.profile_facts.contains(id),
            Stored::TemporalItem { id, .. } => gone.temporal_items.contains(id),
            Stored::Page { id, .. } => gone.pages.contains(id),
            Stored::Proposal { id, .. } => gone.proposals.contains(id),
            Stored::Topic { .. } | Stored::Vector { .. } | Stored::Beliefs { .. } | Stored::Done => false,
        }
    }

    fn concerns(&self, proposal: &Proposal) -> bool {
        match proposal {
            Proposal::Memory(memory) => self.memory(memory),
            Proposal::Correction(correction) => self.correction(correction),
            Proposal::Relation(relation) => self.relation(relation),
            Proposal::Person(person) => self.person(person),
            Proposal::TemporalItem(item) => {
                self.cited(&item.evidence) || item.entities.iter().any(|one| self.entity(one))
            }
            Proposal::Outcome(closing) => {
                let becomes = closing.becomes.as_ref().is_some_and(|item| self.cited(&item.evidence));
                becomes || self.gone.temporal_items.contains(&closing.item) || self.cited(&closing.evidence)
            }
            Proposal::Observation(observation) => self.cited(&observation.evidence),
            Proposal::Profile(fact) => self.cited(&fact.evidence),
            Proposal::Continuity(page)
            | Proposal::Segment(page)
            | Proposal::Diary(page)
            | Proposal::CarriedNote(page)
            | Proposal::StatusNote(page)
            | Proposal::RollingSummary(page) => self.page(page),
            Proposal::TopicSummary(summary) => summary.members.iter().any(|one| self.remembered(one)),
        }
    }

    fn memory(&self, memory: &NewMemory) -> bool {
        let fact = key::fact(memory.scope, memory.kind, &memory.key);
        self.cited(&memory.evidence)
            || self.names.facts.contains(&fact)
            || memory.supersedes.iter().chain(&memory.covers).any(|one| self.remembered(one))
            || memory.entities.iter().any(|one| self.entity(one))
    }

    fn correction(&self, correction: &NewCorrection) -> bool {
        self.remembered(&correction.corrects) || self.cited(&correction.evidence)
    }

    fn relation(&self, relation: &NewRelation) -> bool {
        let replaced = relation.replaces.is_some_and(|id| self.gone.relations.contains(&id));
        replaced || self.entity(&relation.from) || self.entity(&relation.to) || self.cited(&relation.evidence)
    }

    fn person(&self, person: &NewPerson) -> bool {
        let named = person.aliases.iter().chain([&person.name]).any(|name| self.named(name));
        named || person.same_as.as_ref().is_some_and(|one| self.entity(one)) || self.cited(&person.evidence)
    }

    fn page(&self, page: &NewPage) -> bool {
        let (Some(from), Some(to)) = (self.place(&page.from), self.place(&page.to)) else { return false };
        self.gone.messages.iter().any(|id| (from..=to).contains(id))
    }

    fn place(&self, meant: &MessageRef) -> Option<MessageId> {
        match meant {
            MessageRef::Id(id) => Some(*id),
            MessageRef::External(name) => (self.message)(name).or_else(|| MessageId::parse(name)),
        }
    }

    fn cited(&self, evidence: &[NewEvidence]) -> bool {
        let gone = |id: MessageId| self.gone.messages.contains(&id);
        evidence.iter().any(|one| match &one.message {
            MessageRef::Id(id) => gone(*id),
            MessageRef::External(name) => {
                self.names.messages.contains(name) || MessageId::parse(name).is_some_and(gone)
            }
        })
    }

    fn remembered(&self, meant: &MemoryRef) -> bool {
        let gone = |id: MemoryId| self.gone.memories.contains(&id);
        match meant {
            MemoryRef::Id(id) => gone(*id),
            MemoryRef::External(name) => self.names.memories.contains(name) || MemoryId::parse(name).is_some_and(gone),
        }
    }

    fn entity(&self, meant: &EntityRef) -> bool {
        let gone = |id: EntityId| self.gone.entities.contains(&id);
        match meant {
            EntityRef::Id(id) => gone(*id),
            EntityRef::Name(name) => self.named(name) || EntityId::parse(name).is_some_and(gone),
        }
    }

    fn named(&self, name: &str) -> bool {
        !self.names.entities.is_empty() && self.names.entities.contains(&fold_str(name))
    }
}
