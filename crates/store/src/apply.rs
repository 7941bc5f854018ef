//! What an event does to the tables. Nothing else writes them, so a replay of the ledger makes the same rows.

mod answered;
mod care;
mod erase;
mod life;
mod log;
mod promotion;
mod review;

use hupo_text::fold_str;
use hupo_types::{
    DocId, Entity, EntityId, Event, Evidence, Memory, MemoryId, Message, ModelIdentity, Relation, Role, Timestamp,
    Topic, TopicId, UnitVector,
};
use serde::{Deserialize, Serialize};

use crate::citations::{Citing, cite_evidence};
use crate::records::{self, entities_of, entities_row, expected, topics_of};
use crate::rows::Rows;
use crate::table::Table;
use crate::tables::Tables;
use crate::{Error, key};

/// The key of [`Birth`] in `meta`.
pub(crate) const SPACE: &[u8] = b"space";

/// The row of `meta` that says what the space was created with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Birth {
    pub(crate) config: hupo_types::SpaceConfig,
    pub(crate) at: Timestamp,
}

/// Applies one event.
pub(crate) fn apply(tables: &mut Tables, event: &Event) -> Result<(), Error> {
    match event {
        Event::SpaceCreated { config, at } => {
            tables.put(Table::Meta, SPACE, &Birth { config: config.clone(), at: *at })
        }
        Event::EmbedderChosen { model } => choose(tables, model),
        Event::MessageAppended { message } => append(tables, message),
        Event::EntityAdded { entity } => add_entity(tables, entity),
        Event::EntityAliased { entity, aliases } => alias(tables, *entity, aliases),
        Event::RelationAdded { relation } => add_relation(tables, relation),
        Event::TopicAdded { topic } => add_topic(tables, topic),
        Event::MemoryRemembered { memory } => remember(tables, memory),
        Event::EvidenceAdded { memory, evidence } => add_evidence(tables, *memory, evidence),
        Event::MemorySuperseded { old, new, at } => life::supersede(tables, *old, *new, *at),
        Event::Mentioned { doc, entities } => mention(tables, *doc, entities),
        Event::TopicsJoined { memory, topics } => join(tables, *memory, topics),
        Event::Embedded { doc, vector } => embed(tables, *doc, vector),
        Event::StandingSet { memory, standing } => life::set_standing(tables, *memory, *standing),
        Event::RelationSuperseded { old, new } => life::supersede_relation(tables, *old, *new),
        Event::EntitiesMerged { keep, merged } => life::merge(tables, *keep, *merged),
        Event::EntitySplit { entity, from } => life::split(tables, *entity, *from),
        Event::Logged(logged) => log::apply(tables, logged),
        Event::Reviewed(reviewed) => review::apply(tables, reviewed),
        Event::Cared(cared) => care::apply(tables, cared),
        Event::Promoted(run) => promotion::apply(tables, run),
        Event::Answered(answered) => answered::apply(tables, answered),
        Event::Erased(erasure) => erase::apply(tables, erasure),
    }
}

/// Another model's vectors are of no use beside the new one's.
fn choose(tables: &mut Tables, model: &ModelIdentity) -> Result<(), Error> {
    if tables.totals().vectors > 0 {
        tables.clear(Table::Vectors)?;
    }
    let totals = tables.totals_mut();
    totals.model = Some(model.clone());
    totals.vectors = 0;
    Ok(())
}

fn append(tables: &mut Tables, message: &Message) -> Result<(), Error> {
    let id = message.id.get();
    tables.put(Table::Messages, &key::number(id), message)?;
    if let Some(external) = &message.external_id {
        tables.put(Table::MessagesExternal, external.as_bytes(), &id)?;
    }
    if let Some(session) = &message.session {
        tables.put(Table::SessionTails, session.as_bytes(), &id)?;
    }
    if let Some(previous) = message.previous {
        tables.put(Table::NextMessages, &key::number(previous.get()), &id)?;
    }
    let totals = tables.totals_mut();
    totals.messages = id;
    totals.system_messages += u64::from(message.role == Role::System);
    Ok(())
}

fn add_entity(tables: &mut Tables, entity: &Entity) -> Result<(), Error> {
    let id = entity.id.get();
    tables.put(Table::Entities, &key::number(id), entity)?;
    if !entity.erased {
        tables.put(Table::EntityNames, fold_str(&entity.name).as_bytes(), &id)?;
    }
    tables.totals_mut().entities = id;
    put_aliases(tables, entity.id, &entity.aliases)
}

fn put_aliases(tables: &mut Tables, entity: EntityId, aliases: &[String]) -> Result<(), Error> {
    for alias in aliases {
        let key = key::with_number(key::text(&fold_str(alias)), entity.get());
        tables.put_key(Table::EntityAliases, &key)?;
    }
    Ok(())
}

fn alias(tables: &mut Tables, id: EntityId, aliases: &[String]) -> Result<(), Error> {
    let mut entity = expected(records::entity(tables, id)?, &id)?;
    entity.aliases.extend_from_slice(aliases);
    tables.put(Table::Entities, &key::number(id.get()), &entity)?;
    put_aliases(tables, id, aliases)
}

fn add_relation(tables: &mut Tables, relation: &Relation) -> Result<(), Error> {
    let id = relation.id.get();
    tables.put(Table::Relations, &key::number(id), relation)?;
    let same = key::relation(relation.from, relation.to, &relation.predicate);
    tables.put_key(Table::RelationKeys, &key::with_number(same, id))?;
    tables.put_key(Table::EntityRelations, &key::pair(relation.from.get(), id))?;
    tables.put_key(Table::EntityRelations, &key::pair(relation.to.get(), id))?;
    tables.totals_mut().relations = id;
    cite_evidence(tables, Citing::Relation(relation.id), &relation.evidence)
}

fn add_topic(tables: &mut Tables, topic: &Topic) -> Result<(), Error> {
    let id = topic.id.get();
    tables.put(Table::Topics, &key::number(id), topic)?;
    tables.put(Table::TopicNames, fold_str(&topic.name).as_bytes(), &id)?;
    tables.totals_mut().topics = id;
    Ok(())
}

fn remember(tables: &mut Tables, memory: &Memory) -> Result<(), Error> {
    let id = memory.id.get();
    tables.put(Table::Memories, &key::number(id), memory)?;
    if let Some(external) = &memory.external_id {
        tables.put(Table::MemoriesExternal, external.as_bytes(), &id)?;
    }
    tables.put_key(Table::MemoryTexts, &key::saying_of(memory))?;
    put_key_of(tables, memory)?;
    put_members_of(tables, memory)?;
    tables.totals_mut().memories = id;
    cite(tables, memory.id, &memory.evidence)
}

/// The row of a memory's semantic key, if it has one.
pub(crate) fn put_key_of(tables: &mut Tables, memory: &Memory) -> Result<(), Error> {
    if memory.key.is_empty() {
        return Ok(());
    }
    tables.put_key(Table::SemanticKeys, &key::fact_of(memory))
}

/// The rows that lead from the memories a topic summary was made from to it.
pub(crate) fn put_members_of(tables: &mut Tables, memory: &Memory) -> Result<(), Error> {
    let mut rows = memory.covers.iter().map(|member| key::pair(member.get(), memory.id.get()));
    rows.try_for_each(|row| tables.put_key(Table::Summaries, &row))
}

fn cite(tables: &mut Tables, memory: MemoryId, evidence: &[Evidence]) -> Result<(), Error> {
    for one in evidence {
        tables.put_key(Table::EvidenceByMessage, &key::pair(one.message.get(), memory.get()))?;
    }
    Ok(())
}

fn add_evidence(tables: &mut Tables, id: MemoryId, evidence: &[Evidence]) -> Result<(), Error> {
    let mut memory = expected(records::memory(tables, id)?, &id)?;
    memory.evidence.extend_from_slice(evidence);
    tables.put(Table::Memories, &key::number(id.get()), &memory)?;
    cite(tables, id, evidence)
}

fn mention(tables: &mut Tables, doc: DocId, entities: &[EntityId]) -> Result<(), Error> {
    if entities.is_empty() {
        return Ok(()); // They were erased.
    }
    let mut all = entities_of(tables, doc)?;
    all.extend_from_slice(entities);
    all.sort_unstable();
    let (table, key) = entities_row(doc);
    tables.put(table, &key, &all)?;
    for entity in entities {
        tables.put_key(Table::EntityDocs, &key::pair(entity.get(), doc.to_u64()))?;
    }
    Ok(())
}

fn join(tables: &mut Tables, memory: MemoryId, topics: &[TopicId]) -> Result<(), Error> {
    let mut all = topics_of(tables, memory)?;
    all.extend_from_slice(topics);
    all.sort_unstable();
    tables.put(Table::MemoryTopics, &key::number(memory.get()), &all)?;
    for topic in topics {
        tables.put_key(Table::TopicMemories, &key::pair(topic.get(), memory.get()))?;
    }
    Ok(())
}

fn embed(tables: &mut Tables, doc: DocId, vector: &UnitVector) -> Result<(), Error> {
    let key = key::doc(doc);
    let known = tables.row(Table::Vectors, &key, |_| Ok(()))?.is_some();
    tables.totals_mut().vectors += u64::from(!known);
    tables.put(Table::Vectors, &key, vector)
}
