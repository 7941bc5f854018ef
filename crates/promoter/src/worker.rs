//! The worker: does what is due in many spaces, a run of each at a time, a few spaces at once, until nothing is due or it
//! is told to stop. It keeps nothing on disk: what is done stands in the spaces, so it can end and begin anywhere.

mod held;
mod turns;

use crate::{Extractor, Failure, Per, Places, Stop};
use held::Held;
use hupo::{Due, RunOutcome, RunReport, Space, Timestamp};
use std::sync::Arc;
use std::time::Duration;
use turns::{Next, Turns};

/// No wait between two rounds is longer, however often they came to nothing.
const LONGEST_WAIT: Duration = Duration::from_secs(15 * 60);

/// Does what is due.
pub struct Worker<'w> {
    /// The spaces.
    pub places: &'w dyn Places,
    /// Who makes proposals.
    pub extractor: &'w dyn Extractor,
    /// The clock.
    pub now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    /// Tells it to end.
    pub stop: Stop,
    /// How many spaces it works on at once; at least one.
    pub at_once: usize,
    /// Is told what happens, from any of its threads.
    pub tell: &'w (dyn Fn(&Told<'_>) + Sync),
}

/// What the worker tells.
#[derive(Debug)]
pub enum Told<'t> {
    /// A run ended; its outcome says how.
    Ended {
        /// The space.
        space: &'t str,
        /// What it promoted.
        due: &'t Due,
        /// What came of it.
        report: &'t RunReport,
    },
    /// A run came to nothing, or the space could not be had.
    Failed {
        /// The space.
        space: &'t str,
        /// What it was to promote, if it came so far.
        due: Option<&'t Due>,
        /// Why.
        failure: &'t Failure,
    },
}

/// What a round came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Round {
    /// Runs that were closed.
    pub n_closed: usize,
    /// Runs that came to nothing, and stay due.
    pub n_failed: usize,
    /// It was broken off: told to stop, or for a reason that every run would have met.
    pub is_broken_off: bool,
    /// How long an endpoint asked to be left alone.
    pub wait: Option<Duration>,
}

impl Worker<'_> {
    /// Does all that is due now, once. What comes to nothing is left for another round.
    ///
    /// # Errors
    /// A [`Failure`] if the spaces cannot be listed.
    pub fn once(&self) -> Result<Round, Failure> {
        self.round(&Held::default())
    }

    /// Does what is due, again and again, every so often, until it is told to stop. What came to nothing is tried again
    /// after a time that doubles; so is everything, while the endpoint does not answer at all.
    ///
    /// # Errors
    /// A [`Failure`] if the spaces cannot be listed.
    pub fn watch(&self, every: Duration) -> Result<(), Failure> {
        let held = Held::waiting(every);
        let mut n_broken = 0;
        while !self.stop.is_told() {
            let round = self.round(&held)?;
            n_broken = if round.is_broken_off { n_broken + 1 } else { 0 };
            let wait = every.saturating_mul(1 << n_broken.min(10)).min(LONGEST_WAIT.max(every));
            self.stop.sleep(wait.max(round.wait.unwrap_or_default()));
        }
        Ok(())
    }

    fn round(&self, held: &Held) -> Result<Round, Failure> {
        held.begin_round();
        let now = (self.now)();
        let mut names = self.places.names()?;
        names.retain(|name| self.places.is_open(name) || !held.is_resting(name, now));
        let turns = Turns::of(names);
        std::thread::scope(|threads| {
            for _ in 1..self.at_once.max(1) {
                threads.spawn(|| self.work(&turns, held));
            }
            self.work(&turns, held);
        });
        Ok(turns.round(self.stop.is_told()))
    }

    /// Takes turns until there is none left.
    fn work(&self, turns: &Turns, held: &Held) {
        while let Some(space) = turns.take(&self.stop) {
            let next = self.turn(&space, turns, held);
            turns.give_back(space, next);
        }
    }

    /// One run of one space.
    fn turn(&self, name: &str, turns: &Turns, held: &Held) -> Next {
        let mut next = Next::Done;
        let mut work = |space: &Space| {
            next = self.run(space, turns, held)?;
            Ok(())
        };
        match self.places.on_space(name, &mut work) {
            Ok(()) => next,
            Err(failure) => {
                self.failed((name, None), &failure, turns);
                Next::Done
            }
        }
    }

    fn run(&self, space: &Space, turns: &Turns, held: &Held) -> Result<Next, Failure> {
        let now = (self.now)();
        let is_free = |due: &Due| self.extractor.does(due.duty()) && !held.holds(space.name(), due, now);
        let Some(due) = space.promotion_due(now)?.into_iter().find(is_free) else {
            held.rest(space.name(), now);
            return Ok(Next::Done);
        };
        let Some(task) = space.promotion_task(&due, now)? else {
            held.hold_for_round(space.name(), due);
            return Ok(Next::More);
        };
        let extracted = self.extractor.extract(space, &task, now);
        let closed = extracted.and_then(|extraction| Ok(space.close_run(&due, extraction, now)?));
        Ok(match closed {
            Ok(report) => self.ended((space.name(), due), &report, (turns, held), now),
            Err(failure) => {
                self.failed((space.name(), Some(&due)), &failure, turns);
                held.hold(space.name(), due, now);
                after(&failure)
            }
        })
    }

    fn ended(
        &self,
        (space, due): (&str, Due),
        report: &RunReport,
        (turns, held): (&Turns, &Held),
        now: Timestamp,
    ) -> Next {
        (self.tell)(&Told::Ended { space, due: &due, report });
        match &report.outcome {
            RunOutcome::Closed { .. } => {
                turns.count_closed();
                held.let_go(space, &due);
            }
            RunOutcome::NotKept => {
                turns.count_failed(None);
                held.hold(space, due, now);
            }
            RunOutcome::ClosedBefore { .. } | RunOutcome::Overtaken { .. } => held.hold_for_round(space, due),
        }
        Next::More
    }

    fn failed(&self, (space, due): (&str, Option<&Due>), failure: &Failure, turns: &Turns) {
        let duty = due.map_or("none", |due| due.duty().name());
        tracing::warn!(duty, why = failure.word(), "a run came to nothing");
        (self.tell)(&Told::Failed { space, due, failure });
        turns.count_failed(Some(failure));
    }
}

/// Whether a space gets another turn after a run that came to nothing.
const fn after(failure: &Failure) -> Next {
    match failure {
        // The space's day is spent, or the space itself is in trouble.
        Failure::Budget { per: Per::Day, .. } | Failure::Space(_) | Failure::NoSpace { .. } => Next::Done,
        Failure::Budget { per: Per::Run, .. }
        | Failure::Settings { .. }
        | Failure::Unreachable { .. }
        | Failure::RefusedKey { .. }
        | Failure::Busy { .. }
        | Failure::NotTaken { .. }
        | Failure::TooLarge { .. }
        | Failure::BadAnswer { .. }
        | Failure::Stopped
        | Failure::NotRecorded { .. }
        | Failure::Keeping { .. } => Next::More,
    }
}

#[cfg(test)]
mod tests;
