//! Person cards: what the space knows of a person or other entity, put together from facts with their evidence.

use crate::Error;
use hupo_store::Read;
use hupo_types::{DocId, Entity, EntityId, Memory, Relation};
use serde::Serialize;

/// A relation as a card shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CardRelation {
    /// The name at its beginning.
    pub from: String,
    /// The name at its end.
    pub to: String,
    /// The relation, with its validity and evidence.
    pub relation: Relation,
}

/// What is known of an entity. Everything on it rests on evidence.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PersonCard {
    /// The entity.
    pub entity: Entity,
    /// The entities that turned out to be this one.
    pub merged: Vec<Entity>,
    /// Its name, and every other name it goes by.
    pub names: Vec<String>,
    /// Its living relations, newest first.
    pub relations: Vec<CardRelation>,
    /// The memories that mention it, newest first, without those that were superseded or erased.
    pub memories: Vec<Memory>,
}

/// The card of an entity, or of the one it turned out to be; `None` if it is unknown or erased.
///
/// # Errors
/// [`Error::Store`] if the space cannot be read.
pub fn person_card(view: &impl Read, id: EntityId) -> Result<Option<PersonCard>, Error> {
    let Some(named) = view.entity(id)? else { return Ok(None) };
    let entity = match named.merged_into {
        Some(into) => view.entity(into)?,
        None => Some(named),
    };
    let Some(entity) = entity.filter(|entity| !entity.erased) else { return Ok(None) };
    let merged = merged(view, entity.id)?;
    let names = names(&entity, &merged);
    let relations = relations(view, &entity, &merged)?;
    let memories = memories(view, entity.id)?;
    Ok(Some(PersonCard { entity, merged, names, relations, memories }))
}

fn merged(view: &impl Read, id: EntityId) -> Result<Vec<Entity>, Error> {
    let mut merged = Vec::new();
    for id in view.merged_into(id)? {
        merged.extend(view.entity(id)?.filter(|entity| !entity.erased));
    }
    Ok(merged)
}

/// Every name once, compared folded.
fn names(entity: &Entity, merged: &[Entity]) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    let all = entity.names().chain(merged.iter().flat_map(Entity::names));
    all.filter(|name| seen.insert(hupo_text::fold_str(name))).map(str::to_owned).collect()
}

fn relations(view: &impl Read, entity: &Entity, merged: &[Entity]) -> Result<Vec<CardRelation>, Error> {
    let mut ids = Vec::new();
    for one in merged.iter().chain([entity]) {
        ids.extend(view.relations_at(one.id)?);
    }
    ids.sort_unstable_by(|a, b| b.cmp(a));
    ids.dedup();
    let mut relations = Vec::new();
    for id in ids {
        let living = |relation: &Relation| relation.superseded_by.is_none() && !relation.erased;
        if let Some(relation) = view.relation(id)?.filter(living) {
            let (from, to) = (name_of(view, relation.from)?, name_of(view, relation.to)?);
            relations.push(CardRelation { from, to, relation });
        }
    }
    Ok(relations)
}

/// The name an entity is shown by: that of the one it turned out to be.
fn name_of(view: &impl Read, id: EntityId) -> Result<String, Error> {
    let entity = view.entity(id)?;
    let into = entity.as_ref().and_then(|entity| entity.merged_into);
    let shown = into.map(|id| view.entity(id)).transpose()?.flatten().or(entity);
    Ok(shown.map_or_else(|| id.to_string(), |entity| entity.name))
}

fn memories(view: &impl Read, id: EntityId) -> Result<Vec<Memory>, Error> {
    let mut memories = Vec::new();
    for doc in view.mentions(id)? {
        if let DocId::Memory(id) = doc {
            memories.extend(view.memory(id)?.filter(|memory| memory.state.holds()));
        }
    }
    memories.sort_by_key(|memory| std::cmp::Reverse((memory.recorded_at, memory.id)));
    Ok(memories)
}
