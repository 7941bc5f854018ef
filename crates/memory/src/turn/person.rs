//! Cards of the people that the turn names: a name with its other names, then what is known, each with its words.

use super::draft::Draft;
use super::entry::{Entry, EntryId, EntryReceipt, Said};
use super::left_out::LeftOutReason;
use super::limits::PartLimit;
use super::memories;
use super::part::Part;
use super::request::RecalledMemory;
use super::words::either;
use crate::Error;
use hupo_store::Read;
use hupo_types::{Entity, EntityId, EntityKind, Memory, MemoryId, Relation, State};
use std::cmp::Reverse;

/// The latest memories and relations of a person that are looked at for the few on the card.
const LOOKED_AT: usize = 48;

/// Puts the cards of the people named, in order of place; `themselves` (the two who talk) have none.
pub(super) fn put(draft: &mut Draft<'_>, themselves: &[EntityId]) -> Result<(), Error> {
    let limit = draft.scene.turn.limits.person_card;
    let mut n_cards = 0;
    for id in draft.scene.named.clone() {
        let person = draft.scene.snapshot.entity(id)?;
        let is_other = |person: &Entity| person.kind == EntityKind::Person && !person.erased;
        let Some(person) = person.filter(is_other).filter(|_| !themselves.contains(&id)) else { continue };
        if n_cards >= limit.entries {
            draft.leave(Part::PersonCard, EntryId::Person(id), LeftOutReason::OverLimit);
        } else if put_card(draft, &person)? {
            n_cards += 1;
        }
    }
    Ok(())
}

/// A card, if anything is known. Its name stands first, resting on the words of the facts below it.
fn put_card(draft: &mut Draft<'_>, person: &Entity) -> Result<bool, Error> {
    let most = draft.scene.turn.limits.card_facts;
    let limit = PartLimit { entries: usize::MAX, tokens: draft.scene.turn.limits.person_card.tokens };
    let relations = relations(draft, person.id)?;
    let memories = memories_about(draft, person.id)?;
    let words = first_words(draft, &relations, &memories)?;
    if words.is_empty() {
        return Ok(false);
    }
    let name = Entry::new(EntryId::Person(person.id), String::new(), names(draft, person)?, EntryReceipt::Words(words));
    if !draft.offer(Part::PersonCard, name, limit) {
        return Ok(false);
    }
    let mut n_facts = 0;
    // At most half of the facts are relations.
    for relation in relations.iter().take(most.div_ceil(2)) {
        let entry = relation_entry(draft, relation)?;
        n_facts += usize::from(draft.offer(Part::PersonCard, entry, limit));
    }
    for memory in memories {
        if n_facts >= most {
            break;
        }
        n_facts += usize::from(memories::offer(draft, Part::PersonCard, &RecalledMemory::from(memory), limit)?);
    }
    Ok(true)
}

/// The name, and the others in brackets.
fn names(draft: &Draft<'_>, person: &Entity) -> Result<String, Error> {
    let snapshot = draft.scene.snapshot;
    let mut names: Vec<String> = person.names().map(str::to_owned).collect();
    for id in snapshot.merged_into(person.id)? {
        let merged = snapshot.entity(id)?.filter(|one| !one.erased);
        names.extend(merged.iter().flat_map(Entity::names).map(str::to_owned));
    }
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(hupo_text::fold_str(name)));
    let Some((first, others)) = names.split_first() else { return Ok(person.name.clone()) };
    Ok(if others.is_empty() { first.clone() } else { format!("{first} ({})", others.join(", ")) })
}

/// The relations that hold now, newest first.
fn relations(draft: &Draft<'_>, person: EntityId) -> Result<Vec<Relation>, Error> {
    let (snapshot, now) = (draft.scene.snapshot, draft.scene.now());
    let mut relations = Vec::new();
    for id in snapshot.relations_at(person)?.into_iter().rev().take(LOOKED_AT) {
        let holds = |one: &Relation| one.superseded_by.is_none() && !one.erased && one.valid.contains(now);
        relations.extend(snapshot.relation(id)?.filter(holds));
    }
    Ok(relations)
}

/// The memories about a person: those that share words with the turn first, then the more important, then the newer.
fn memories_about(draft: &Draft<'_>, person: EntityId) -> Result<Vec<MemoryId>, Error> {
    let scene = draft.scene;
    let mut about: Vec<(bool, u8, MemoryId)> = Vec::new();
    for id in scene.snapshot.latest_memories_about(person, LOOKED_AT)? {
        let living = |memory: &Memory| memory.state == State::Active;
        let memory = scene.snapshot.memory(id)?.filter(living);
        about.extend(memory.map(|memory| (scene.terms.meet(&memory.text), memory.importance, id)));
    }
    about.sort_by_key(|(meets, importance, id)| Reverse((*meets, *importance, *id)));
    Ok(about.into_iter().map(|(_, _, id)| id).collect())
}

/// The first words of the first relation and of the first memory: that is how the person is known.
fn first_words(draft: &mut Draft<'_>, relations: &[Relation], memories: &[MemoryId]) -> Result<Vec<Said>, Error> {
    let memory = memories.first().map(|id| draft.scene.snapshot.memory(*id)).transpose()?.flatten();
    let evidence = relations.first().map(|one| one.evidence.clone()).into_iter().chain(memory.map(|one| one.evidence));
    let first: Vec<_> = evidence.filter_map(|evidence| evidence.into_iter().next()).collect();
    draft.words(&first)
}

/// `林晓 sister_of 许知夏`.
fn relation_entry(draft: &mut Draft<'_>, relation: &Relation) -> Result<Entry, Error> {
    let (from, to) = (name_of(draft, relation.from)?, name_of(draft, relation.to)?);
    let words = draft.words(&relation.evidence)?;
    let label = either(draft.scene.language, "关系", "relation").to_owned();
    let text = format!("{from} {} {to}", relation.predicate);
    Ok(Entry::new(EntryId::Relation(relation.id), label, text, EntryReceipt::Words(words)))
}

/// The name an entity is shown by: that of the one it turned out to be.
fn name_of(draft: &Draft<'_>, id: EntityId) -> Result<String, Error> {
    let snapshot = draft.scene.snapshot;
    let entity = snapshot.entity(id)?;
    let into = entity.as_ref().and_then(|entity| entity.merged_into);
    let shown = into.map(|id| snapshot.entity(id)).transpose()?.flatten().or(entity);
    Ok(shown.map_or_else(|| id.to_string(), |entity| entity.name))
}
