//! A text with dates and times in words, seen from a moment: what is found stands in the text, in its order, as
//! intervals that are not empty; moments in words of any time, in both languages.
#![no_main]

use hupo_fuzz::text;
use hupo_text::{Language, dates, local_time, time_words};
use jiff::tz::TimeZone;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// Zones with half hours, with days that were left out, with clocks that jump, and without any of it.
static ZONES: LazyLock<Vec<TimeZone>> = LazyLock::new(|| {
    let names = ["UTC", "Asia/Shanghai", "Asia/Kathmandu", "Pacific/Apia", "America/New_York", "Australia/Lord_Howe"];
    names.map(|name| TimeZone::get(name).expect("a zone of the database")).into()
});

fuzz_target!(|bytes: &[u8]| {
    let Some((moments, rest)) = bytes.split_at_checked(9) else { return };
    let mut ms = [0; 8];
    ms.copy_from_slice(&moments[..8]);
    let (now, zone) = (i64::from_le_bytes(ms), &ZONES[usize::from(moments[8]) % ZONES.len()]);
    // Nearly all of 64 bits lies outside the calendar.
    let now = if moments[8] >= 128 { now } else { now % 253_402_300_800_000 };
    let text = text(rest);
    let mut from = 0;
    for hint in time_words::find(&text, now, zone) {
        assert!(hint.start_ms < hint.end_ms, "{hint:?}");
        let at = text[from..].find(&hint.matched).expect("it stands in the text, behind the one before");
        from += at + hint.matched.len();
        in_words(hint.start_ms, now, zone);
    }
    in_words(now, now.wrapping_neg(), zone);
});

fn in_words(at: i64, now: i64, zone: &TimeZone) {
    for language in [Language::Chinese, Language::English] {
        assert!(!local_time::full(at, zone, language).is_empty());
        assert!(!local_time::short(at, zone, language).is_empty());
        assert!(!local_time::seen_from(at, now, zone, language).is_empty());
        assert!(!local_time::day_seen_from(at, now, zone, language).is_empty());
        assert!(!local_time::beside("x", local_time::days_from(now, at, zone), language).is_empty());
    }
    assert!(!dates::spoken(at, zone).is_empty() && !dates::stamp(at, zone).is_empty());
}
