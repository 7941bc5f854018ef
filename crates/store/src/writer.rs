//! The one writer: takes waiting writes together, commits them with one wait for the disk, and answers each.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};

use hupo_types::{Change, Stored};
use redb::Database;

use crate::Error;
use crate::database::{Shared, begin};
use crate::error::caught;
use crate::head::HeadFile;
use crate::ledger::Head;
use crate::options::OnCommit;
use crate::tables::Tables;
use crate::write::{Draft, Names, Receipt, Write};

/// Writes taken together at most.
const GROUP_WRITES: usize = 256;
/// No further write joins a group that has this many commands.
const GROUP_COMMANDS: usize = 10_000;

/// A write that waits, and where its answer goes.
pub(crate) struct Job {
    pub(crate) write: Write,
    pub(crate) answer: SyncSender<Result<Receipt, Error>>,
}

impl Job {
    /// A caller that stopped waiting needs no answer.
    fn answer(self, answer: Result<Receipt, Error>) {
        let _ = self.answer.send(answer);
    }
}

/// How an attempt to write a group ended.
enum Attempt {
    /// All is on the disk, or refused; an answer for each, and the new head.
    Written(Vec<Result<Receipt, Error>>, Head),
    /// Nothing was written: this one has to go first.
    Without(usize, Error),
    /// Nothing was acknowledged, and nothing more can be written.
    Broken(Error),
}

/// Why one write of a group was not done.
struct Failure {
    error: Error,
    /// Whether it left rows behind in the transaction.
    left_rows: bool,
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
}

impl Writer {
    /// Writes until nobody can ask any more.
    pub(crate) fn run(mut self, jobs: &Receiver<Job>) {
        while let Ok(first) = jobs.recv() {
            self.write(gather(first, jobs));
        }
    }

    /// Writes a group; a write that cannot be done goes, and the rest is done again without it.
    fn write(&mut self, mut jobs: Vec<Job>) {
        while !jobs.is_empty() {
            match self.attempt(&jobs) {
                Attempt::Written(answers, head) => return self.acknowledge(jobs, answers, head),
                Attempt::Without(number, error) => jobs.remove(number).answer(Err(error)),
                Attempt::Broken(error) => {
                    self.poisoned = true;
                    return jobs.into_iter().for_each(|job| job.answer(Err(error.clone())));
                }
            }
        }
    }

    fn attempt(&mut self, jobs: &[Job]) -> Attempt {
        if self.poisoned {
            return Attempt::Broken(Error::Poisoned);
        }
        let shared = Arc::clone(&self.shared);
        let database = shared.read();
        let Some(database) = database.as_ref() else { return Attempt::Broken(Error::Closed) };
        caught("writing", || self.attempt_in(database, jobs)).unwrap_or_else(Attempt::Broken)
    }

    fn attempt_in(&mut self, database: &Database, jobs: &[Job]) -> Result<Attempt, Error> {
        let transaction = begin(database)?;
        let mut head = self.head;
        let mut answers = Vec::with_capacity(jobs.len());
        let mut tables = Tables::open(&transaction)?;
        for (number, job) in jobs.iter().enumerate() {
            match write_one(&mut tables, &mut head, &mut self.names, &job.write) {
                Ok(receipt) => answers.push(Ok(receipt)),
                Err(failure) if failure.error.breaks_the_handle() => return Err(failure.error),
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
            transaction.commit()?;
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
        for receipt in answers.iter().flatten().filter(|receipt| !receipt.change.events.is_empty()) {
            self.tell(&receipt.change);
        }
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
    let mut commands = first.write.commands.len();
    let mut group = vec![first];
    while group.len() < GROUP_WRITES && commands < GROUP_COMMANDS {
        let Ok(job) = jobs.try_recv() else { break };
        commands += job.write.commands.len();
        group.push(job);
    }
    group
}

/// Puts one write into the transaction, after `head`.
fn write_one(tables: &mut Tables, head: &mut Head, names: &mut Names, write: &Write) -> Result<Receipt, Failure> {
    let mut draft = Draft::new(tables, write.now, write.model.as_ref());
    let begun = if write.replaces_vectors { draft.replace_vectors() } else { Ok(()) };
    let stored = match begun.and_then(|()| draft.run(&write.commands)) {
        Ok(stored) => stored,
        Err(error) => return Err(Failure { error, left_rows: !draft.is_untouched() }),
    };
    let finished = draft.finish(*head, names).map_err(|error| Failure { error, left_rows: true })?;
    Ok(receipt(stored, finished, head))
}

fn receipt(stored: Vec<Stored>, finished: Option<(Head, Change)>, head: &mut Head) -> Receipt {
    match finished {
        Some((next, change)) => {
            *head = next;
            Receipt { sequence: next.0, stored, change }
        }
        None => {
            let change = Change { sequence: head.0, events: [].into(), documents: Vec::new() };
            Receipt { sequence: head.0, stored, change }
        }
    }
}

#[cfg(test)]
mod tests;
