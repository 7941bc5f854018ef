//! Months of the space's calendar, by which memories are summarised.

use crate::calendar::local_day;
use hupo_types::{Interval, Timestamp};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A month of the local calendar, such as `2026-10`; of the years 1 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month {
    first: Date,
}

/// Not a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a month is written as 2026-10, of the years 0001 to 9999")]
pub struct NotAMonth;

impl Month {
    /// The month of a year (1 to 9999), 1 to 12.
    ///
    /// # Errors
    /// [`NotAMonth`] outside those.
    pub fn new(year: i16, month: i8) -> Result<Self, NotAMonth> {
        let first = Date::new(year, month, 1).map_err(|_| NotAMonth)?;
        Self::of_day(first).ok_or(NotAMonth)
    }

    /// The month a moment lies in; `None` outside the years 1 to 9999.
    pub fn of(moment: Timestamp, zone: &TimeZone) -> Option<Self> {
        Self::of_day(local_day(moment, zone)?)
    }

    /// The last month that is over; `None` outside the years 1 to 9999.
    pub fn last_finished(now: Timestamp, zone: &TimeZone) -> Option<Self> {
        Self::of_day(Self::of(now, zone)?.first.yesterday().ok()?)
    }

    /// Its first moment, and the first moment of the one after it. `None` where the calendar ends.
    pub fn period(self, zone: &TimeZone) -> Option<Interval> {
        let next = self.first.last_of_month().tomorrow().ok()?;
        Some(Interval { from: Some(start(self.first, zone)?), to: Some(start(next, zone)?) })
    }

    fn of_day(day: Date) -> Option<Self> {
        (1..=9999).contains(&day.year()).then(|| Self { first: day.first_of_month() })
    }
}

/// The first moment of a local day; where the clock skips midnight, the first there is.
fn start(day: Date, zone: &TimeZone) -> Option<Timestamp> {
    let at = day.to_zoned(zone.clone()).ok()?;
    Some(Timestamp::from_ms(at.timestamp().as_millisecond()))
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.first.year(), self.first.month())
    }
}

impl FromStr for Month {
    type Err = NotAMonth;

    fn from_str(text: &str) -> Result<Self, NotAMonth> {
        let (year, month) = text.split_once('-').ok_or(NotAMonth)?;
        let digits = |part: &str, n: usize| part.len() == n && part.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(year, 4) || !digits(month, 2) {
            return Err(NotAMonth);
        }
        Self::new(year.parse().map_err(|_| NotAMonth)?, month.parse().map_err(|_| NotAMonth)?)
    }
}

impl Serialize for Month {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Month {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests;
