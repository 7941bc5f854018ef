//! What care may follow: each memory in the state it is moved from, and what is folded among what its summary covers.
//!
//! A record that was erased later comes emptied and erased from its first event on, and goes through the same states.

use hupo_types::{Cared, Kind, Memory, MemoryId, State};

use super::known;
use crate::Error;
use crate::records::{self, expected};
use crate::rows::Rows;
use crate::write::never_cools;

pub(super) fn check(rows: &impl Rows, cared: &Cared) -> Result<(), Error> {
    match cared {
        Cared::Used { turn, memories, .. } => {
            known(turn.get(), rows.totals().messages, turn)?;
            each(rows, memories, |_| true)
        }
        Cared::Archived { memories, .. } => each(rows, memories, |memory| is_open(memory) && !never_cools(memory.kind)),
        Cared::Restored { memories, .. } => {
            each(rows, memories, |memory| matches!(memory.state, State::Archived | State::Folded))
        }
        Cared::Folded { summary, members, .. } => {
            let summary = topic_summary(rows, *summary)?;
            each(rows, members, |memory| {
                let is_left = memory.state.holds() || memory.state == State::Erased;
                is_left && (summary.state == State::Erased || summary.covers.contains(&memory.id))
            })
        }
        Cared::Withdrawn { summary, members, .. } => {
            let summary = topic_summary(rows, *summary)?.id;
            each(rows, members, |memory| memory.state == State::Folded && memory.care.folded_into == Some(summary))
        }
    }
}

/// Whether it was active, or would have been if it had not been emptied.
const fn is_open(memory: &Memory) -> bool {
    matches!(memory.state, State::Active | State::Erased)
}

fn topic_summary(rows: &impl Rows, id: MemoryId) -> Result<Memory, Error> {
    let memory = expected(records::memory(rows, id)?, &id)?;
    if memory.kind == Kind::TopicSummary && is_open(&memory) { Ok(memory) } else { Err(impossible(id)) }
}

fn each(rows: &impl Rows, memories: &[MemoryId], may: impl Fn(&Memory) -> bool) -> Result<(), Error> {
    for id in memories {
        let memory = expected(records::memory(rows, *id)?, id)?;
        if !may(&memory) {
            return Err(impossible(*id));
        }
    }
    Ok(())
}

fn impossible(id: MemoryId) -> Error {
    Error::damaged(format!("what happened to {id} cannot happen to it"))
}
