//! How many tokens may be spent: on one run, and on one space in a day of its zone.
//!
//! What closed runs cost stands in their records. What came to nothing is counted here, for as long as this process
//! lives, so that an endpoint that answers badly does not eat the day again and again.

use crate::{Failure, Per};
use hupo::{Run, Timestamp, Tokens};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What may be spent; `None` is without bound.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Budget {
    /// Tokens of one run, read and written, second try included.
    pub per_run: Option<u64>,
    /// Tokens of one space in a day of its zone.
    pub per_day: Option<u64>,
}

/// What this process has spent on each space in its day.
#[derive(Debug, Default)]
pub(crate) struct Spent(Mutex<HashMap<String, OfDay>>);

/// One space's day.
#[derive(Debug, Clone, Copy)]
struct OfDay {
    day: Date,
    /// What the records told when this process first looked.
    recorded_before: u64,
    /// What this process spent since, whatever came of it.
    since: u64,
}

impl Spent {
    /// This process spent so much.
    pub(crate) fn add(&self, space: &str, day: Date, tokens: u64) {
        let mut counted = self.counted();
        let of_day = Self::of_day(&mut counted, space, day, 0);
        of_day.since = of_day.since.saturating_add(tokens);
    }

    /// What was spent on this day, by this process and, as far as their runs were closed, by others.
    pub(crate) fn on(&self, space: &str, day: Date, recorded: u64) -> u64 {
        let mut counted = self.counted();
        let of_day = Self::of_day(&mut counted, space, day, recorded);
        recorded.max(of_day.recorded_before.saturating_add(of_day.since))
    }

    fn of_day<'c>(
        counted: &'c mut HashMap<String, OfDay>,
        space: &str,
        day: Date,
        recorded_before: u64,
    ) -> &'c mut OfDay {
        let fresh = OfDay { day, recorded_before, since: 0 };
        let of_day = counted.entry(space.to_owned()).or_insert(fresh);
        if of_day.day != day {
            *of_day = fresh;
        }
        of_day
    }

    fn counted(&self) -> MutexGuard<'_, HashMap<String, OfDay>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is left of both budgets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Left {
    pub(crate) of_run: Option<u64>,
    pub(crate) of_day: Option<u64>,
}

impl Left {
    /// Takes what was spent out of both.
    pub(crate) fn spend(&mut self, tokens: Tokens) {
        let total = total(tokens);
        for left in [&mut self.of_run, &mut self.of_day].into_iter().flatten() {
            *left = left.saturating_sub(total);
        }
    }

    /// Whether so much may be spent.
    pub(crate) fn check(&self, wanted: u64) -> Result<(), Failure> {
        for (left, per) in [(self.of_run, Per::Run), (self.of_day, Per::Day)] {
            if let Some(left) = left.filter(|left| *left < wanted) {
                return Err(Failure::Budget { wanted, left, per });
            }
        }
        Ok(())
    }
}

/// Read and written together.
pub(crate) const fn total(tokens: Tokens) -> u64 {
    tokens.input.saturating_add(tokens.output)
}

/// The day of the zone.
pub(crate) fn day(now: Timestamp, zone: &TimeZone) -> Date {
    let time = jiff::Timestamp::from_millisecond(now.ms()).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    time.to_zoned(zone.clone()).date()
}

/// What the runs that were closed on this day cost.
pub(crate) fn spent_on(runs: &[Run], on: Date, zone: &TimeZone) -> u64 {
    runs.iter().filter(|run| day(run.at, zone) == on).map(|run| total(run.tokens)).sum()
}

#[cfg(test)]
mod tests;
