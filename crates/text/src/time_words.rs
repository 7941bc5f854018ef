//! Time expressions of both languages, as intervals on the clock.
//!
//! Precision before reach: what may mean something else ("may" as a verb, a weekday alone) is left alone.

mod chinese;
mod english;
mod number;
mod numeric;
mod period;
mod token;

use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::dates::local;
use crate::fold::fold;
use period::Period;
use token::{Reader, tokens};

/// A time that a text speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeHint {
    /// First millisecond, UTC.
    pub start_ms: i64,
    /// Millisecond after the last, UTC.
    pub end_ms: i64,
    /// The words, as they stand in the text.
    pub matched: String,
}

/// A rule reads one expression and leaves the reader behind it; on `None` the reader's place does not matter.
type Rule = fn(&mut Reader<'_>, Date) -> Option<Period>;

/// The times `text` speaks of, in its order, seen from `now_ms` (UTC milliseconds) in `zone`.
///
/// Weeks begin on Monday, seasons are the northern ones of three whole months. A day or month without a year is the
/// latest that has begun. Of several readings at one place the longest counts. No hints where `now_ms` is outside the calendar.
#[must_use]
pub fn find(text: &str, now_ms: i64, zone: &TimeZone) -> Vec<TimeHint> {
    let today = local(now_ms, zone).date();
    let folded = fold(text);
    let tokens = tokens(&folded.text);
    let mut hints = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some((after, period)) = longest(Reader::at(&tokens, at), today) else {
            at += 1;
            continue;
        };
        let bytes = token::bytes(&tokens, at..after);
        let matched = text.get(folded.original(bytes)).unwrap_or_default().to_owned();
        if let Some((start_ms, end_ms)) = period.milliseconds(zone) {
            hints.push(TimeHint { start_ms, end_ms, matched });
        }
        at = after;
    }
    hints
}

/// The longest reading at the reader's place: the token after it, and what it means.
fn longest(reader: Reader<'_>, today: Date) -> Option<(usize, Period)> {
    let mut best: Option<(usize, Period)> = None;
    for rule in [numeric::RULES, chinese::RULES, english::RULES].into_iter().flatten() {
        let mut trial = reader.clone();
        if let Some(period) = rule(&mut trial, today)
            && best.as_ref().is_none_or(|(after, _)| trial.place() > *after)
        {
            best = Some((trial.place(), period));
        }
    }
    best
}

#[cfg(test)]
mod tests;
