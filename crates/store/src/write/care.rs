//! What use and time do to memories, checked.

use std::collections::BTreeMap;

use hupo_types::{
    CareCommand, Cared, Event, Kind, Memory, MemoryId, MessageId, MessageRef, Refusal, State, Stored, Timestamp, Use,
    UseBasis, limits,
};

use super::review::unsupported;
use super::{Draft, Fault, check};
use crate::read::Read;
use crate::records::{self, expected};
use crate::rows::get;
use crate::table::Table;
use crate::{Error, key};

impl Draft<'_, '_> {
    pub(super) fn care(&mut self, command: &CareCommand) -> Result<Stored, Fault> {
        match command {
            CareCommand::Use { turn, memories, basis } => self.used(turn, memories, *basis)?,
            CareCommand::Archive { memories } => self.archive(memories)?,
            CareCommand::Restore { memories } => self.restore(memories)?,
            CareCommand::Fold { summary, members } => self.fold(*summary, members)?,
            CareCommand::Withdraw { summary } => {
                let summary = self.topic_summary(*summary)?;
                self.withdraw(&summary)?;
            }
        }
        Ok(Stored::Done)
    }

    /// A memory that is used comes back if it was archived: what is archived has not been used since.
    fn used(&mut self, turn: &MessageRef, memories: &[MemoryId], basis: UseBasis) -> Result<(), Fault> {
        let turn = self.message_meant("turn", turn)?.id;
        let (mut news, mut cold) = (Vec::new(), Vec::new());
        for (field, id) in listed("memories", memories)? {
            let memory = self.memory_with(&field, id)?;
            if self.basis(id, turn)?.is_some_and(|known| known >= basis) {
                continue;
            }
            news.push(id);
            if memory.state == State::Archived {
                cold.push(id);
            }
        }
        self.cared(news, |memories, at| Cared::Used { turn, memories, basis, at })?;
        self.come_back(cold)
    }

    /// How it is known that a turn used a memory, if it is.
    fn basis(&self, memory: MemoryId, turn: MessageId) -> Result<Option<UseBasis>, Error> {
        let known: Option<Use> = get(self.tables, Table::Uses, &key::pair(memory.get(), turn.get()))?;
        Ok(known.map(|known| known.basis))
    }

    fn archive(&mut self, memories: &[MemoryId]) -> Result<(), Fault> {
        let mut cold = Vec::new();
        for (field, id) in listed("memories", memories)? {
            let memory = self.memory_with(&field, id)?;
            if let Some(reason) = stays_in_recall(&memory) {
                return Err(unsupported(&field, &reason).into());
            }
            cold.push(id);
        }
        self.cared(cold, |memories, at| Cared::Archived { memories, at })
    }

    fn restore(&mut self, memories: &[MemoryId]) -> Result<(), Fault> {
        let mut back = Vec::new();
        for (field, id) in listed("memories", memories)? {
            match self.memory_with(&field, id)?.state {
                State::Archived | State::Folded => back.push(id),
                State::Active | State::Superseded | State::Erased => {}
            }
        }
        self.come_back(back)
    }

    fn fold(&mut self, summary: MemoryId, members: &[MemoryId]) -> Result<(), Fault> {
        let summary = self.topic_summary(summary)?;
        if summary.state != State::Active {
            return Err(Refusal::Settled { field: "summary".to_owned(), what: summary.id.to_string() }.into());
        }
        let mut folded = Vec::new();
        for (field, id) in listed("members", members)? {
            if !summary.covers.contains(&id) {
                let reason = format!("{id} is not among the memories that {} was made from", summary.id);
                return Err(unsupported(&field, &reason).into());
            }
            match self.memory_with(&field, id)?.state {
                State::Active | State::Archived => folded.push(id),
                State::Superseded | State::Folded | State::Erased => {}
            }
        }
        self.fold_into(summary.id, folded)
    }

    fn topic_summary(&self, id: MemoryId) -> Result<Memory, Fault> {
        let memory = self.memory_with("summary", id)?;
        if memory.kind != Kind::TopicSummary {
            return Err(unsupported("summary", &format!("{id} is no topic summary")).into());
        }
        Ok(memory)
    }

    /// What a summary says no longer holds: it leaves recall, and what it stood for comes back. Done once.
    fn withdraw(&mut self, summary: &Memory) -> Result<(), Error> {
        if summary.state != State::Active {
            return Ok(());
        }
        let (members, at) = (self.folded_into(summary)?, self.now);
        self.record(Event::Cared(Cared::Withdrawn { summary: summary.id, members, at }))
    }

    /// The memories that a summary stands for, ascending.
    pub(super) fn folded_into(&self, summary: &Memory) -> Result<Vec<MemoryId>, Error> {
        let mut folded = Vec::new();
        for id in &summary.covers {
            let member = expected(records::memory(self.tables, *id)?, id)?;
            if member.state == State::Folded && member.care.folded_into == Some(summary.id) {
                folded.push(*id);
            }
        }
        Ok(folded)
    }

    /// Memories come back to recall, their clocks started again.
    pub(super) fn come_back(&mut self, memories: Vec<MemoryId>) -> Result<(), Fault> {
        self.cared(memories, |memories, at| Cared::Restored { memories, at })
    }

    fn fold_into(&mut self, summary: MemoryId, members: Vec<MemoryId>) -> Result<(), Fault> {
        self.cared(members, |members, at| Cared::Folded { summary, members, at })
    }

    /// Records what happened to these; nothing if there are none.
    fn cared(
        &mut self,
        memories: Vec<MemoryId>,
        happened: impl FnOnce(Vec<MemoryId>, Timestamp) -> Cared,
    ) -> Result<(), Fault> {
        if !memories.is_empty() {
            self.record(Event::Cared(happened(memories, self.now)))?;
        }
        Ok(())
    }
}

/// What a correction does beyond the memory it corrects.
impl Draft<'_, '_> {
    /// Hides a memory behind the one that took its place. Summaries made from it no longer hold, and what it stood for
    /// itself, if it was one, is stood for by the new one as far as that is made from it; the rest comes back.
    pub(super) fn give_way(&mut self, old: MemoryId, new: MemoryId) -> Result<(), Fault> {
        self.record(Event::MemorySuperseded { old, new, at: self.now })?;
        for id in self.tables.summaries_of(old)? {
            let summary = expected(records::memory(self.tables, id)?, &id)?;
            self.withdraw(&summary)?;
        }
        self.hand_over(old, new)
    }

    fn hand_over(&mut self, old: MemoryId, new: MemoryId) -> Result<(), Fault> {
        let before = expected(records::memory(self.tables, old)?, &old)?;
        let after = expected(records::memory(self.tables, new)?, &new)?;
        let (kept, left) = self.folded_into(&before)?.into_iter().partition(|id| after.covers.contains(id));
        self.fold_into(new, kept)?;
        self.come_back(left)
    }
}

/// Why a memory may not be archived, if it may not.
fn stays_in_recall(memory: &Memory) -> Option<String> {
    let id = memory.id;
    if never_cools(memory.kind) {
        return Some(format!("{id} is of kind {}, which never goes cold", memory.kind));
    }
    match memory.state {
        State::Active => None,
        State::Superseded => Some(format!("{id} was superseded; only what is active goes cold")),
        State::Archived => Some(format!("{id} is archived already")),
        State::Folded => Some(format!("a topic summary stands for {id}; what is folded is never archived")),
        State::Erased => Some(format!("{id} was erased")),
    }
}

/// Whether memories of a kind are never archived: who they are, and what stands for others.
pub(crate) const fn never_cools(kind: Kind) -> bool {
    matches!(kind, Kind::Identity | Kind::TopicSummary)
}

/// The ids of a list, each once, ascending, with the field that names it first.
fn listed(field: &str, ids: &[MemoryId]) -> Result<Vec<(String, MemoryId)>, Refusal> {
    check::count(field, ids.len(), limits::COMMANDS)?;
    let mut places = BTreeMap::new();
    for (place, id) in ids.iter().enumerate() {
        places.entry(*id).or_insert(place);
    }
    Ok(places.into_iter().map(|(id, place)| (format!("{field}[{place}]"), id)).collect())
}
