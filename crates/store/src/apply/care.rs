//! What use and time do to memories.

use hupo_types::{Cared, Memory, MemoryId, Standing, State, Timestamp, Use};

use super::life::set_state;
use crate::records::{self, expected};
use crate::rows::get;
use crate::table::Table;
use crate::tables::Tables;
use crate::{Error, key};

pub(super) fn apply(tables: &mut Tables, cared: &Cared) -> Result<(), Error> {
    match cared {
        Cared::Used { turn, memories, basis, at } => {
            let one = Use { turn: *turn, basis: *basis, at: *at };
            memories.iter().try_for_each(|id| used(tables, *id, one))
        }
        Cared::Archived { memories, at } => memories.iter().try_for_each(|id| archive(tables, *id, *at)),
        Cared::Restored { memories, at } => memories.iter().try_for_each(|id| come_back(tables, *id, *at)),
        Cared::Folded { summary, members, at } => members.iter().try_for_each(|id| fold(tables, *id, *summary, *at)),
        Cared::Withdrawn { summary, members, at } => {
            withdraw(tables, *summary, *at)?;
            members.iter().try_for_each(|id| come_back(tables, *id, *at))
        }
    }
}

/// A memory counts once a turn. Told of what was inferred before, it is known better, and known to be warm.
fn used(tables: &mut Tables, id: MemoryId, one: Use) -> Result<(), Error> {
    let row = key::pair(id.get(), one.turn.get());
    let known: Option<Use> = get(tables, Table::Uses, &row)?;
    let kept = known.map_or(one, |known| Use { basis: known.basis.max(one.basis), ..known });
    tables.put(Table::Uses, &row, &kept)?;
    change(tables, id, |_, memory| {
        memory.care.used_count += u64::from(known.is_none());
        memory.care.last_used_at = memory.care.last_used_at.max(Some(one.at));
    })
}

fn archive(tables: &mut Tables, id: MemoryId, at: Timestamp) -> Result<(), Error> {
    change(tables, id, |tables, memory| {
        set_state(tables, memory, State::Archived);
        memory.care.archived_at = Some(at);
    })
}

fn fold(tables: &mut Tables, id: MemoryId, summary: MemoryId, at: Timestamp) -> Result<(), Error> {
    change(tables, id, |tables, memory| {
        set_state(tables, memory, State::Folded);
        memory.care.folded_into = Some(summary);
        memory.care.folded_at = Some(at);
    })
}

fn come_back(tables: &mut Tables, id: MemoryId, at: Timestamp) -> Result<(), Error> {
    change(tables, id, |tables, memory| {
        set_state(tables, memory, State::Active);
        memory.care.restored_at = memory.care.restored_at.max(Some(at));
    })
}

fn withdraw(tables: &mut Tables, id: MemoryId, at: Timestamp) -> Result<(), Error> {
    tables.totals_mut().superseded_memories += 1;
    change(tables, id, |tables, memory| {
        set_state(tables, memory, State::Superseded);
        memory.superseded_at = Some(at);
        memory.standing = Standing::Outdated;
    })
}

fn change(tables: &mut Tables, id: MemoryId, make: impl FnOnce(&mut Tables, &mut Memory)) -> Result<(), Error> {
    let mut memory = expected(records::memory(tables, id)?, &id)?;
    make(tables, &mut memory);
    tables.put(Table::Memories, &key::number(id.get()), &memory)
}
