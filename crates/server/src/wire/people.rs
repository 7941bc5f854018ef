//! People and other entities.

use super::checked::{Bad, each, id_or_none, shown_or_empty, text, told};
use super::memory::{entity_ref, told_entity_ref};
use super::time::{interval, told_interval, told_time};
use super::v1;
use super::word::{Word, word_or};
use hupo::{CardRelation, Entity, EntityKind, EntityRef, NewPerson, NewRelation, PersonCard, RelationId};

impl TryFrom<v1::NewPerson> for NewPerson {
    type Error = Bad;

    fn try_from(wire: v1::NewPerson) -> Result<Self, Bad> {
        Ok(Self {
            name: wire.name,
            kind: word_or(wire.kind, EntityKind::Person, "kind")?,
            aliases: wire.aliases,
            same_as: text(wire.same_as).map(EntityRef::Name),
            evidence: each(wire.evidence, "evidence")?,
        })
    }
}

impl From<NewPerson> for v1::NewPerson {
    fn from(new: NewPerson) -> Self {
        Self {
            name: new.name,
            kind: new.kind.number(),
            aliases: new.aliases,
            same_as: new.same_as.map(told_entity_ref).unwrap_or_default(),
            evidence: told(new.evidence),
        }
    }
}

impl TryFrom<v1::NewRelation> for NewRelation {
    type Error = Bad;

    fn try_from(wire: v1::NewRelation) -> Result<Self, Bad> {
        Ok(Self {
            from: entity_ref(wire.from, "from")?,
            predicate: wire.predicate,
            to: entity_ref(wire.to, "to")?,
            evidence: each(wire.evidence, "evidence")?,
            valid: interval(wire.valid, "valid")?,
            replaces: id_or_none(&wire.replaces, "replaces", RelationId::parse)?,
        })
    }
}

impl From<NewRelation> for v1::NewRelation {
    fn from(new: NewRelation) -> Self {
        Self {
            from: told_entity_ref(new.from),
            predicate: new.predicate,
            to: told_entity_ref(new.to),
            evidence: told(new.evidence),
            valid: told_interval(new.valid),
            replaces: shown_or_empty(new.replaces),
        }
    }
}

impl From<Entity> for v1::Entity {
    fn from(entity: Entity) -> Self {
        Self {
            id: entity.id.to_string(),
            name: entity.name,
            kind: entity.kind.number(),
            aliases: entity.aliases,
            recorded_at: Some(told_time(entity.recorded_at)),
            merged_into: shown_or_empty(entity.merged_into),
        }
    }
}

impl From<CardRelation> for v1::Relation {
    fn from(card: CardRelation) -> Self {
        let CardRelation { from, to, relation } = card;
        Self {
            id: relation.id.to_string(),
            from: relation.from.to_string(),
            from_name: from,
            predicate: relation.predicate,
            to: relation.to.to_string(),
            to_name: to,
            evidence: told(relation.evidence),
            valid: told_interval(relation.valid),
            recorded_at: Some(told_time(relation.recorded_at)),
        }
    }
}

impl From<PersonCard> for v1::PersonCard {
    fn from(card: PersonCard) -> Self {
        Self {
            entity: Some(card.entity.into()),
            merged: told(card.merged),
            names: card.names,
            relations: told(card.relations),
            memories: told(card.memories),
        }
    }
}
