//! Times of what is still to come, as people say them, resolved against the moment they are said: 下周三下午三点,
//! "next Friday at 6", "in two weeks".
//!
//! `hupo_text::time_words` reads times that lie behind (a date without a year is the latest that has begun); these lie
//! ahead. "Next Friday" and 下周五 are the Friday of the next week, Monday to Sunday; a weekday alone is the next one.

mod clock;
mod day;
mod number;

pub(crate) use day::named_date;

use hupo_types::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use std::ops::Range;

/// A stretch of days, and the words that name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Days {
    /// The first day.
    pub(crate) first: Date,
    /// The day after the last.
    pub(crate) end: Date,
    /// Where the words stand.
    pub(crate) range: Range<usize>,
}

/// A moment, or a stretch of time, that a clause speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Moment {
    /// When it begins.
    pub(crate) starts: Timestamp,
    /// When it is over, where the words say a stretch.
    pub(crate) ends: Option<Timestamp>,
    /// Where its words stand, in order.
    pub(crate) ranges: Vec<Range<usize>>,
    /// Where those of the day stand.
    day: Range<usize>,
}

impl Moment {
    /// Whether a range holds the time of the day rather than the day.
    pub(crate) fn is_clock(&self, range: &Range<usize>) -> bool {
        *range != self.day
    }
}

/// The first time a folded clause speaks of that is not over, said at `said` in `zone`.
pub(crate) fn find(text: &str, said: Timestamp, zone: &TimeZone) -> Option<Moment> {
    let now = jiff::Timestamp::from_millisecond(said.ms()).ok()?.to_zoned(zone.clone());
    let days = day::find(text, now.date())?;
    let clock = clock::find(text, &days.range);
    let mut ranges = vec![days.range.clone()];
    ranges.extend(clock.iter().map(|clock| clock.range.clone()));
    ranges.sort_by_key(|range| range.start);
    let one_day = days.first.tomorrow().ok()? == days.end;
    let (from, to) = match clock.filter(|_| one_day) {
        Some(clock::Clock { from, to, .. }) => (days.first.to_datetime(from), to.map(|to| end_of(days.first, to))),
        None if one_day => (days.first.to_datetime(Time::midnight()), None),
        None => (days.first.to_datetime(Time::midnight()), Some(days.end.to_datetime(Time::midnight()))),
    };
    let starts = instant(from, zone)?;
    let ends = to.and_then(|to| instant(to, zone));
    let over =
        ends.unwrap_or(if from.time() == Time::midnight() { instant(from.tomorrow().ok()?, zone)? } else { starts });
    (over > said).then_some(Moment { starts, ends, ranges, day: days.range })
}

/// The end of a part of the day; midnight is that of the next day.
fn end_of(day: Date, to: Time) -> DateTime {
    if to == Time::midnight() { day.tomorrow().unwrap_or(day).to_datetime(to) } else { day.to_datetime(to) }
}

fn instant(at: DateTime, zone: &TimeZone) -> Option<Timestamp> {
    let time = Timestamp::from_ms(at.to_zoned(zone.clone()).ok()?.timestamp().as_millisecond());
    time.is_writable().then_some(time)
}

#[cfg(test)]
mod tests;
