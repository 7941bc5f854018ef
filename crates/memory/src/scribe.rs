//! The hand that writes a proposal: its first command may be refused, a later one may not.

use crate::Error;
use crate::stop::{Checked, Stop};
use hupo_store::Transaction;
use hupo_types::{Command, Stored};

/// Carries out the commands of one proposal.
pub(crate) struct Scribe<'x, 'a, 't> {
    pub(crate) txn: &'x mut Transaction<'a, 't>,
    begun: bool,
}

impl<'x, 'a, 't> Scribe<'x, 'a, 't> {
    pub(crate) const fn new(txn: &'x mut Transaction<'a, 't>) -> Self {
        Self { txn, begun: false }
    }

    /// Carries a command out. The first one's refusal is a verdict; a later one's would leave half a proposal.
    pub(crate) fn write(&mut self, command: &Command) -> Checked<Stored> {
        match self.txn.carry_out(command)? {
            Ok(stored) => {
                self.begun = true;
                Ok(stored)
            }
            Err(refusal) if self.begun => Err(Stop::Failed(Error::LateRefusal { refusal })),
            Err(refusal) => Err(refusal.into()),
        }
    }

    /// Carries out a command that need not be: `None` if the store refused it.
    pub(crate) fn try_write(&mut self, command: &Command) -> Checked<Option<Stored>> {
        let stored = self.txn.carry_out(command)?.ok();
        self.begun |= stored.is_some();
        Ok(stored)
    }
}
