//! What becomes of memories, relations and entities after they were made.

use hupo_types::{Care, EntityId, Memory, MemoryId, RelationId, Standing, State, Timestamp};

use crate::records::{self, expected};
use crate::rows::{Rows, get, numbers};
use crate::table::Table;
use crate::tables::Tables;
use crate::{Error, key};

pub(super) fn set_standing(tables: &mut Tables, id: MemoryId, standing: Standing) -> Result<(), Error> {
    let mut memory = expected(records::memory(tables, id)?, &id)?;
    memory.standing = standing;
    tables.put(Table::Memories, &key::number(id.get()), &memory)
}

/// Moves a memory to another place in its life, which takes what belonged to the place it was in.
pub(super) fn set_state(tables: &mut Tables, memory: &mut Memory, state: State) {
    let totals = tables.totals_mut();
    match memory.state {
        State::Archived => totals.archived_memories = totals.archived_memories.saturating_sub(1),
        State::Folded => totals.folded_memories = totals.folded_memories.saturating_sub(1),
        State::Active | State::Superseded | State::Erased => {}
    }
    match state {
        State::Archived => totals.archived_memories += 1,
        State::Folded => totals.folded_memories += 1,
        State::Active | State::Superseded | State::Erased => {}
    }
    memory.state = state;
    memory.care = Care { archived_at: None, folded_into: None, folded_at: None, ..memory.care.clone() };
}

/// Hides the old memory. One that was withdrawn is hidden already, and says now what took its place. A new one that was not made as a correction is linked to the first it takes the place of.
pub(super) fn supersede(tables: &mut Tables, old: MemoryId, new: MemoryId, at: Timestamp) -> Result<(), Error> {
    let mut memory = expected(records::memory(tables, old)?, &old)?;
    if memory.state != State::Superseded {
        set_state(tables, &mut memory, State::Superseded);
        memory.superseded_at = Some(at);
        tables.totals_mut().superseded_memories += 1;
    }
    memory.superseded_by = Some(new);
    tables.put(Table::Memories, &key::number(old.get()), &memory)?;
    let mut memory = expected(records::memory(tables, new)?, &new)?;
    if memory.supersedes.is_none() {
        memory.supersedes = Some(old);
        tables.put(Table::Memories, &key::number(new.get()), &memory)?;
    }
    Ok(())
}

pub(super) fn supersede_relation(tables: &mut Tables, old: RelationId, new: RelationId) -> Result<(), Error> {
    let mut relation = expected(records::relation(tables, old)?, &old)?;
    relation.superseded_by = Some(new);
    tables.put(Table::Relations, &key::number(old.get()), &relation)
}

/// `merged`, and what counts as it, count as what `keep` counts as from here on.
pub(super) fn merge(tables: &mut Tables, keep: EntityId, merged: EntityId) -> Result<(), Error> {
    let root = expected(records::entity(tables, keep)?, &keep)?.merged_into.unwrap_or(keep);
    for below in members(tables, merged)? {
        move_member(tables, below, merged, root)?;
    }
    tables.put(Table::Merged, &key::pair(root.get(), merged.get()), &keep.get())?;
    count_as(tables, merged, Some(root))
}

/// `entity` stands alone again; what was merged into it, or into that, goes with it.
pub(super) fn split(tables: &mut Tables, entity: EntityId, from: EntityId) -> Result<(), Error> {
    let root = expected(records::entity(tables, entity)?, &entity)?.merged_into.unwrap_or(from);
    for below in below(tables, root, entity)? {
        move_member(tables, below, root, entity)?;
    }
    tables.remove(Table::Merged, &key::pair(root.get(), entity.get()))?;
    count_as(tables, entity, None)
}

fn members(rows: &impl Rows, root: EntityId) -> Result<Vec<EntityId>, Error> {
    Ok(numbers(rows, Table::Merged, &key::number(root.get()))?.into_iter().map(EntityId::new).collect())
}

/// The members of `root` that came to it through `entity`.
fn below(rows: &impl Rows, root: EntityId, entity: EntityId) -> Result<Vec<EntityId>, Error> {
    let mut parents = Vec::new();
    for member in members(rows, root)? {
        parents.push((member, parent(rows, root, member)?));
    }
    let mut below = vec![entity];
    let mut next = 0;
    while let Some(&above) = below.get(next) {
        below.extend(parents.iter().filter(|(_, parent)| *parent == above).map(|(member, _)| *member));
        next += 1;
    }
    below.remove(0);
    Ok(below)
}

/// What a member was merged into itself.
fn parent(rows: &impl Rows, root: EntityId, member: EntityId) -> Result<EntityId, Error> {
    let parent = get(rows, Table::Merged, &key::pair(root.get(), member.get()))?;
    Ok(EntityId::new(expected(parent, &member)?))
}

fn move_member(tables: &mut Tables, member: EntityId, from: EntityId, to: EntityId) -> Result<(), Error> {
    let parent = parent(tables, from, member)?;
    tables.remove(Table::Merged, &key::pair(from.get(), member.get()))?;
    tables.put(Table::Merged, &key::pair(to.get(), member.get()), &parent.get())?;
    count_as(tables, member, Some(to))
}

fn count_as(tables: &mut Tables, id: EntityId, root: Option<EntityId>) -> Result<(), Error> {
    let mut entity = expected(records::entity(tables, id)?, &id)?;
    entity.merged_into = root;
    tables.put(Table::Entities, &key::number(id.get()), &entity)
}
