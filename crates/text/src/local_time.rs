//! Local time in words, in both languages: 周三晚上九点, "Wednesday evening, 9 pm", 林晓考试前三天, "in two weeks".
//!
//! Days are counted on the calendar of the zone, never in spans of 24 hours, so that a day on which clocks jump is one
//! day like any other.

mod chinese;
mod english;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{Unit, Zoned};

use crate::Language;
use crate::dates::local;

/// The moment whole: `2026年11月30日星期一，晚上九点`; `Monday evening, 9 pm, 30 November 2026`.
///
/// `time_ms` are UTC milliseconds; what lies outside the years -9999 to 9999 is clipped to them, here and below.
#[must_use]
pub fn full(time_ms: i64, zone: &TimeZone, language: Language) -> String {
    let at = local(time_ms, zone).datetime();
    match language {
        Language::Chinese => format!("{}{}，{}", chinese::date(at), chinese::weekday(at), chinese::clock(at)),
        Language::English => format!("{}, {} {}", english::weekday_and_clock(at), english::date(at), at.year()),
    }
}

/// The moment within its week: `周三晚上九点`; `Wednesday evening, 9 pm`.
#[must_use]
pub fn short(time_ms: i64, zone: &TimeZone, language: Language) -> String {
    let at = local(time_ms, zone).datetime();
    match language {
        Language::Chinese => format!("{}{}", chinese::short_weekday(at), chinese::clock(at)),
        Language::English => english::weekday_and_clock(at),
    }
}

/// The moment as seen from another: `三天后，12月3日周四上午十点`; `in three days, Thursday 3 December, 10 am`.
///
/// The year is said where it is not that of `now_ms`. A moment at local midnight is taken for the whole day, and no
/// clock time is said.
#[must_use]
pub fn seen_from(time_ms: i64, now_ms: i64, zone: &TimeZone, language: Language) -> String {
    let (at, now) = (local(time_ms, zone).datetime(), local(now_ms, zone));
    let day = relative_day(days_between(&now, at), language);
    let (with_year, with_clock) = (at.year() != now.year(), (at.hour(), at.minute()) != (0, 0));
    match language {
        Language::Chinese => format!("{day}，{}", chinese::moment(at, with_year, with_clock)),
        Language::English => format!("{day}, {}", english::moment(at, with_year, with_clock)),
    }
}

/// The day of a moment as seen from another, with its date, and no clock time: `三天前，11月27日`; `three days ago, 27
/// November`. The year is said where it is not that of `now_ms`.
#[must_use]
pub fn day_seen_from(time_ms: i64, now_ms: i64, zone: &TimeZone, language: Language) -> String {
    let (at, now) = (local(time_ms, zone).datetime(), local(now_ms, zone));
    let day = relative_day(days_between(&now, at), language);
    let year = at.year() != now.year();
    match language {
        Language::Chinese if year => format!("{day}，{}", chinese::date(at)),
        Language::Chinese => format!("{day}，{}", chinese::day_of_month(at)),
        Language::English if year => format!("{day}, {} {}", english::date(at), at.year()),
        Language::English => format!("{day}, {}", english::date(at)),
    }
}

/// How many calendar days of the zone `time_ms` lies after `now_ms`; negative before it, 0 on the same day.
#[must_use]
pub fn days_from(now_ms: i64, time_ms: i64, zone: &TimeZone) -> i64 {
    days_between(&local(now_ms, zone), local(time_ms, zone).datetime())
}

fn days_between(now: &Zoned, at: DateTime) -> i64 {
    let days = now.date().until((Unit::Day, at.date())).map(|span| i64::from(span.get_days()));
    days.expect("the days between two dates of the calendar fit in 32 bits")
}

/// A day that many days from today: `今天`, `明天`, `三天前`, `两周后`; `today`, `tomorrow`, `three days ago`, `in two weeks`.
///
/// Up to eight weeks it is exact; past them it is rounded to months, past two years to years, and says so.
#[must_use]
pub fn relative_day(days: i64, language: Language) -> String {
    match language {
        Language::Chinese => chinese::relative_day(days),
        Language::English => english::relative_day(days),
    }
}

/// Today as seen from an event that lies that many days ahead (negative: behind): `林晓考试前三天`; `three days before
/// Lin's exam`.
#[must_use]
pub fn beside(event: &str, days: i64, language: Language) -> String {
    match language {
        Language::Chinese => chinese::beside(event, days),
        Language::English => english::beside(event, days),
    }
}

/// A stretch of time in the unit it is told in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stretch {
    Days(u64),
    Weeks(u64),
    /// About so many.
    Months(u64),
    /// About so many.
    Years(u64),
}

/// The longest stretch that is told in days and weeks.
const MOST_DAYS: u64 = 56;

impl Stretch {
    fn of(days: u64) -> Self {
        // The mean month has 30.44 days, the mean year 365.24; halves round up.
        let hundredths = days.saturating_mul(100);
        let (months, years) = (hundredths.saturating_add(1_522) / 3_044, hundredths.saturating_add(18_262) / 36_524);
        match days {
            7..=MOST_DAYS if days.is_multiple_of(7) => Self::Weeks(days / 7),
            0..=MOST_DAYS => Self::Days(days),
            _ if months < 24 => Self::Months(months),
            _ => Self::Years(years),
        }
    }
}

#[cfg(test)]
mod tests;
