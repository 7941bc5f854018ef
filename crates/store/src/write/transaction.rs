//! A transaction: what a caller's work reads and writes on the writer's thread, all of it or nothing.

use std::ops::Bound;

use hupo_types::{Command, ModelIdentity, Refusal, Stored, Timestamp};

use super::{Draft, Fault, check};
use crate::Error;
use crate::error::caught;
use crate::rows::{Rows, Scan};
use crate::table::Table;
use crate::totals::Totals;

/// How a transaction is to be run.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// The writer's clock.
    pub now: Timestamp,
    /// The model that made the vectors in the commands; needed if there are any.
    pub model: Option<ModelIdentity>,
    /// Only say what would become of it, and write nothing.
    pub dry_run: bool,
}

impl Order {
    /// An order without vectors, to be written.
    pub const fn new(now: Timestamp) -> Self {
        Self { now, model: None, dry_run: false }
    }
}

/// A write that was carried out and is not finished.
pub(crate) struct Done<'a, 't> {
    pub(crate) draft: Draft<'a, 't>,
    /// What became of each command.
    pub(crate) stored: Vec<Stored>,
    /// What the work gave, sealed; empty if nobody keeps it.
    pub(crate) value: Vec<u8>,
}

/// The space as it stands inside one write, with what the write did so far: [`crate::Read`] reads it.
///
/// What documents mention is found when the work is done, so [`crate::Read::mentions`] knows only earlier writes.
pub struct Transaction<'a, 't> {
    draft: Draft<'a, 't>,
    stored: Vec<Stored>,
    /// What the work gave, if the answer is to be kept.
    value: Vec<u8>,
    /// A command failed: whatever the work makes of that, nothing is written.
    failed: Option<Error>,
}

impl<'a, 't> Transaction<'a, 't> {
    pub(crate) const fn new(draft: Draft<'a, 't>) -> Self {
        Self { draft, stored: Vec::new(), value: Vec::new(), failed: None }
    }

    /// The writer's clock.
    pub const fn now(&self) -> Timestamp {
        self.draft.now
    }

    /// Carries a command out, or says why not. A refused command has written nothing, and the work may go on.
    ///
    /// # Errors
    /// [`Error::Damaged`], [`Error::Io`]. After an error nothing of the transaction is written.
    pub fn carry_out(&mut self, command: &Command) -> Result<Result<Stored, Refusal>, Error> {
        if let Some(failed) = &self.failed {
            return Err(failed.clone());
        }
        let carried = self.attempt(command);
        self.failed = carried.as_ref().err().cloned();
        carried
    }

    fn attempt(&mut self, command: &Command) -> Result<Result<Stored, Refusal>, Error> {
        if let Err(refusal) = check::write(self.stored.len() + 1, self.now()) {
            return Ok(Err(refusal));
        }
        let before = self.draft.events.len();
        match caught("writing", || Ok(self.draft.carry_out(command)))? {
            Ok(stored) => {
                self.stored.push(stored);
                Ok(Ok(stored))
            }
            Err(Fault::Failed(error)) => Err(error),
            Err(Fault::Refused(refusal)) if self.draft.events.len() == before => Ok(Err(refusal)),
            Err(Fault::Refused(refusal)) => Err(Error::Refused { refusals: vec![(self.stored.len(), refusal)] }),
        }
    }

    /// Takes down what the work gave.
    pub(crate) fn gave(&mut self, value: Vec<u8>) {
        self.value = value;
    }

    /// What was written so far, to be finished.
    pub(crate) fn done(self) -> Done<'a, 't> {
        Done { draft: self.draft, stored: self.stored, value: self.value }
    }

    /// Whether the work may count, whatever it says itself.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.failed.clone().map_or(Ok(()), Err)
    }

    /// Whether the tables are as they were.
    pub(crate) fn is_untouched(&self) -> bool {
        self.draft.is_untouched()
    }
}

impl Rows for Transaction<'_, '_> {
    fn row<R>(
        &self,
        table: Table,
        key: &[u8],
        read: impl FnOnce(&[u8]) -> Result<R, Error>,
    ) -> Result<Option<R>, Error> {
        self.draft.tables.row(table, key, read)
    }

    fn range(&self, table: Table, bounds: (Bound<&[u8]>, Bound<&[u8]>)) -> Result<Scan<'_>, Error> {
        self.draft.tables.range(table, bounds)
    }

    fn totals(&self) -> &Totals {
        self.draft.tables.totals()
    }
}
