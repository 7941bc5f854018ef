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
        let entity = Entity { id, name: new.name.clone(), kind: new.kind, aliases, recorded_at: self.now };
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

    /// The one entity that is meant: by id, by its name, or by an alias that only one has.
    pub(super) fn entity(&self, field: &str, meant: &EntityRef) -> Result<EntityId, Fault> {
        let field = field.to_owned();
        match meant {
            EntityRef::Id(id) if (1..=self.tables.totals().entities).contains(&id.get()) => Ok(*id),
            EntityRef::Id(id) => Err(Refusal::UnknownEntity { field, entity: id.to_string() }.into()),
            EntityRef::Name(name) => self.entity_by_name(field, name),
        }
    }

    fn entity_by_name(&self, field: String, name: &str) -> Result<EntityId, Fault> {
        let folded = fold_str(name);
        if let Some(id) = records::entity_named(self.tables, &folded)? {
            return Ok(id);
        }
        let entity = name.to_owned();
        match *records::entities_with_alias(self.tables, &folded)?.as_slice() {
            [] => Err(Refusal::UnknownEntity { field, entity }.into()),
            [id] => Ok(id),
            ref several => Err(Refusal::AmbiguousEntity { field, entity, candidates: several.to_vec() }.into()),
        }
    }
}

/// The names not among those known, compared folded; each once.
fn lacking<'n>(known: impl Iterator<Item = &'n str>, wanted: &[String]) -> Vec<String> {
    let mut seen: HashSet<String> = known.map(fold_str).collect();
    wanted.iter().filter(|name| seen.insert(fold_str(name))).cloned().collect()
}
