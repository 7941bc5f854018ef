//! The records of a space by id, by external id and by name.

use hupo_text::fold_str;
use hupo_types::{
    DocId, Entity, EntityId, Memory, MemoryId, Message, MessageId, MessageRef, Relation, RelationId, Topic, TopicId,
    UnitVector,
};

use crate::citations::{self, Citing};
use crate::rows::{Rows, by_number, get, numbers};
use crate::table::Table;
use crate::{Error, key};

pub(crate) fn message(rows: &impl Rows, id: MessageId) -> Result<Option<Message>, Error> {
    by_number(rows, Table::Messages, id.get(), rows.totals().messages)
}

pub(crate) fn memory(rows: &impl Rows, id: MemoryId) -> Result<Option<Memory>, Error> {
    by_number(rows, Table::Memories, id.get(), rows.totals().memories)
}

pub(crate) fn entity(rows: &impl Rows, id: EntityId) -> Result<Option<Entity>, Error> {
    by_number(rows, Table::Entities, id.get(), rows.totals().entities)
}

pub(crate) fn relation(rows: &impl Rows, id: RelationId) -> Result<Option<Relation>, Error> {
    by_number(rows, Table::Relations, id.get(), rows.totals().relations)
}

pub(crate) fn topic(rows: &impl Rows, id: TopicId) -> Result<Option<Topic>, Error> {
    by_number(rows, Table::Topics, id.get(), rows.totals().topics)
}

/// The record with this id, where another record says that it exists.
pub(crate) fn expected<T>(found: Option<T>, what: &dyn std::fmt::Display) -> Result<T, Error> {
    found.ok_or_else(|| Error::damaged(format!("{what} is named by a record and is not there")))
}

pub(crate) fn message_named(rows: &impl Rows, external: &str) -> Result<Option<MessageId>, Error> {
    Ok(get(rows, Table::MessagesExternal, external.as_bytes())?.map(MessageId::new))
}

/// The message that is meant, whether it is there or not; `None` for a name that names none.
pub(crate) fn message_meant(rows: &impl Rows, meant: &MessageRef) -> Result<Option<MessageId>, Error> {
    Ok(match meant {
        MessageRef::Id(id) => Some(*id),
        MessageRef::External(name) => message_named(rows, name)?.or_else(|| MessageId::parse(name)),
    })
}

pub(crate) fn memory_named(rows: &impl Rows, external: &str) -> Result<Option<MemoryId>, Error> {
    Ok(get(rows, Table::MemoriesExternal, external.as_bytes())?.map(MemoryId::new))
}

pub(crate) fn topic_named(rows: &impl Rows, name: &str) -> Result<Option<TopicId>, Error> {
    Ok(get(rows, Table::TopicNames, fold_str(name).as_bytes())?.map(TopicId::new))
}

/// The entity of this name, folded.
pub(crate) fn entity_named(rows: &impl Rows, folded: &str) -> Result<Option<EntityId>, Error> {
    Ok(get(rows, Table::EntityNames, folded.as_bytes())?.map(EntityId::new))
}

/// The entities that have this alias, folded; ascending.
pub(crate) fn entities_with_alias(rows: &impl Rows, folded: &str) -> Result<Vec<EntityId>, Error> {
    Ok(numbers(rows, Table::EntityAliases, &key::text(folded))?.into_iter().map(EntityId::new).collect())
}

/// The entity this one counts as: itself, unless it was merged.
pub(crate) fn root(rows: &impl Rows, id: EntityId) -> Result<EntityId, Error> {
    Ok(expected(entity(rows, id)?, &id)?.merged_into.unwrap_or(id))
}

/// An entity, and those that count as it, ascending.
pub(crate) fn group(rows: &impl Rows, id: EntityId) -> Result<Vec<EntityId>, Error> {
    let merged = numbers(rows, Table::Merged, &key::number(id.get()))?;
    Ok(std::iter::once(id).chain(merged.into_iter().map(EntityId::new)).collect())
}

/// What every entity of a group has, ascending, each once.
pub(crate) fn of_group<T: Ord>(
    rows: &impl Rows,
    id: EntityId,
    of_one: impl Fn(EntityId) -> Result<Vec<T>, Error>,
) -> Result<Vec<T>, Error> {
    let mut all = Vec::new();
    for member in group(rows, id)? {
        all.extend(of_one(member)?);
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

/// Every entity that goes by this name: the one whose name it is, then those whose alias it is.
pub(crate) fn entities_called(rows: &impl Rows, name: &str) -> Result<Vec<EntityId>, Error> {
    let folded = fold_str(name);
    let mut called: Vec<EntityId> = entity_named(rows, &folded)?.into_iter().collect();
    for id in entities_with_alias(rows, &folded)? {
        if !called.contains(&id) {
            called.push(id);
        }
    }
    Ok(called)
}

const fn entities_table(doc: DocId) -> Table {
    match doc {
        DocId::Message(_) => Table::MessageEntities,
        DocId::Memory(_) => Table::MemoryEntities,
    }
}

/// The table and key of the row that lists a document's entities.
pub(crate) const fn entities_row(doc: DocId) -> (Table, [u8; 8]) {
    (entities_table(doc), key_of(doc))
}

const fn key_of(doc: DocId) -> [u8; 8] {
    doc.number().to_be_bytes()
}

/// The entities a document mentions, ascending.
pub(crate) fn entities_of(rows: &impl Rows, doc: DocId) -> Result<Vec<EntityId>, Error> {
    let (table, key) = entities_row(doc);
    Ok(get(rows, table, &key)?.unwrap_or_default())
}

/// The topics a memory belongs to, ascending.
pub(crate) fn topics_of(rows: &impl Rows, memory: MemoryId) -> Result<Vec<TopicId>, Error> {
    Ok(get(rows, Table::MemoryTopics, &key::number(memory.get()))?.unwrap_or_default())
}

/// The documents that mention an entity, ascending.
pub(crate) fn docs_of(rows: &impl Rows, entity: EntityId) -> Result<Vec<DocId>, Error> {
    let packed = numbers(rows, Table::EntityDocs, &key::number(entity.get()))?;
    packed.into_iter().map(doc).collect()
}

pub(crate) fn vector(rows: &impl Rows, doc: DocId) -> Result<Option<UnitVector>, Error> {
    get(rows, Table::Vectors, &key::doc(doc))
}

/// The document a packed number names.
pub(crate) fn doc(packed: u64) -> Result<DocId, Error> {
    DocId::from_u64(packed).ok_or_else(|| Error::damaged(format!("{packed:#x} names no document")))
}

/// Every record but memories that cites a message, or is about a range it lies in; ascending, each once.
pub(crate) fn citations_of(rows: &impl Rows, message: MessageId) -> Result<Vec<Citing>, Error> {
    citations::of(rows, message)
}
