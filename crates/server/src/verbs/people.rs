//! People and other entities.

use super::slice;
use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::checked::{Bad, id, told};
use crate::wire::v1::{self, person_request::Who};
use crate::wire::word::word;
use hupo::{EntityId, Space};

pub(super) fn people(space: &Space, _: &Scope, ask: v1::PeopleRequest) -> Result<v1::PeopleResponse, Problem> {
    let place = slice::from((&ask.after, ask.limit), EntityId::parse)?;
    let kind = if ask.kind == 0 { None } else { Some(word(ask.kind, "kind")?) };
    let applied_seq = space.sequence()?.get();
    let (entities, next) = slice::part(space.entities(kind)?, place, |entity| entity.id);
    Ok(v1::PeopleResponse { applied_seq, entities: told(entities), next })
}

pub(super) fn person(space: &Space, _: &Scope, ask: v1::PersonRequest) -> Result<v1::PersonResponse, Problem> {
    let who = ask.who.ok_or_else(|| Bad::new("who", "nobody is named; set id or name"))?;
    let applied_seq = space.sequence()?.get();
    let cards = match who {
        Who::Id(text) => space.person(id(&text, "id", EntityId::parse)?)?.into_iter().collect(),
        Who::Name(name) => space.people_called(&name)?,
    };
    Ok(v1::PersonResponse { applied_seq, cards: told(cards) })
}

pub(super) fn merge(
    space: &Space,
    scope: &Scope,
    ask: v1::MergePeopleRequest,
) -> Result<v1::MergePeopleResponse, Problem> {
    let keep = id(&ask.keep, "keep", EntityId::parse)?;
    space.merge_entities(keep, id(&ask.merge, "merge", EntityId::parse)?, scope.when())?;
    Ok(v1::MergePeopleResponse { applied_seq: space.sequence()?.get() })
}

pub(super) fn split(
    space: &Space,
    scope: &Scope,
    ask: v1::SplitPeopleRequest,
) -> Result<v1::SplitPeopleResponse, Problem> {
    space.split_entity(id(&ask.entity, "entity", EntityId::parse)?, scope.when())?;
    Ok(v1::SplitPeopleResponse { applied_seq: space.sequence()?.get() })
}
