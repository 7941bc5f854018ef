//! Whose turn it is: spaces stand in a queue, take one turn, and go to its end while they have more to do.

use super::Round;
use crate::{Failure, Stop};
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a thread without a turn looks whether it is told to stop.
const LOOK: Duration = Duration::from_millis(100);

/// What a space is to do after its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// Take another.
    More,
    /// Nothing.
    Done,
}

/// The queue of a round, and what the round came to.
pub(super) struct Turns {
    standing: Mutex<Standing>,
    changed: Condvar,
}

#[derive(Default)]
struct Standing {
    queue: VecDeque<String>,
    n_at_work: usize,
    round: Round,
}

impl Turns {
    pub(super) fn of(names: Vec<String>) -> Self {
        let standing = Standing { queue: names.into(), ..Standing::default() };
        Self { standing: Mutex::new(standing), changed: Condvar::new() }
    }

    /// The next space; waits while one at work may come back. `None` ends the thread's work.
    pub(super) fn take(&self, stop: &Stop) -> Option<String> {
        let mut standing = self.standing();
        loop {
            if stop.is_told() || standing.round.is_broken_off {
                return None;
            }
            if let Some(space) = standing.queue.pop_front() {
                standing.n_at_work += 1;
                return Some(space);
            }
            if standing.n_at_work == 0 {
                return None;
            }
            standing = self.changed.wait_timeout(standing, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    pub(super) fn give_back(&self, space: String, next: Next) {
        let mut standing = self.standing();
        standing.n_at_work -= 1;
        if next == Next::More {
            standing.queue.push_back(space);
        }
        drop(standing);
        self.changed.notify_all();
    }

    pub(super) fn count_closed(&self) {
        self.standing().round.n_closed += 1;
    }

    /// A run came to nothing; a reason that every run would meet breaks the round off.
    pub(super) fn count_failed(&self, failure: Option<&Failure>) {
        let mut standing = self.standing();
        standing.round.n_failed += 1;
        standing.round.is_broken_off |= failure.is_some_and(Failure::is_for_all);
        if let Some(Failure::Busy { wait: Some(wait), .. }) = failure {
            standing.round.wait = standing.round.wait.max(Some(*wait));
        }
    }

    pub(super) fn round(self, is_stopped: bool) -> Round {
        let standing = self.standing.into_inner().unwrap_or_else(PoisonError::into_inner);
        Round { is_broken_off: standing.round.is_broken_off || is_stopped, ..standing.round }
    }

    fn standing(&self) -> MutexGuard<'_, Standing> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
