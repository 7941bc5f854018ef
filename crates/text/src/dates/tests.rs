//! Dates as people write them.

use jiff::tz::{TimeZone, offset};

use super::{spoken, stamp};

/// 2023-05-08 13:56 in Shanghai.
const MAY: i64 = 1_683_525_360_000;

#[test]
fn a_date_is_spoken_in_both_languages() {
    let words = spoken(MAY, &TimeZone::fixed(offset(8)));
    assert_eq!(words, "Monday 8 May 2023 2023-05-08 2023年5月8日 五月 星期一 周一");
    let words = spoken(MAY, &TimeZone::fixed(offset(-6)));
    assert!(words.starts_with("Sunday 7 May 2023 "), "the day is the zone's: {words}");
}

#[test]
fn every_month_and_weekday_has_its_names() {
    let utc = TimeZone::UTC;
    let days: Vec<String> = (0..365).map(|day| spoken(1_672_531_200_000 + day * 86_400_000, &utc)).collect();
    for name in super::MONTHS.iter().chain(&super::CHINESE_MONTHS) {
        assert!(days.iter().filter(|day| day.contains(name)).count() >= 28, "{name}");
    }
    assert!(days[0].ends_with("星期日 周日") && days[0].starts_with("Sunday 1 January"));
    assert!(days[364].contains("31 December 2023 2023-12-31 2023年12月31日 十二月"));
}

#[test]
fn a_stamp_is_to_the_minute() {
    assert_eq!(stamp(MAY, &TimeZone::fixed(offset(8))), "2023-05-08 13:56");
    assert_eq!(stamp(-1, &TimeZone::UTC), "1969-12-31 23:59");
    assert_eq!(stamp(4 * 3_600_000 + 5 * 60_000, &TimeZone::UTC), "1970-01-01 04:05");
}

#[test]
fn times_outside_the_calendar_are_clipped() {
    assert!(stamp(i64::MAX, &TimeZone::UTC).starts_with("9999-12-"));
    assert!(spoken(i64::MIN, &TimeZone::UTC).contains("-9999"));
}
