//! Times in English words: Wednesday evening, 9 pm; in three days; the day before the exam.

use super::Stretch;
use crate::dates::MONTHS;
use jiff::civil::{DateTime, Weekday};

const SMALL: [&str; 13] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// `30 November`.
pub(super) fn date(at: DateTime) -> String {
    let month = usize::try_from(at.month() - 1).ok().and_then(|month| MONTHS.get(month)).copied();
    format!("{} {}", at.day(), month.unwrap_or_default())
}

/// `Wednesday evening, 9 pm`.
pub(super) fn weekday_and_clock(at: DateTime) -> String {
    format!("{} {}, {}", weekday(at), part_of_day(at.hour()), clock(at))
}

/// `Thursday 3 December 2027, 10 am`.
pub(super) fn moment(at: DateTime, with_year: bool, with_clock: bool) -> String {
    let year = if with_year { format!(" {}", at.year()) } else { String::new() };
    let clock = if with_clock { format!(", {}", clock(at)) } else { String::new() };
    format!("{} {}{year}{clock}", weekday(at), date(at))
}

fn weekday(at: DateTime) -> &'static str {
    match at.weekday() {
        Weekday::Monday => "Monday",
        Weekday::Tuesday => "Tuesday",
        Weekday::Wednesday => "Wednesday",
        Weekday::Thursday => "Thursday",
        Weekday::Friday => "Friday",
        Weekday::Saturday => "Saturday",
        Weekday::Sunday => "Sunday",
    }
}

const fn part_of_day(hour: i8) -> &'static str {
    match hour {
        ..=4 => "early morning",
        5..=11 => "morning",
        12 => "midday",
        13..=16 => "afternoon",
        17..=22 => "evening",
        _ => "late night",
    }
}

/// `9 pm`, `9:05 pm`, `noon`, `midnight`.
fn clock(at: DateTime) -> String {
    let half = if at.hour() < 12 { "am" } else { "pm" };
    let hour = match at.hour() % 12 {
        0 => 12,
        hour => hour,
    };
    match (at.hour(), at.minute()) {
        (0, 0) => "midnight".to_owned(),
        (12, 0) => "noon".to_owned(),
        (_, 0) => format!("{hour} {half}"),
        (_, minute) => format!("{hour}:{minute:02} {half}"),
    }
}

pub(super) fn relative_day(days: i64) -> String {
    match days {
        0 => "today".to_owned(),
        1 => "tomorrow".to_owned(),
        -1 => "yesterday".to_owned(),
        2.. => format!("in {}", stretch(days)),
        ..=-2 => format!("{} ago", stretch(days)),
    }
}

pub(super) fn beside(event: &str, days: i64) -> String {
    match days {
        0 => format!("the day of {event}"),
        1 => format!("the day before {event}"),
        -1 => format!("the day after {event}"),
        2.. => format!("{} before {event}", stretch(days)),
        ..=-2 => format!("{} after {event}", stretch(days)),
    }
}

fn stretch(days: i64) -> String {
    match Stretch::of(days.unsigned_abs()) {
        Stretch::Days(n) => counted(n, "day"),
        Stretch::Weeks(1) => "a week".to_owned(),
        Stretch::Weeks(n) => counted(n, "week"),
        Stretch::Months(n) => format!("about {}", counted(n, "month")),
        Stretch::Years(n) => format!("about {}", counted(n, "year")),
    }
}

fn counted(n: u64, unit: &str) -> String {
    let number = usize::try_from(n).ok().and_then(|n| SMALL.get(n)).map(|&word| word.to_owned());
    let plural = if n == 1 { "" } else { "s" };
    format!("{} {unit}{plural}", number.unwrap_or_else(|| n.to_string()))
}
