//! Erasure inside a write: what goes is found, the ledger is rewritten, and the receipt joins it as an event.

use std::collections::BTreeSet;

use hupo_types::{
    EntityId, EraseTarget, Event, Memory, MemoryId, MessageId, Refusal, Reviewed, Standing, State, Stored,
};

use super::{Draft, Fault};
use crate::apply::{Birth, SPACE};
use crate::erase::{self, Gone};
use crate::read::Read;
use crate::records::{self, expected};
use crate::rows::get;
use crate::table::Table;
use crate::{Error, key, ledger};

impl Draft<'_, '_> {
    /// Erases the target with all that goes with it; what was erased before stays so, and nothing is written.
    pub(super) fn erase(&mut self, target: EraseTarget) -> Result<Stored, Fault> {
        let Some(gone) = self.gone(target)? else { return Ok(Stored::Done) };
        let (settled, freed) = (self.disputes_that_end(&gone)?, self.freed(&gone)?);
        self.bar(target)?;
        let mut erasure = gone.receipt(target, self.now);
        erasure.rewritten = ledger::empty(self.tables, &gone)?;
        self.empty_so_far(&gone);
        self.tables.mark_unswept()?;
        self.record(Event::Erased(erasure))?;
        for memory in settled {
            self.record(Event::StandingSet { memory, standing: Standing::Stable })?;
        }
        self.come_back(freed)?;
        Ok(Stored::Done)
    }

    /// The memories that stay and that summaries stand for which go.
    pub(super) fn freed(&self, gone: &Gone) -> Result<Vec<MemoryId>, Error> {
        let mut freed = Vec::new();
        for id in &gone.memories {
            let memory = expected(records::memory(self.tables, *id)?, id)?;
            freed.extend(self.folded_into(&memory)?);
        }
        freed.retain(|id| !gone.memories.contains(id));
        freed.sort_unstable();
        Ok(freed)
    }

    /// What goes; `None` if it went before.
    fn gone(&self, target: EraseTarget) -> Result<Option<Gone>, Fault> {
        Ok(match target {
            EraseTarget::Message(id) => {
                let message = records::message(self.tables, id)?.ok_or_else(|| unknown_message(id))?;
                (!message.erased).then(|| erase::of_message(self.tables, &message)).transpose()?
            }
            EraseTarget::Memory(id) => {
                let memory = records::memory(self.tables, id)?.ok_or_else(|| unknown_memory(id))?;
                let is_left = memory.state != State::Erased;
                is_left.then(|| erase::of_memory(self.tables, &memory)).transpose()?
            }
            EraseTarget::Entity(id) => {
                let entity = records::entity(self.tables, id)?.ok_or_else(|| unknown_entity(id))?;
                (!entity.erased).then(|| erase::of_entity(self.tables, &entity)).transpose()?
            }
        })
    }

    /// A memory that a person wants gone may not come back from the messages that stay. Its fact is not barred while
    /// another living memory says something of it: that one may still be confirmed and corrected.
    fn bar(&mut self, target: EraseTarget) -> Result<(), Error> {
        let EraseTarget::Memory(id) = target else { return Ok(()) };
        let memory = expected(records::memory(self.tables, id)?, &id)?;
        if self.lives_on(&memory)? {
            return Ok(());
        }
        let birth: Birth = expected(get(self.tables, Table::Meta, SPACE)?, &"the space")?;
        let (scope, kind) = (memory.scope, memory.kind);
        let hash = key::barred(&birth, key::Fact { scope, kind, key: &memory.key, text: &memory.text });
        self.record(Event::Reviewed(Reviewed::Barred { hash, at: self.now }))
    }

    fn lives_on(&self, memory: &Memory) -> Result<bool, Error> {
        let living = self.tables.living_of_key(memory.scope, memory.kind, &memory.key)?;
        Ok(living.iter().any(|other| other.id != memory.id))
    }

    /// The memories that were disputed by proposals that go, and by no other that waits.
    pub(super) fn disputes_that_end(&self, gone: &Gone) -> Result<Vec<MemoryId>, Error> {
        let (mut ended, mut others) = (BTreeSet::new(), BTreeSet::new());
        for id in self.tables.waiting()? {
            let review = expected(self.tables.review(id)?, &id)?;
            let side = if gone.proposals.contains(&id) { &mut ended } else { &mut others };
            side.extend(review.conflicts);
        }
        let mut settled = Vec::new();
        for id in ended.difference(&others).filter(|id| !gone.memories.contains(id)) {
            let memory = expected(records::memory(self.tables, *id)?, id)?;
            if memory.state.holds() && memory.standing == Standing::Disputed {
                settled.push(*id);
            }
        }
        Ok(settled)
    }

    /// This write's own events have no number yet: they are emptied before they get one.
    pub(super) fn empty_so_far(&mut self, gone: &Gone) {
        for event in &mut self.events {
            erase::empty(event, gone);
        }
        self.named.retain(|doc, _| !gone.has(*doc));
        for entities in self.named.values_mut() {
            entities.retain(|entity| !gone.entities.contains(entity));
        }
    }
}

fn unknown_message(id: MessageId) -> Refusal {
    Refusal::UnknownMessage { field: "target".to_owned(), message: id.to_string() }
}

fn unknown_memory(id: MemoryId) -> Refusal {
    Refusal::UnknownMemory { field: "target".to_owned(), memory: id.to_string() }
}

fn unknown_entity(id: EntityId) -> Refusal {
    Refusal::UnknownEntity { field: "target".to_owned(), entity: id.to_string() }
}
