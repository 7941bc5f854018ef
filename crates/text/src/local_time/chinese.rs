//! Times in Chinese words: 凌晨三点二十分, 下午两点半, 三天前, 林晓考试前一周.

use super::Stretch;
use jiff::civil::{DateTime, Weekday};

const DIGITS: [&str; 10] = ["零", "一", "二", "三", "四", "五", "六", "七", "八", "九"];

/// `2026年11月30日`.
pub(super) fn date(at: DateTime) -> String {
    format!("{}年{}", at.year(), day_of_month(at))
}

/// `11月30日`.
pub(super) fn day_of_month(at: DateTime) -> String {
    format!("{}月{}日", at.month(), at.day())
}

/// `12月3日周四上午十点`.
pub(super) fn moment(at: DateTime, with_year: bool, with_clock: bool) -> String {
    let date = if with_year { date(at) } else { day_of_month(at) };
    let clock = if with_clock { clock(at) } else { String::new() };
    format!("{date}{}{clock}", short_weekday(at))
}

pub(super) fn weekday(at: DateTime) -> &'static str {
    match at.weekday() {
        Weekday::Monday => "星期一",
        Weekday::Tuesday => "星期二",
        Weekday::Wednesday => "星期三",
        Weekday::Thursday => "星期四",
        Weekday::Friday => "星期五",
        Weekday::Saturday => "星期六",
        Weekday::Sunday => "星期日",
    }
}

pub(super) fn short_weekday(at: DateTime) -> &'static str {
    match at.weekday() {
        Weekday::Monday => "周一",
        Weekday::Tuesday => "周二",
        Weekday::Wednesday => "周三",
        Weekday::Thursday => "周四",
        Weekday::Friday => "周五",
        Weekday::Saturday => "周六",
        Weekday::Sunday => "周日",
    }
}

/// `晚上九点`, `下午两点半`, `凌晨零点五分`.
pub(super) fn clock(at: DateTime) -> String {
    let hour = u64::try_from(at.hour()).unwrap_or_default();
    let minute = u64::try_from(at.minute()).unwrap_or_default();
    let twelve = if hour > 12 { hour - 12 } else { hour };
    let minutes = match minute {
        0 => String::new(),
        30 => "半".to_owned(),
        1..=9 => format!("零{}分", number(minute)),
        _ => format!("{}分", number(minute)),
    };
    format!("{}{}点{minutes}", part_of_day(hour), counted(twelve))
}

const fn part_of_day(hour: u64) -> &'static str {
    match hour {
        0..=4 => "凌晨",
        5..=8 => "早上",
        9..=10 => "上午",
        11..=12 => "中午",
        13..=16 => "下午",
        17..=18 => "傍晚",
        19..=22 => "晚上",
        _ => "深夜",
    }
}

/// A number in words up to 99, in digits above: 零, 十二, 五十六.
fn number(n: u64) -> String {
    let digit = |n: u64| usize::try_from(n).ok().and_then(|n| DIGITS.get(n)).copied().unwrap_or_default();
    match (n / 10, n % 10) {
        (0, ones) => digit(ones).to_owned(),
        (1, 0) => "十".to_owned(),
        (1, ones) => format!("十{}", digit(ones)),
        (tens @ 2..=9, 0) => format!("{}十", digit(tens)),
        (tens @ 2..=9, ones) => format!("{}十{}", digit(tens), digit(ones)),
        _ => n.to_string(),
    }
}

/// A number before a measure word: 两, never 二.
fn counted(n: u64) -> String {
    if n == 2 { "两".to_owned() } else { number(n) }
}

pub(super) fn relative_day(days: i64) -> String {
    match days {
        0 => "今天".to_owned(),
        1 => "明天".to_owned(),
        2 => "后天".to_owned(),
        -1 => "昨天".to_owned(),
        -2 => "前天".to_owned(),
        3.. => format!("{}后", stretch(days)),
        ..=-3 => format!("{}前", stretch(days)),
    }
}

pub(super) fn beside(event: &str, days: i64) -> String {
    match days {
        0 => format!("{event}当天"),
        1.. => format!("{event}前{}", stretch(days)),
        ..=-1 => format!("{event}后{}", stretch(days)),
    }
}

fn stretch(days: i64) -> String {
    match Stretch::of(days.unsigned_abs()) {
        Stretch::Days(n) => format!("{}天", counted(n)),
        Stretch::Weeks(n) => format!("{}周", counted(n)),
        Stretch::Months(n) => format!("约{}个月", counted(n)),
        Stretch::Years(n) => format!("约{}年", counted(n)),
    }
}
