//! What came to nothing is held back: to the end of the round, and while watching for a time that doubles with each try.

use hupo::{Due, Timestamp};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A space that nobody opens, and in which nothing was due, is looked at again after so long: only time can make
/// something due there.
const REST_MS: i64 = 60 * 60 * 1_000;
/// Nothing is held back longer.
const LONGEST: Duration = Duration::from_secs(6 * 60 * 60);

/// What is held back, by space.
#[derive(Default)]
pub(super) struct Held {
    /// The wait after the first time; none is held back beyond the round if it is zero.
    wait: Duration,
    spaces: Mutex<HashMap<String, Vec<One>>>,
    /// When nothing was found due in a space.
    rested: Mutex<HashMap<String, Timestamp>>,
}

struct One {
    due: Due,
    n_times: u32,
    /// It is held back until then.
    until: Timestamp,
    /// It is held back whatever the time.
    in_round: bool,
}

impl Held {
    pub(super) fn waiting(wait: Duration) -> Self {
        Self { wait, ..Self::default() }
    }

    /// Nothing was due in this space.
    pub(super) fn rest(&self, space: &str, now: Timestamp) {
        self.rested().insert(space.to_owned(), now);
    }

    /// Whether the space can be left alone, if nobody has opened it.
    pub(super) fn is_resting(&self, space: &str, now: Timestamp) -> bool {
        self.rested().get(space).is_some_and(|since| (*since..since.plus_ms(REST_MS)).contains(&now))
    }

    /// What was held back for the last round alone is free.
    pub(super) fn begin_round(&self) {
        let mut spaces = self.spaces();
        for held in spaces.values_mut() {
            held.retain(|one| one.n_times > 0);
            held.iter_mut().for_each(|one| one.in_round = false);
        }
        spaces.retain(|_, held| !held.is_empty());
    }

    pub(super) fn holds(&self, space: &str, due: &Due, now: Timestamp) -> bool {
        let spaces = self.spaces();
        let held = spaces.get(space).map(Vec::as_slice).unwrap_or_default();
        held.iter().any(|one| one.due == *due && (one.in_round || now < one.until))
    }

    /// It came to nothing.
    pub(super) fn hold(&self, space: &str, due: Due, now: Timestamp) {
        self.with(space, due, |one, wait| {
            let wait = wait.saturating_mul(1 << one.n_times.min(20)).min(LONGEST);
            one.n_times += 1;
            one.until = now.plus_ms(i64::try_from(wait.as_millis()).unwrap_or(i64::MAX));
        });
    }

    /// It needs no second look in this round.
    pub(super) fn hold_for_round(&self, space: &str, due: Due) {
        self.with(space, due, |_, _| {});
    }

    /// It is done.
    pub(super) fn let_go(&self, space: &str, due: &Due) {
        if let Some(held) = self.spaces().get_mut(space) {
            held.retain(|one| one.due != *due);
        }
    }

    fn with(&self, space: &str, due: Due, change: impl FnOnce(&mut One, Duration)) {
        let mut spaces = self.spaces();
        let held = spaces.entry(space.to_owned()).or_default();
        let place = held.iter().position(|one| one.due == due).unwrap_or(held.len());
        if place == held.len() {
            held.push(One { due, n_times: 0, until: Timestamp::MIN, in_round: true });
        }
        if let Some(one) = held.get_mut(place) {
            one.in_round = true;
            change(one, self.wait);
        }
    }

    fn rested(&self) -> MutexGuard<'_, HashMap<String, Timestamp>> {
        self.rested.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spaces(&self) -> MutexGuard<'_, HashMap<String, Vec<One>>> {
        self.spaces.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
