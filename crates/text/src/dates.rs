//! Dates in the forms people write them, in both languages.

use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// English month names, January first.
pub(crate) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const CHINESE_MONTHS: [&str; 12] =
    ["一月", "二月", "三月", "四月", "五月", "六月", "七月", "八月", "九月", "十月", "十一月", "十二月"];

/// The day of a time in the forms people write it, for the keyword index:
/// `Monday 8 May 2023 2023-05-08 2023年5月8日 五月 星期一 周一`.
///
/// `time_ms` are UTC milliseconds; what lies outside the years -9999 to 9999 is clipped to them.
#[must_use]
pub fn spoken(time_ms: i64, zone: &TimeZone) -> String {
    let at = local(time_ms, zone);
    let (year, month, day) = (at.year(), at.month(), at.day());
    let (english, chinese) = month_names(month);
    let (weekday, xingqi, zhou) = weekday_names(at.weekday());
    format!(
        "{weekday} {day} {english} {year} {year:04}-{month:02}-{day:02} {year}年{month}月{day}日 {chinese} {xingqi} {zhou}"
    )
}

/// A time to the minute, as `2023-05-08 13:56`. Clipped as in [`spoken`].
#[must_use]
pub fn stamp(time_ms: i64, zone: &TimeZone) -> String {
    let at = local(time_ms, zone);
    format!("{:04}-{:02}-{:02} {:02}:{:02}", at.year(), at.month(), at.day(), at.hour(), at.minute())
}

/// The moment in its zone, clipped to what the calendar can hold.
pub(crate) fn local(time_ms: i64, zone: &TimeZone) -> Zoned {
    let clipped = if time_ms < 0 { Timestamp::MIN } else { Timestamp::MAX };
    Timestamp::from_millisecond(time_ms).unwrap_or(clipped).to_zoned(zone.clone())
}

fn month_names(month: i8) -> (&'static str, &'static str) {
    let at = usize::try_from(month - 1).unwrap_or(0);
    (MONTHS.get(at).copied().unwrap_or_default(), CHINESE_MONTHS.get(at).copied().unwrap_or_default())
}

fn weekday_names(weekday: Weekday) -> (&'static str, &'static str, &'static str) {
    match weekday {
        Weekday::Monday => ("Monday", "星期一", "周一"),
        Weekday::Tuesday => ("Tuesday", "星期二", "周二"),
        Weekday::Wednesday => ("Wednesday", "星期三", "周三"),
        Weekday::Thursday => ("Thursday", "星期四", "周四"),
        Weekday::Friday => ("Friday", "星期五", "周五"),
        Weekday::Saturday => ("Saturday", "星期六", "周六"),
        Weekday::Sunday => ("Sunday", "星期日", "周日"),
    }
}

#[cfg(test)]
mod tests;
