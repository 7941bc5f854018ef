//! What damage took, written down inside a write: what rested on it goes as if it had been erased, with a receipt.

use std::collections::BTreeMap;

use hupo_types::{EraseTarget, Event, Memory, MemoryId, MessageId, Sequence, Standing};

use super::{Draft, Fault};
use crate::erase::{self, Gone};
use crate::records::{self, expected};
use crate::{Error, ledger};

impl Draft<'_, '_> {
    /// Empties what rested on what is lost, and gives all that goes. `rewritten` are bodies that damage changed and that
    /// no erasure vouches for. Nothing is written if nothing is lost.
    pub(crate) fn lose(&mut self, lost: &Gone, rewritten: &BTreeMap<Sequence, [u8; 32]>) -> Result<Gone, Error> {
        if *lost == Gone::default() && rewritten.is_empty() {
            return Ok(Gone::default());
        }
        let gone = erase::of_lost(self.tables, lost)?;
        let (settled, freed) = (self.disputes_that_end(&gone)?, self.freed(&gone)?);
        let mut erasure = gone.receipt(EraseTarget::Message(MessageId::new(0)), self.now);
        erasure.lost = true;
        let mut bodies = rewritten.clone();
        bodies.extend(ledger::empty(self.tables, &gone)?);
        erasure.rewritten = bodies.into_iter().collect();
        self.empty_so_far(&gone);
        self.tables.mark_unswept()?;
        self.record(Event::Erased(erasure))?;
        for memory in settled {
            self.record(Event::StandingSet { memory, standing: Standing::Stable })?;
        }
        self.come_back(freed).map_err(failed)?;
        Ok(gone)
    }

    /// Memories that hold here, and of which a row still says that they were corrected: what they said was no longer so.
    pub(crate) fn supersede_again(&mut self, forms: impl Fn(u64) -> Vec<Memory>) -> Result<Vec<MemoryId>, Error> {
        let mut superseded = Vec::new();
        for number in 1..=self.before.memories {
            let old = MemoryId::new(number);
            let memory = expected(records::memory(self.tables, old)?, &old)?;
            let corrected = forms(number).into_iter().find_map(|form| form.superseded_by.zip(form.superseded_at));
            let Some((new, at)) = corrected.filter(|_| memory.state.holds()) else { continue };
            if new.get() <= self.before.memories {
                self.record(Event::MemorySuperseded { old, new, at })?;
                superseded.push(old);
            }
        }
        Ok(superseded)
    }
}

fn failed(fault: Fault) -> Error {
    match fault {
        Fault::Failed(error) => error,
        Fault::Refused(refusal) => Error::Refused { refusals: vec![(0, refusal)] },
    }
}
