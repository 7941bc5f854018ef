//! Times of the sets and of people, in their zones.

use super::{Moment, read_asked, read_time, zone};

fn written(ms: i64) -> String {
    jiff::Timestamp::from_millisecond(ms).unwrap().to_string()
}

fn check(text: &str, zone_name: &str, moment: Moment, expected: &str) {
    let read = read_time(text, &zone(zone_name).unwrap(), moment).unwrap();
    assert_eq!(written(read.ms()), expected, "{text}");
}

#[test]
fn local_times_are_read_in_their_zone_and_offsets_are_kept() {
    check("2025-06-02T12:45:00", "Asia/Shanghai", Moment::Noon, "2025-06-02T04:45:00Z");
    check("2023-05-08T13:56:00", "UTC", Moment::Noon, "2023-05-08T13:56:00Z");
    check("2023-05-08 13:56", "UTC", Moment::Noon, "2023-05-08T13:56:00Z");
    check("2026-01-12T21:14:00+08:00", "UTC", Moment::Noon, "2026-01-12T13:14:00Z");
}

#[test]
fn a_date_alone_means_noon_or_the_ends_of_the_day() {
    check("2023-12-25", "Asia/Shanghai", Moment::Noon, "2023-12-25T04:00:00Z");
    check("2023-12-25", "Asia/Shanghai", Moment::DayBegins, "2023-12-24T16:00:00Z");
    check("2023-12-25", "UTC", Moment::DayEnds, "2023-12-26T00:00:00Z");
}

#[test]
fn what_is_no_time_says_how_to_write_one() {
    for text in ["", "yesterday", "2023-13-01", "2023-02-30", "2023", "12:00", "昨天", "9999999999999"] {
        let said = read_time(text, &zone("UTC").unwrap(), Moment::Noon).unwrap_err();
        assert!(said.contains("2026-05-08"), "{text}: {said}");
    }
    assert!(zone("Asia/Atlantis").unwrap_err().to_string().contains("IANA"));
}

#[test]
fn questions_are_asked_at_months_and_at_times_with_weekdays() {
    let asked = |text: &str| written(read_asked(text, &zone("UTC").unwrap()).unwrap().ms());
    assert_eq!(asked("2025-01"), "2025-01-31T12:00:00Z");
    assert_eq!(asked("2023/05/30 (Tue) 23:40"), "2023-05-30T23:40:00Z");
    assert_eq!(asked("2024-02-03"), "2024-02-03T12:00:00Z");
    assert!(read_asked(") 2023 (", &zone("UTC").unwrap()).is_err());
}
