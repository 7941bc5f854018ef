//! A job: one caller's write, and where its answer goes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use hupo_types::{Change, Sequence, Stored};

use crate::ledger::Head;
use crate::once::{Repeated, sealed};
use crate::tables::Tables;
use crate::write::{Done, Draft, Names, Order, Receipt, Transaction, Write};
use crate::{Error, Once};

/// For how many commands a transaction counts in a group; how many it will carry out is known only afterwards.
const COMMANDS: usize = 100;

/// What the writer's thread runs of a caller's: again from the start when its group has to be done again.
pub(crate) type Task = Box<dyn FnMut(&mut Transaction<'_, '_>) -> Result<(), Error> + Send>;

/// What is to be written.
pub(crate) enum Work {
    /// Commands that are known beforehand.
    Write(Write),
    /// Commands that follow from what the task reads.
    Task(Order, Task),
}

/// A write that waits, and where its answer goes.
pub(crate) struct Job {
    pub(crate) work: Work,
    pub(crate) once: Option<Once>,
    pub(crate) answer: SyncSender<Result<Receipt, Error>>,
}

/// Why one write of a group was not done.
pub(super) struct Failure {
    pub(super) error: Error,
    /// Whether it left rows behind in the transaction.
    pub(super) left_rows: bool,
    /// Whether redb can no longer be trusted to write. A caller's own error never says so.
    pub(super) breaks: bool,
}

impl Failure {
    fn of_store(error: Error, left_rows: bool) -> Self {
        let breaks = error.breaks_the_handle();
        Self { error, left_rows, breaks }
    }
}

impl Job {
    /// Puts it into the transaction, after `head`, unless it was done before.
    pub(super) fn write(
        &mut self,
        tables: &mut Tables,
        head: &mut Head,
        names: &mut Names,
    ) -> Result<Receipt, Failure> {
        let once = self.once.as_ref();
        let repeated = once.map_or(Ok(None), |once| once.repeated(tables));
        if let Some(done) = repeated.map_err(|error| Failure::of_store(error, false))? {
            return Ok(again(done));
        }
        self.work.write(once, tables, head, names)
    }

    /// A caller that stopped waiting needs no answer.
    pub(super) fn answer(self, answer: Result<Receipt, Error>) {
        let _ = self.answer.send(answer);
    }
}

impl Work {
    /// Whether nothing of it is to be written.
    pub(super) const fn is_rehearsal(&self) -> bool {
        match self {
            Self::Write(_) => false,
            Self::Task(order, _) => order.dry_run,
        }
    }

    /// About how many commands it has.
    pub(super) const fn commands(&self) -> usize {
        match self {
            Self::Write(write) => write.commands.len(),
            Self::Task(..) => COMMANDS,
        }
    }

    /// Carries it out without finishing it: what was done is in the tables alone.
    pub(super) fn carry_out<'a, 't>(&'a mut self, tables: &'a mut Tables<'t>) -> Result<Done<'a, 't>, Failure> {
        match self {
            Self::Write(write) => carry_out(tables, write),
            Self::Task(order, task) => perform(tables, order, task),
        }
    }

    /// Puts it into the transaction, after `head`, with its answer if that is to be kept.
    fn write(
        &mut self,
        once: Option<&Once>,
        tables: &mut Tables,
        head: &mut Head,
        names: &mut Names,
    ) -> Result<Receipt, Failure> {
        let Done { mut draft, stored, value } = self.carry_out(tables)?;
        if let Some(once) = once {
            let answer = [sealed(&stored), value].concat();
            draft.answer(once, answer).map_err(|error| Failure::of_store(error, !draft.is_untouched()))?;
        }
        let finished = draft.finish(*head, names).map_err(|error| Failure::of_store(error, true))?;
        let Some((next, change)) = finished else { return Ok(unwritten(stored, *head)) };
        *head = next;
        Ok(Receipt { sequence: next.0, stored, change, repeated: None })
    }
}

fn carry_out<'a, 't>(tables: &'a mut Tables<'t>, write: &'a Write) -> Result<Done<'a, 't>, Failure> {
    let mut draft = Draft::new(tables, write.now, write.model.as_ref());
    let begun = if write.replaces_vectors { draft.replace_vectors() } else { Ok(()) };
    match begun.and_then(|()| draft.run(&write.commands)) {
        Ok(stored) => Ok(Done { draft, stored, value: Vec::new() }),
        Err(error) => Err(Failure::of_store(error, !draft.is_untouched())),
    }
}

fn perform<'a, 't>(tables: &'a mut Tables<'t>, order: &'a Order, task: &mut Task) -> Result<Done<'a, 't>, Failure> {
    let mut transaction = Transaction::new(Draft::new(tables, order.now, order.model.as_ref()));
    let ended = task(&mut transaction);
    let left_rows = !transaction.is_untouched();
    transaction.check().map_err(|error| Failure::of_store(error, left_rows))?;
    match ended {
        Ok(()) => Ok(transaction.done()),
        Err(error) => Err(Failure { error, left_rows, breaks: false }),
    }
}

/// The receipt of what wrote nothing.
pub(super) fn unwritten(stored: Vec<Stored>, head: Head) -> Receipt {
    Receipt { sequence: head.0, stored, change: nothing(head.0), repeated: None }
}

/// The receipt of what was done before.
fn again(done: Repeated) -> Receipt {
    let Repeated { sequence, stored, value } = done;
    Receipt { sequence, stored, change: nothing(sequence), repeated: Some(value) }
}

fn nothing(sequence: Sequence) -> Change {
    Change { sequence, events: [].into(), documents: Vec::new() }
}

/// What the last run of a task came to; nothing if it failed.
pub(crate) struct Outcome<T>(Arc<Mutex<Option<std::thread::Result<T>>>>);

impl<T: Send + 'static> Outcome<T> {
    /// A task that runs `work`, and where to find what it came to. If `work` panics, only it fails.
    pub(crate) fn of(
        mut work: impl FnMut(&mut Transaction<'_, '_>) -> Result<T, Error> + Send + 'static,
    ) -> (Self, Task) {
        let kept = Arc::new(Mutex::new(None));
        let outcome = Self(Arc::clone(&kept));
        let task = move |transaction: &mut Transaction<'_, '_>| {
            let ended = catch_unwind(AssertUnwindSafe(|| work(transaction)));
            let (outcome, result) = match ended {
                Ok(Ok(value)) => (Some(Ok(value)), Ok(())),
                Ok(Err(error)) => (None, Err(error)),
                Err(panic) => (Some(Err(panic)), Err(Error::damaged("the work of a transaction panicked"))),
            };
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = outcome;
            result
        };
        (outcome, Box::new(task))
    }

    /// As [`Self::of`]; what `work` gives is kept with the write.
    pub(crate) fn kept(
        mut work: impl FnMut(&mut Transaction<'_, '_>) -> Result<T, Error> + Send + 'static,
    ) -> (Self, Task)
    where
        T: Serialize,
    {
        Self::of(move |transaction| {
            let value = work(transaction)?;
            transaction.gave(sealed(&value));
            Ok(value)
        })
    }

    /// What `work` gave; its panic goes on in the caller.
    pub(crate) fn take(self) -> Option<T> {
        match self.0.lock().unwrap_or_else(PoisonError::into_inner).take()? {
            Ok(value) => Some(value),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}
