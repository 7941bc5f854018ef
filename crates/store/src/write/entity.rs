//! Entities. A name is one entity's alone; an alias may be shared, as nicknames are.

use std::collections::HashSet;

use hupo_text::fold_str;
use hupo_types::{Entity, EntityId, EntityRef, Event, NewEntity, Refusal, Stored, limits};

use super::{Draft, Fault, check};
use crate::records::{self, expected};
use crate::rows::Rows;

impl Draft<'_, '_> {
    /// Makes an entity known; one of that name gets the aliases it lacks, and keeps its kind.
    pub(super) fn add_entity(&mut self, new: &NewEntity) -> Result<Stored, Fault> {
        check::short("name", &new.name)?;
        check::names("aliases", &new.aliases)?;
        match records::entity_named(self.tables, &fold_str(&new.name))? {
            Some(id) => self.alias(id, &new.aliases),
            None => self.make_entity(new),
        }
    }

    fn make_entity(&mut self, new: &NewEntity) -> Result<Stored, Fault> {
        let id = EntityId::new(self.tables.totals().entities + 1);
        let aliases = lacking([&new.name].into_iter().map(String::as_str), &new.aliases);
        self.new_names.push(new.name.clone());
        self.new_names.extend_from_slice(&aliases);
        let entity = Entity {
            id,
            name: new.name.clone(),
            kind: new.kind,
            aliases,
            recorded_at: self.now,
            merged_into: None,
            erased: false,
        };
        self.record(Event::EntityAdded { entity })?;
        Ok(Stored::Entity { id, existed: false })
    }

    fn alias(&mut self, id: EntityId, wanted: &[String]) -> Result<Stored, Fault> {
        let entity = expected(records::entity(self.tables, id)?, &id)?;
        let aliases = lacking(entity.names(), wanted);
        if !aliases.is_empty() {
            check::count("aliases", entity.aliases.len() + aliases.len(), limits::NAMES)?;
            self.new_names.extend_from_slice(&aliases);
            self.record(Event::EntityAliased { entity: id, aliases })?;
        }
        Ok(Stored::Entity { id, existed: true })
    }

    /// The one entity that is meant: by id, by its name, or by an alias that only one has. One that was merged into
    /// another counts as that one.
    pub(super) fn entity(&self, field: &str, meant: &EntityRef) -> Result<EntityId, Fault> {
        match meant {
            EntityRef::Id(id) => self.entity_by_id(field, *id, id.to_string()),
            EntityRef::Name(name) => self.entity_by_name(field, name),
        }
    }

    fn entity_by_id(&self, field: &str, id: EntityId, entity: String) -> Result<EntityId, Fault> {
        if (1..=self.tables.totals().entities).contains(&id.get()) {
            return self.counted_as(field, id);
        }
        Err(Refusal::UnknownEntity { field: field.to_owned(), entity }.into())
    }

    fn entity_by_name(&self, field: &str, name: &str) -> Result<EntityId, Fault> {
        let (folded, entity) = (fold_str(name), name.to_owned());
        if let Some(id) = records::entity_named(self.tables, &folded)? {
            return self.counted_as(field, id);
        }
        let mut candidates = Vec::new();
        for id in records::entities_with_alias(self.tables, &folded)? {
            candidates.push(self.counted_as(field, id)?);
        }
        candidates.sort_unstable();
        candidates.dedup();
        match *candidates.as_slice() {
            [] => self.entity_by_id(field, EntityId::parse(name).unwrap_or(EntityId::new(0)), entity),
            [id] => Ok(id),
            _ => Err(Refusal::AmbiguousEntity { field: field.to_owned(), entity, candidates }.into()),
        }
    }
}

/// The names not among those known, compared folded; each once.
fn lacking<'n>(known: impl Iterator<Item = &'n str>, wanted: &[String]) -> Vec<String> {
    let mut seen: HashSet<String> = known.map(fold_str).collect();
    wanted.iter().filter(|name| seen.insert(fold_str(name))).cloned().collect()
}
