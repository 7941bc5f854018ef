//! Memories.

use super::checked::{Bad, all, each, finite, named, shown, shown_or_empty, small_or, text, told};
use super::time::{interval, told_interval, told_time};
use super::v1;
use super::word::{Word, word};
use hupo::{Care, EntityRef, Memory, MemoryRef, NewMemory, SemanticKey};

/// The importance of a memory that is not said.
const USUAL_IMPORTANCE: u8 = 5;

/// Names a memory by its id or the caller's own; the store tells them apart.
pub(crate) fn memory_ref(text: String, field: &str) -> Result<MemoryRef, Bad> {
    named(text, field, MemoryRef::External)
}

pub(crate) fn told_memory_ref(memory: MemoryRef) -> String {
    match memory {
        MemoryRef::Id(id) => id.to_string(),
        MemoryRef::External(text) => text,
    }
}

/// Names an entity by its id, a name or an alias; the store tells them apart.
pub(crate) fn entity_ref(text: String, field: &str) -> Result<EntityRef, Bad> {
    named(text, field, EntityRef::Name)
}

pub(crate) fn told_entity_ref(entity: EntityRef) -> String {
    match entity {
        EntityRef::Id(id) => id.to_string(),
        EntityRef::Name(text) => text,
    }
}

impl From<v1::SemanticKey> for SemanticKey {
    fn from(wire: v1::SemanticKey) -> Self {
        let v1::SemanticKey { subject, category, subcategory, attribute } = wire;
        Self { subject, category, subcategory, attribute }
    }
}

impl From<SemanticKey> for v1::SemanticKey {
    fn from(key: SemanticKey) -> Self {
        let SemanticKey { subject, category, subcategory, attribute } = key;
        Self { subject, category, subcategory, attribute }
    }
}

impl TryFrom<v1::NewMemory> for NewMemory {
    type Error = Bad;

    fn try_from(wire: v1::NewMemory) -> Result<Self, Bad> {
        Ok(Self {
            external_id: text(wire.external_id),
            kind: word(wire.kind, "kind")?,
            scope: word(wire.scope, "scope")?,
            key: wire.key.unwrap_or_default().into(),
            text: wire.text,
            summary: text(wire.summary),
            importance: small_or(wire.importance, USUAL_IMPORTANCE, "importance")?,
            valence: finite(wire.valence, "valence")?,
            arousal: finite(wire.arousal, "arousal")?,
            evidence: each(wire.evidence, "evidence")?,
            valid: interval(wire.valid, "valid")?,
            supersedes: text(wire.supersedes).map(MemoryRef::External),
            entities: all(wire.entities, "entities", entity_ref)?,
            topics: wire.topics,
            covers: all(wire.covers, "covers", memory_ref)?,
        })
    }
}

impl From<NewMemory> for v1::NewMemory {
    fn from(memory: NewMemory) -> Self {
        Self {
            external_id: memory.external_id.unwrap_or_default(),
            kind: memory.kind.number(),
            scope: memory.scope.number(),
            key: Some(memory.key.into()),
            text: memory.text,
            summary: memory.summary.unwrap_or_default(),
            importance: Some(memory.importance.into()),
            valence: memory.valence,
            arousal: memory.arousal,
            evidence: told(memory.evidence),
            valid: told_interval(memory.valid),
            supersedes: memory.supersedes.map(told_memory_ref).unwrap_or_default(),
            entities: memory.entities.into_iter().map(told_entity_ref).collect(),
            topics: memory.topics,
            covers: memory.covers.into_iter().map(told_memory_ref).collect(),
        }
    }
}

impl From<Memory> for v1::Memory {
    fn from(memory: Memory) -> Self {
        Self {
            id: memory.id.to_string(),
            external_id: memory.external_id.unwrap_or_default(),
            kind: memory.kind.number(),
            scope: memory.scope.number(),
            key: Some(memory.key.into()),
            text: memory.text,
            summary: memory.summary.unwrap_or_default(),
            importance: memory.importance.into(),
            valence: memory.valence,
            arousal: memory.arousal,
            standing: memory.standing.number(),
            state: memory.state.number(),
            evidence: told(memory.evidence),
            recorded_at: Some(told_time(memory.recorded_at)),
            valid: told_interval(memory.valid),
            supersedes: shown_or_empty(memory.supersedes),
            superseded_by: shown_or_empty(memory.superseded_by),
            superseded_at: memory.superseded_at.map(told_time),
            covers: shown(&memory.covers),
            care: (!memory.care.is_new()).then(|| memory.care.into()),
        }
    }
}

impl From<Care> for v1::Care {
    fn from(care: Care) -> Self {
        Self {
            used_count: care.used_count,
            last_used_at: care.last_used_at.map(told_time),
            archived_at: care.archived_at.map(told_time),
            restored_at: care.restored_at.map(told_time),
            folded_into: shown_or_empty(care.folded_into),
            folded_at: care.folded_at.map(told_time),
        }
    }
}
