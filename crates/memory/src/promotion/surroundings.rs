//! What makes lines understood: others of their day or before them, whom they mention, what is open and what is known.

use super::Task;
use super::day::{business_day, said_at};
use super::lines::is_said;
use crate::{Context, Error};
use hupo_store::Read;
use hupo_types::{
    DocId, Due, Entity, EntityId, Memory, MemoryId, Message, MessageId, MessageRange, State, TemporalItem,
    TemporalItemId, Track,
};
use std::collections::{BTreeMap, BTreeSet};

/// Lines of context at most.
const BEFORE: usize = 30;

/// Ids looked at for them at most, where the program's lines and erased ones lie between.
const LOOKED_AT: u64 = 240;

/// People, open matters and memories at most.
const PEOPLE: usize = 60;
const ITEMS: usize = 100;
const MEMORIES: usize = 200;

/// Memories looked at for the newest ones at most.
const NEWEST_LOOKED_AT: u64 = 1_000;

/// The lines between those of a run that are not its own, those before it, and what an earlier run of the day promoted.
pub(super) fn before(view: &impl Read, due: &Due, ctx: &Context) -> Result<Vec<Message>, Error> {
    let Some(span) = due.span() else { return Ok(Vec::new()) };
    let hour = ctx.rules.promotion.day_starts_hour;
    let mut lines = BTreeMap::new();
    for message in lines_before(view, span.from)?.into_iter().chain(between(view, due, span)?) {
        lines.insert(message.id, message);
    }
    if let Due::Day { day, .. } = due
        && !lines.values().any(|line| business_day(said_at(line), ctx.zone, hour) == *day)
    {
        let earlier = view.run_of_day(*day)?.map(|run| run.due).unwrap_or_else(|| due.clone());
        let ids = earlier.ranges().iter().flat_map(|range| range.ids()).filter(|id| !is_own(due, *id));
        for id in ids.collect::<Vec<_>>().into_iter().rev().take(BEFORE) {
            lines.extend(view.message(id)?.filter(is_said).map(|message| (message.id, message)));
        }
    }
    let mut lines: Vec<Message> = lines.into_values().collect();
    lines.sort_by_key(|line| (said_at(line), line.id));
    Ok(lines)
}

fn is_own(due: &Due, id: MessageId) -> bool {
    due.ranges().iter().any(|range| range.contains(id))
}

fn lines_before(view: &impl Read, first: MessageId) -> Result<Vec<Message>, Error> {
    let mut lines = Vec::new();
    for number in (first.get().saturating_sub(LOOKED_AT).max(1)..first.get()).rev() {
        if lines.len() >= BEFORE {
            break;
        }
        lines.extend(view.message(MessageId::new(number))?.filter(is_said));
    }
    Ok(lines)
}

/// What lies between the lines of a run and was promoted before it; what is not belongs to another run.
fn between(view: &impl Read, due: &Due, span: MessageRange) -> Result<Vec<Message>, Error> {
    let told = view.covered(Track::Facts)?;
    let mut lines = Vec::new();
    for range in told.iter().filter(|range| range.from <= span.to && span.from <= range.to) {
        for id in range.ids().filter(|id| span.contains(*id) && !is_own(due, *id)).take(BEFORE) {
            lines.extend(view.message(id)?.filter(is_said));
        }
    }
    lines.truncate(BEFORE);
    Ok(lines)
}

/// Puts in whom the lines mention, what is open, and the memories they may be about.
pub(super) fn put(view: &impl Read, task: &mut Task) -> Result<(), Error> {
    task.people = people(view, task)?;
    task.open_items = open_items(view)?;
    task.memories = memories(view, &task.people)?;
    Ok(())
}

fn people(view: &impl Read, task: &Task) -> Result<Vec<Entity>, Error> {
    let mut ids: BTreeSet<EntityId> = BTreeSet::new();
    for message in task.messages.iter().chain(&task.before) {
        ids.extend(view.entities_of(DocId::Message(message.id))?);
        for name in message.people.iter().chain(&message.speaker) {
            ids.extend(view.entities_called(name)?);
        }
    }
    let mut people = BTreeMap::new();
    for id in ids {
        let Some(entity) = view.entity(id)? else { continue };
        let root = entity.merged_into.unwrap_or(id);
        let entity = if root == id { Some(entity) } else { view.entity(root)? };
        people.extend(entity.filter(|entity| !entity.erased).map(|entity| (root, entity)));
    }
    Ok(people.into_values().take(PEOPLE).collect())
}

fn open_items(view: &impl Read) -> Result<Vec<TemporalItem>, Error> {
    let mut open = Vec::new();
    for number in (1..=view.n_temporal_items()).rev() {
        if open.len() >= ITEMS {
            break;
        }
        let item = view.temporal_item(TemporalItemId::new(number))?;
        open.extend(item.filter(|item| item.closing.is_none() && !item.erased));
    }
    open.sort_by_key(|item| (item.starts.is_none(), item.starts, item.id));
    Ok(open)
}

/// Half of them of the people, the rest the newest.
fn memories(view: &impl Read, people: &[Entity]) -> Result<Vec<Memory>, Error> {
    let mut found: BTreeMap<MemoryId, Memory> = BTreeMap::new();
    for person in people {
        for doc in view.mentions(person.id)?.into_iter().rev() {
            if found.len() >= MEMORIES / 2 {
                break;
            }
            if let DocId::Memory(id) = doc {
                found.extend(view.memory(id)?.filter(may_be_meant).map(|memory| (id, memory)));
            }
        }
    }
    let last = view.n_memories();
    for number in (last.saturating_sub(NEWEST_LOOKED_AT) + 1..=last).rev() {
        if found.len() >= MEMORIES {
            break;
        }
        let id = MemoryId::new(number);
        found.extend(view.memory(id)?.filter(may_be_meant).map(|memory| (id, memory)));
    }
    Ok(found.into_values().collect())
}

/// What may be repeated or corrected: what is in recall, or only out of it for want of use.
const fn may_be_meant(memory: &Memory) -> bool {
    match memory.state {
        State::Active | State::Archived | State::Folded => true,
        State::Superseded | State::Erased => false,
    }
}
