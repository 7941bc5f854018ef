//! The verbs of people and other entities.

use super::Space;
use crate::{Error, When};
use hupo_memory::PersonCard;
use hupo_store::Read;
use hupo_types::{Command, Entity, EntityId, EntityKind};

/// People, and whatever else has a name.
impl Space {
    /// The entities of a kind, or all, by id; merged and erased ones left out.
    pub fn entities(&self, kind: Option<EntityKind>) -> Result<Vec<Entity>, Error> {
        let snapshot = self.inner.snapshot()?;
        let shown = |entity: &Entity| {
            entity.merged_into.is_none() && !entity.erased && kind.is_none_or(|kind| entity.kind == kind)
        };
        let all: Result<Vec<Entity>, _> = snapshot.entities()?.collect();
        Ok(all?.into_iter().filter(shown).collect())
    }

    /// The cards of whoever goes by this name, compared folded: what is known of them, with the words it rests on.
    pub fn people_called(&self, name: &str) -> Result<Vec<PersonCard>, Error> {
        let snapshot = self.inner.snapshot()?;
        let mut cards = Vec::new();
        for id in snapshot.entities_called(name)? {
            cards.extend(hupo_memory::person_card(&snapshot, id)?);
        }
        Ok(cards)
    }

    /// The card of an entity.
    pub fn person(&self, id: EntityId) -> Result<Option<PersonCard>, Error> {
        Ok(hupo_memory::person_card(&self.inner.snapshot()?, id)?)
    }

    /// Says that two entities are one: names and documents of `merge` count as those of `keep` from here on.
    pub fn merge_entities(&self, keep: EntityId, merge: EntityId, when: impl Into<When>) -> Result<(), Error> {
        self.write(vec![Command::MergeEntities { keep, merge }], when).map(|_| ())
    }

    /// Says that they are two after all; both are again what they were.
    pub fn split_entity(&self, entity: EntityId, when: impl Into<When>) -> Result<(), Error> {
        self.write(vec![Command::SplitEntity { entity }], when).map(|_| ())
    }
}
