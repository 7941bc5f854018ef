//! Local time in words: both languages, days on which clocks jump, midnight, the ends of years.

use super::{beside, day_seen_from, days_from, full, relative_day, seen_from, short};
use crate::Language::{Chinese, English};
use jiff::civil::date;
use jiff::tz::TimeZone;

fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap()
}

/// The instant of an RFC 3339 time.
fn ms(written: &str) -> i64 {
    written.parse::<jiff::Timestamp>().unwrap().as_millisecond()
}

#[track_caller]
fn check(written: &str, zone_name: &str, (chinese, english): (&str, &str)) {
    let (at, zone) = (ms(written), zone(zone_name));
    assert_eq!((full(at, &zone, Chinese).as_str(), full(at, &zone, English).as_str()), (chinese, english));
}

#[test]
fn a_moment_is_said_whole_in_both_languages() {
    for (written, words) in [
        ("2026-11-30T21:00:00+08:00", ("2026年11月30日星期一，晚上九点", "Monday evening, 9 pm, 30 November 2026")),
        (
            "2026-12-02T14:30:00+08:00",
            ("2026年12月2日星期三，下午两点半", "Wednesday afternoon, 2:30 pm, 2 December 2026"),
        ),
        (
            "2026-12-02T12:05:00+08:00",
            ("2026年12月2日星期三，中午十二点零五分", "Wednesday midday, 12:05 pm, 2 December 2026"),
        ),
        ("2026-12-02T12:00:00+08:00", ("2026年12月2日星期三，中午十二点", "Wednesday midday, noon, 2 December 2026")),
        (
            "2026-12-31T23:59:59+08:00",
            ("2026年12月31日星期四，深夜十一点五十九分", "Thursday late night, 11:59 pm, 31 December 2026"),
        ),
        (
            "2027-01-01T00:00:00+08:00",
            ("2027年1月1日星期五，凌晨零点", "Friday early morning, midnight, 1 January 2027"),
        ),
        (
            "2027-01-01T00:01:00+08:00",
            ("2027年1月1日星期五，凌晨零点零一分", "Friday early morning, 12:01 am, 1 January 2027"),
        ),
        (
            "2026-12-03T18:20:00+08:00",
            ("2026年12月3日星期四，傍晚六点二十分", "Thursday evening, 6:20 pm, 3 December 2026"),
        ),
        (
            "2026-12-06T07:45:00+08:00",
            ("2026年12月6日星期日，早上七点四十五分", "Sunday morning, 7:45 am, 6 December 2026"),
        ),
        (
            "2026-12-05T10:10:00+08:00",
            ("2026年12月5日星期六，上午十点十分", "Saturday morning, 10:10 am, 5 December 2026"),
        ),
    ] {
        check(written, "Asia/Shanghai", words);
    }
}

#[test]
fn within_a_week_the_weekday_is_enough() {
    let (at, zone) = (ms("2026-12-02T13:00:00Z"), zone("Asia/Shanghai"));
    assert_eq!(short(at, &zone, Chinese), "周三晚上九点");
    assert_eq!(short(at, &zone, English), "Wednesday evening, 9 pm");
}

#[test]
fn the_clock_is_that_of_the_zone_on_both_sides_of_a_jump() {
    for (zone, before, after, words) in [
        // Clocks go from 01:59 to 03:00.
        ("Europe/Berlin", "2026-03-29T00:59:00Z", "2026-03-29T01:00:00Z", ("凌晨一点五十九分", "凌晨三点")),
        ("America/New_York", "2026-03-08T06:59:00Z", "2026-03-08T07:00:00Z", ("凌晨一点五十九分", "凌晨三点")),
        // And by half an hour only, from 01:59 to 02:30.
        ("Australia/Lord_Howe", "2026-10-03T15:29:00Z", "2026-10-03T15:30:00Z", ("凌晨一点五十九分", "凌晨两点半")),
        // Back again: the hour from 02:00 is there twice.
        ("Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", ("凌晨两点半", "凌晨两点半")),
        ("Asia/Shanghai", "2026-03-28T18:59:00Z", "2026-03-28T19:00:00Z", ("凌晨两点五十九分", "凌晨三点")),
    ] {
        let said = [before, after].map(|at| short(ms(at), &self::zone(zone), Chinese));
        assert!(said[0].ends_with(words.0) && said[1].ends_with(words.1), "{zone}: {said:?}");
    }
}

#[test]
fn days_are_counted_on_the_calendar_and_not_in_hours() {
    for (zone, from, to, days) in [
        // 23 hours apart over the jump in spring, and still a day.
        ("Europe/Berlin", "2026-03-28T23:30:00+01:00", "2026-03-29T23:30:00+02:00", 1),
        // 24 hours and ten minutes apart over the jump in autumn, and still the same day.
        ("Europe/Berlin", "2026-10-25T00:00:00+02:00", "2026-10-25T23:10:00+01:00", 0),
        ("America/New_York", "2026-11-01T00:10:00-04:00", "2026-11-01T23:50:00-05:00", 0),
        ("America/New_York", "2026-03-07T12:00:00-05:00", "2026-03-10T09:00:00-04:00", 3),
        ("Australia/Lord_Howe", "2026-10-03T23:59:00+10:30", "2026-10-05T00:01:00+11:00", 2),
        // A minute over midnight is tomorrow; the year turns like any day.
        ("Asia/Shanghai", "2026-12-31T23:59:00+08:00", "2027-01-01T00:00:00+08:00", 1),
        ("Asia/Shanghai", "2027-01-01T00:00:00+08:00", "2026-12-31T23:59:00+08:00", -1),
        // The same two moments lie on one day in New York.
        ("America/New_York", "2026-12-31T23:59:00+08:00", "2027-01-01T00:00:00+08:00", 0),
    ] {
        assert_eq!(days_from(ms(from), ms(to), &self::zone(zone)), days, "{zone} {from} {to}");
    }
}

#[test]
fn every_day_of_a_year_is_one_day_from_the_day_before_at_any_hour() {
    for name in ["Europe/Berlin", "America/New_York", "Asia/Shanghai", "Australia/Lord_Howe"] {
        let zone = zone(name);
        let at = |day: jiff::civil::Date, hour| {
            day.at(hour, 15, 0, 0).to_zoned(zone.clone()).unwrap().timestamp().as_millisecond()
        };
        let mut day = date(2026, 1, 1);
        while day < date(2027, 1, 2) {
            let next = day.tomorrow().unwrap();
            for (from, to) in [(0, 23), (23, 0), (2, 2), (12, 1)] {
                assert_eq!(days_from(at(day, from), at(next, to), &zone), 1, "{name} {day}");
            }
            day = next;
        }
    }
}

#[test]
fn a_day_is_told_as_people_tell_it() {
    for (days, chinese, english) in [
        (0, "今天", "today"),
        (1, "明天", "tomorrow"),
        (-1, "昨天", "yesterday"),
        (2, "后天", "in two days"),
        (-2, "前天", "two days ago"),
        (3, "三天后", "in three days"),
        (-3, "三天前", "three days ago"),
        (7, "一周后", "in a week"),
        (14, "两周后", "in two weeks"),
        (-20, "二十天前", "20 days ago"),
        (56, "八周后", "in eight weeks"),
        (57, "约两个月后", "in about two months"),
        (-200, "约七个月前", "about seven months ago"),
        (365, "约十二个月后", "in about twelve months"),
        (-731, "约两年前", "about two years ago"),
        (4000, "约十一年后", "in about eleven years"),
    ] {
        assert_eq!((relative_day(days, Chinese).as_str(), relative_day(days, English).as_str()), (chinese, english));
    }
}

#[test]
fn today_is_told_by_an_event_that_lies_near() {
    for (days, chinese, english) in [
        (3, "林晓考试前三天", "three days before Lin's exam"),
        (1, "林晓考试前一天", "the day before Lin's exam"),
        (0, "林晓考试当天", "the day of Lin's exam"),
        (-1, "林晓考试后一天", "the day after Lin's exam"),
        (-14, "林晓考试后两周", "two weeks after Lin's exam"),
    ] {
        assert_eq!(beside("林晓考试", days, Chinese), chinese);
        assert_eq!(beside("Lin's exam", days, English), english);
    }
}

#[test]
fn a_moment_is_seen_from_another() {
    let (zone, now) = (zone("Asia/Shanghai"), ms("2026-11-30T21:00:00+08:00"));
    for (written, chinese, english) in [
        ("2026-12-03T10:00:00+08:00", "三天后，12月3日周四上午十点", "in three days, Thursday 3 December, 10 am"),
        ("2026-11-30T23:30:00+08:00", "今天，11月30日周一深夜十一点半", "today, Monday 30 November, 11:30 pm"),
        ("2026-12-01T00:00:00+08:00", "明天，12月1日周二", "tomorrow, Tuesday 1 December"),
        ("2027-01-01T00:00:00+08:00", "三十二天后，2027年1月1日周五", "in 32 days, Friday 1 January 2027"),
    ] {
        assert_eq!(seen_from(ms(written), now, &zone, Chinese), chinese);
        assert_eq!(seen_from(ms(written), now, &zone, English), english);
    }
    let day = ms("2026-11-27T08:00:00+08:00");
    assert_eq!(day_seen_from(day, now, &zone, Chinese), "三天前，11月27日");
    assert_eq!(day_seen_from(day, now, &zone, English), "three days ago, 27 November");
    let last_year = ms("2025-11-30T08:00:00+08:00");
    assert_eq!(day_seen_from(last_year, now, &zone, Chinese), "约十二个月前，2025年11月30日");
    assert_eq!(day_seen_from(last_year, now, &zone, English), "about twelve months ago, 30 November 2025");
}

#[test]
fn no_time_is_too_far_to_be_said() {
    for time in [i64::MIN, i64::MAX, 0] {
        for language in [Chinese, English] {
            let zone = zone("America/New_York");
            assert!(
                !full(time, &zone, language).is_empty() && !seen_from(time, -time.max(0), &zone, language).is_empty()
            );
        }
    }
    assert!(
        relative_day(i64::MIN, Chinese).ends_with("年前") && relative_day(i64::MAX, English).starts_with("in about")
    );
}
