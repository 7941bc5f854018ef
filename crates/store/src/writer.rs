//! The one writer: takes waiting writes together, commits them with one wait for the disk, and answers each.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Receiver;

use hupo_types::Change;
use hupo_types::kill_point::KillPoint;
use redb::Database;

use crate::Error;
use crate::database::{Shared, begin};
use crate::error::caught;
use crate::head::HeadFile;
use crate::ledger::Head;
use crate::options::OnCommit;
use crate::tables::Tables;
use crate::write::{Names, Receipt};

mod job;
mod mend;

use job::unwritten;
pub(crate) use job::{Job, Outcome, Work};
pub(crate) use mend::LedgerFile;

/// Writes taken together at most.
const GROUP_WRITES: usize = 256;
/// No further write joins a group that has this many commands.
const GROUP_COMMANDS: usize = 10_000;

/// How an attempt to write a group ended.
enum Attempt {
    /// All is on the disk, or refused; an answer for each, and the new head.
    Written(Vec<Result<Receipt, Error>>, Head),
    /// Nothing was written: this one has to go first.
    Without(usize, Error),
    /// Nothing was acknowledged, and nothing more can be written.
    Broken(Error),
}

/// What the writer's thread owns.
pub(crate) struct Writer {
    pub(crate) shared: Arc<Shared>,
    pub(crate) head: Head,
    pub(crate) head_file: HeadFile,
    pub(crate) names: Names,
    pub(crate) on_commit: Option<OnCommit>,
    /// How many commits were made.
    pub(crate) groups: Arc<AtomicU64>,
    pub(crate) poisoned: bool,
    /// Whether that is because the disk was full.
    pub(crate) is_full: bool,
    /// How the file is opened anew once the disk was full; without it, it is not.
    pub(crate) ledger: Option<LedgerFile>,
}

impl Writer {
    /// Writes until nobody can ask any more.
    pub(crate) fn run(mut self, jobs: &Receiver<Job>) {
        while let Ok(first) = jobs.recv() {
            self.write(gather(first, jobs));
        }
    }

    /// Writes a group; a write that cannot be done goes, and the rest is done again without it. Rehearsals go first,
    /// each alone, as none of them may be seen by another.
    fn write(&mut self, jobs: Vec<Job>) {
        self.mend();
        let (rehearsals, mut jobs): (Vec<Job>, Vec<Job>) = jobs.into_iter().partition(|job| job.work.is_rehearsal());
        for mut job in rehearsals {
            let answer = self.rehearse(&mut job.work);
            job.answer(answer);
        }
        while !jobs.is_empty() {
            match self.attempt(&mut jobs) {
                Attempt::Written(answers, head) => return self.acknowledge(jobs, answers, head),
                Attempt::Without(number, error) => jobs.remove(number).answer(Err(error)),
                Attempt::Broken(error) => {
                    self.poisoned = true;
                    self.is_full = matches!(error, Error::DiskFull { .. });
                    self.mend();
                    return jobs.into_iter().for_each(|job| job.answer(Err(error.clone())));
                }
            }
        }
    }

    /// Does everything but the commit.
    fn rehearse(&self, work: &mut Work) -> Result<Receipt, Error> {
        if self.poisoned {
            return Err(Error::Poisoned);
        }
        let database = self.shared.read();
        let database = database.as_ref().ok_or(Error::Closed)?;
        caught("writing", || {
            let transaction = begin(database)?;
            let mut tables = Tables::open(&transaction)?;
            let stored = work.carry_out(&mut tables).map(|done| done.stored).map_err(|failure| failure.error);
            drop(tables);
            transaction.abort()?;
            Ok(unwritten(stored?, self.head))
        })
    }

    fn attempt(&mut self, jobs: &mut [Job]) -> Attempt {
        if self.poisoned {
            return Attempt::Broken(Error::Poisoned);
        }
        let shared = Arc::clone(&self.shared);
        let database = shared.read();
        let Some(database) = database.as_ref() else { return Attempt::Broken(Error::Closed) };
        caught("writing", || self.attempt_in(database, jobs)).unwrap_or_else(Attempt::Broken)
    }

    fn attempt_in(&mut self, database: &Database, jobs: &mut [Job]) -> Result<Attempt, Error> {
        let transaction = begin(database)?;
        let mut head = self.head;
        let mut answers = Vec::with_capacity(jobs.len());
        let mut tables = Tables::open(&transaction)?;
        for (number, job) in jobs.iter_mut().enumerate() {
            match job.write(&mut tables, &mut head, &mut self.names) {
                Ok(receipt) => answers.push(Ok(receipt)),
                Err(failure) if failure.breaks => return Err(failure.error),
                Err(failure) if failure.left_rows => {
                    drop(tables);
                    transaction.abort()?;
                    self.names.forget();
                    return Ok(Attempt::Without(number, failure.error));
                }
                Err(failure) => answers.push(Err(failure.error)),
            }
        }
        drop(tables);
        if head == self.head {
            transaction.abort()?;
        } else {
            KillPoint::RowsMade.pass();
            transaction.commit()?;
            KillPoint::LedgerCommitted.pass();
            self.groups.fetch_add(1, Ordering::Relaxed);
        }
        Ok(Attempt::Written(answers, head))
    }

    /// Tells the legs, then the callers. What is told here is on the disk.
    fn acknowledge(&mut self, jobs: Vec<Job>, answers: Vec<Result<Receipt, Error>>, head: Head) {
        if head != self.head {
            self.head = head;
            if let Err(error) = self.head_file.write(head) {
                tracing::warn!(%error, "the second copy of the head was not written; the next commit tries again");
            }
        }
        KillPoint::HeadWritten.pass();
        for receipt in answers.iter().flatten().filter(|receipt| !receipt.change.events.is_empty()) {
            self.tell(&receipt.change);
        }
        KillPoint::LegsApplied.pass();
        for (job, answer) in jobs.into_iter().zip(answers) {
            job.answer(answer);
        }
    }

    fn tell(&self, change: &Change) {
        let Some(on_commit) = &self.on_commit else { return };
        if std::panic::catch_unwind(AssertUnwindSafe(|| on_commit(change))).is_err() {
            tracing::error!(
                sequence = change.sequence.get(),
                "what listens to commits panicked; the write itself is safe"
            );
        }
    }
}

fn gather(first: Job, jobs: &Receiver<Job>) -> Vec<Job> {
    let mut commands = first.work.commands();
    let mut group = vec![first];
    while group.len() < GROUP_WRITES && commands < GROUP_COMMANDS {
        let Ok(job) = jobs.try_recv() else { break };
        commands += job.work.commands();
        group.push(job);
    }
    group
}

#[cfg(test)]
mod tests;
