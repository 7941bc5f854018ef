//! Erasure.

use super::checked::{Bad, shown};
use super::time::told_time;
use super::v1;
use hupo::{EntityId, EraseTarget, Erasure, MemoryId, MessageId};

/// What is to be erased, by id.
pub(crate) fn target(text: &str, field: &str) -> Result<EraseTarget, Bad> {
    let message = MessageId::parse(text).map(EraseTarget::Message);
    let memory = || MemoryId::parse(text).map(EraseTarget::Memory);
    let entity = || EntityId::parse(text).map(EraseTarget::Entity);
    let why = "it is no id of what can be erased; write \"msg-3\", \"mem-7\" or \"ent-1\"";
    message.or_else(memory).or_else(entity).ok_or_else(|| Bad::new(field, why))
}

fn told_target(target: EraseTarget) -> String {
    match target {
        EraseTarget::Message(id) => id.to_string(),
        EraseTarget::Memory(id) => id.to_string(),
        EraseTarget::Entity(id) => id.to_string(),
    }
}

impl From<Erasure> for v1::Erasure {
    fn from(erasure: Erasure) -> Self {
        Self {
            target: told_target(erasure.target),
            at: Some(told_time(erasure.at)),
            messages: shown(&erasure.messages),
            memories: shown(&erasure.memories),
            lost_evidence: shown(&erasure.lost_evidence),
            entities: shown(&erasure.entities),
            relations: shown(&erasure.relations),
            observations: shown(&erasure.observations),
            profile_facts: shown(&erasure.profile_facts),
            temporal_items: shown(&erasure.temporal_items),
            pages: shown(&erasure.pages),
            proposals: shown(&erasure.proposals),
            vectors: shown(&erasure.vectors),
            beliefs: erasure.beliefs,
            rewritten: erasure.rewritten.iter().map(|(sequence, _)| sequence.get()).collect(),
        }
    }
}
