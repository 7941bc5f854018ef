//! Times as exports write them.

use super::read;
use jiff::tz::TimeZone;

fn check(text: &str, expected: i64) {
    assert_eq!(read(text, &TimeZone::UTC).unwrap().map(|time| time.ms()), Some(expected), "{text}");
}

#[test]
fn seconds_and_milliseconds_are_told_apart() {
    check("1745800000", 1_745_800_000_000);
    check("1745800000.1234", 1_745_800_000_123);
    check("1745800000123", 1_745_800_000_123);
    check("0", 0);
}

#[test]
fn written_times_have_an_offset_or_are_of_the_zone() {
    check("2026-01-05T09:30:00.25-07:00", 1_767_630_600_250);
    check("2026-01-06T10:00:00", 1_767_693_600_000);
    check("2026-01-06 10:00:00", 1_767_693_600_000);
    check("2026-01-06", 1_767_700_800_000);
    let shanghai = TimeZone::get("Asia/Shanghai").unwrap();
    assert_eq!(read("2026-01-06T10:00:00", &shanghai).unwrap().unwrap().ms(), 1_767_693_600_000 - 8 * 3_600_000);
}

#[test]
fn an_empty_text_is_no_time_and_nonsense_is_told() {
    assert_eq!(read(" ", &TimeZone::UTC), Ok(None));
    for text in ["昨天", "yesterday", "nan", "inf", "-1", "1e300", "1969-12-31T23:59:59Z", "9999-12-31T23:00:00-12:00"]
    {
        let said = read(text, &TimeZone::UTC).unwrap_err();
        assert!(said.contains("is no time") || said.contains("lies before 1970"), "{text}: {said}");
    }
    assert!(read(&"长".repeat(10_000), &TimeZone::UTC).unwrap_err().len() < 300);
}
