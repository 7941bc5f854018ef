//! Months as they are written, and where they begin in a zone.

use super::{Month, NotAMonth};
use hupo_types::Timestamp;
use jiff::tz::TimeZone;

fn at(text: &str) -> Timestamp {
    Timestamp::from_ms(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
}

fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap()
}

#[test]
fn a_month_is_read_as_it_is_written() {
    for text in ["2026-10", "0001-01", "9999-12"] {
        assert_eq!(text.parse::<Month>().unwrap().to_string(), text);
    }
    for text in ["", "2026", "2026-13", "2026-00", "26-10", "2026-1", "+026-10", "2026-10-01", "十月", "0000-01"] {
        assert_eq!(text.parse::<Month>(), Err(NotAMonth), "{text}");
    }
}

#[test]
fn a_moment_lies_in_the_month_of_the_space_s_zone() {
    let moment = at("2024-04-30T16:00:00Z");
    assert_eq!(Month::of(moment, &zone("Asia/Shanghai")), Month::new(2024, 5).ok());
    assert_eq!(Month::of(moment, &zone("America/New_York")), Month::new(2024, 4).ok());
}

#[test]
fn the_last_finished_month_is_the_one_before() {
    let shanghai = zone("Asia/Shanghai");
    assert_eq!(Month::last_finished(at("2024-01-31T15:59:59Z"), &shanghai), Month::new(2023, 12).ok());
    assert_eq!(Month::last_finished(at("2024-01-31T16:00:00Z"), &shanghai), Month::new(2024, 1).ok());
}

#[test]
fn a_period_begins_and_ends_at_local_midnight_whatever_the_clocks_do() {
    let march = Month::new(2024, 3).unwrap().period(&zone("Europe/Berlin")).unwrap();
    assert_eq!(march.from, Some(at("2024-02-29T23:00:00Z")));
    assert_eq!(march.to, Some(at("2024-03-31T22:00:00Z")), "summer time has begun");
    // Brazil's clocks skipped midnight on 2018-11-04; months there began at midnight.
    let skipped = Month::new(2018, 11).unwrap().period(&zone("America/Sao_Paulo")).unwrap();
    assert_eq!(skipped.from, Some(at("2018-11-01T03:00:00Z")));
}

#[test]
fn the_ends_of_the_calendar_have_no_month_and_never_panic() {
    for ms in [i64::MIN, i64::MAX] {
        assert_eq!(Month::of(Timestamp::from_ms(ms), &TimeZone::UTC), None);
        assert_eq!(Month::last_finished(Timestamp::from_ms(ms), &TimeZone::UTC), None);
    }
    assert_eq!(Month::new(9999, 12).unwrap().period(&TimeZone::UTC), None, "the calendar ends with it");
    assert_eq!(Month::last_finished(at("0001-01-05T00:00:00Z"), &TimeZone::UTC), None);
}
