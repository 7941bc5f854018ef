//! Targets: what a proposal names, found in the space as it stands.

use crate::stop::Checked;
use hupo_store::Read;
use hupo_text::fold_str;
use hupo_types::{
    DocId, Entity, EntityId, EntityRef, Memory, MemoryId, MemoryRef, Message, MessageId, MessageRef, Refusal, State,
    TopicId, Verdict, VerdictCode,
};

/// The message meant; one that was erased cannot be cited any more.
pub(crate) fn message(view: &impl Read, field: &str, meant: &MessageRef) -> Checked<Message> {
    let (found, name) = match meant {
        MessageRef::Id(id) => (view.message(*id)?, id.to_string()),
        MessageRef::External(name) => match view.message_named(name)? {
            Some(message) => (Some(message), name.clone()),
            None => (MessageId::parse(name).map(|id| view.message(id)).transpose()?.flatten(), name.clone()),
        },
    };
    let message = found.ok_or_else(|| Refusal::UnknownMessage { field: field.to_owned(), message: name })?;
    if message.erased {
        return Err(gone(field, &message.id).into());
    }
    Ok(message)
}

/// The memory meant, of any state but erased.
pub(crate) fn memory(view: &impl Read, field: &str, meant: &MemoryRef) -> Checked<Memory> {
    let (found, name) = match meant {
        MemoryRef::Id(id) => (view.memory(*id)?, id.to_string()),
        MemoryRef::External(name) => match view.memory_named(name)? {
            Some(memory) => (Some(memory), name.clone()),
            None => (MemoryId::parse(name).map(|id| view.memory(id)).transpose()?.flatten(), name.clone()),
        },
    };
    let memory = found.ok_or_else(|| Refusal::UnknownMemory { field: field.to_owned(), memory: name })?;
    if memory.state == State::Erased {
        return Err(gone(field, &memory.id).into());
    }
    Ok(memory)
}

/// A memory that still holds: nothing took its place and nobody erased it.
pub(crate) fn holding(view: &impl Read, field: &str, meant: &MemoryRef) -> Checked<Memory> {
    let memory = memory(view, field, meant)?;
    match memory.superseded_by {
        Some(by) => Err(superseded(field, memory.id, by).into()),
        None if memory.state == State::Superseded => Err(withdrawn(field, memory.id).into()),
        None => Ok(memory),
    }
}

/// The one entity meant: by id, by its own name, or by an alias that only one has.
pub(crate) fn entity(view: &impl Read, field: &str, meant: &EntityRef) -> Checked<EntityId> {
    let unknown = |entity: String| Refusal::UnknownEntity { field: field.to_owned(), entity };
    match meant {
        EntityRef::Id(id) => by_id(view, field, *id)?.ok_or_else(|| unknown(id.to_string()).into()),
        EntityRef::Name(name) => match (called(view, field, name)?, EntityId::parse(name)) {
            (Some(entity), _) => Ok(entity.merged_into.unwrap_or(entity.id)),
            (None, Some(id)) => by_id(view, field, id)?.ok_or_else(|| unknown(name.clone()).into()),
            (None, None) => Err(unknown(name.clone()).into()),
        },
    }
}

fn by_id(view: &impl Read, field: &str, id: EntityId) -> Checked<Option<EntityId>> {
    match view.entity(id)? {
        Some(entity) if entity.erased => Err(gone(field, &id).into()),
        Some(entity) => Ok(Some(entity.merged_into.unwrap_or(id))),
        None => Ok(None),
    }
}

/// The one entity that goes by this name, if any does; several are refused with their ids.
pub(crate) fn called(view: &impl Read, field: &str, name: &str) -> Checked<Option<Entity>> {
    let candidates = view.entities_called(name)?;
    let folded = fold_str(name);
    let mut found = None;
    for id in &candidates {
        let Some(entity) = view.entity(*id)? else { continue };
        if fold_str(&entity.name) == folded {
            return Ok(Some(entity));
        }
        found = Some(entity);
    }
    if candidates.len() > 1 {
        return Err(Refusal::AmbiguousEntity { field: field.to_owned(), entity: name.to_owned(), candidates }.into());
    }
    Ok(found)
}

/// The topic of this name.
pub(crate) fn topic(view: &impl Read, field: &str, name: &str) -> Checked<TopicId> {
    let unknown = || Refusal::UnknownTopic { field: field.to_owned(), topic: name.to_owned() };
    Ok(view.topic_called(name)?.ok_or_else(unknown)?)
}

/// Every entity and topic a memory names.
pub(crate) fn all_named(view: &impl Read, entities: &[EntityRef], topics: &[String]) -> Checked<()> {
    for (index, meant) in entities.iter().enumerate() {
        entity(view, &format!("entities[{index}]"), meant)?;
    }
    for (index, name) in topics.iter().enumerate() {
        topic(view, &format!("topics[{index}]"), name)?;
    }
    Ok(())
}

fn superseded(field: &str, memory: MemoryId, by: MemoryId) -> Verdict {
    let reason = format!("{field}: {by} took the place of {memory} already; name that one");
    let mut verdict = Verdict::new(VerdictCode::UnknownTarget, reason).at(field);
    verdict.meets = vec![DocId::Memory(by)];
    verdict
}

/// A topic summary whose members changed holds no more, and nothing took its place.
fn withdrawn(field: &str, summary: MemoryId) -> Verdict {
    let reason = format!("{field}: {summary} was withdrawn when a memory it was made from changed; name the memories");
    Verdict::new(VerdictCode::UnknownTarget, reason).at(field)
}

/// What is named was erased.
pub(crate) fn gone(field: &str, id: &impl std::fmt::Display) -> Refusal {
    Refusal::ErasedSource { field: field.to_owned(), what: format!("{id} was erased") }
}
