//! The rules of people and other named things. Who the user's people are is for the user to say.

use crate::plan::{Finding, Plan};
use crate::stop::Checked;
use crate::{receipt, shape, target};
use hupo_store::Read;
use hupo_text::fold_str;
use hupo_types::{Entity, EntityId, EntityKind, NewEntity, NewPerson, Stored, Verdict, VerdictCode, limits};
use std::collections::HashSet;

pub(super) fn proposed(view: &impl Read, new: &NewPerson) -> Checked<Finding> {
    shape::short("name", &new.name)?;
    shape::names("aliases", &new.aliases)?;
    receipt::needs_user_words(&receipt::find_all(view, &new.evidence)?)?;
    let known = target::called(view, "name", &new.name)?;
    known.as_ref().map_or(Ok(()), |entity| is_of_the_kind(new, entity))?;
    let same = new.same_as.as_ref().map(|meant| target::entity(view, "same_as", meant)).transpose()?;
    let itself = |id: EntityId| known.as_ref().is_some_and(|entity| counts_as(entity) == id);
    let merge = same.filter(|id| !itself(*id));
    let entity = NewEntity {
        name: known.as_ref().map_or_else(|| new.name.clone(), |entity| entity.name.clone()),
        kind: new.kind,
        aliases: new.aliases.clone(),
    };
    let lacks = known.as_ref().map(|entity| lacking(entity, new));
    if let (Some(entity), Some(lacks)) = (&known, &lacks) {
        shape::count("aliases", entity.aliases.len() + lacks.len(), limits::NAMES)?;
    }
    Ok(match (known, merge) {
        (Some(known), None) if lacks.is_some_and(|lacks| lacks.is_empty()) => {
            Plan::Known(Stored::Entity { id: known.id, existed: true }).into()
        }
        (_, merge) => Plan::Name { entity, merge, known: false }.into(),
    })
}

/// The entity that it is, or that it was found to be.
fn counts_as(entity: &Entity) -> EntityId {
    entity.merged_into.unwrap_or(entity.id)
}

/// The names a known entity does not go by yet, each once.
fn lacking(known: &Entity, new: &NewPerson) -> Vec<String> {
    let mut seen: HashSet<String> = known.names().map(fold_str).collect();
    new.aliases.iter().filter(|alias| seen.insert(fold_str(alias))).cloned().collect()
}

/// A place and a person of one name are two: the second needs a name of its own.
fn is_of_the_kind(new: &NewPerson, known: &Entity) -> Checked<()> {
    let open = known.kind == EntityKind::Concept || new.kind == EntityKind::Concept;
    if open || known.kind == new.kind {
        return Ok(());
    }
    let reason = format!(
        "kind: {:?} is known as another kind of thing ({}); give this one a name that tells them apart",
        known.name, known.id
    );
    Err(Verdict::new(VerdictCode::Conflict, reason).at("kind").into())
}
