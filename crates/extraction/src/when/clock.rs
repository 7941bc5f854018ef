//! Which time of the day is meant: 下午三点半, "at 9am", tomorrow morning.

use super::number::{number, value};
use crate::pattern::{Pattern, pattern};
use jiff::civil::Time;
use std::ops::Range;

/// A time of the day, or a part of it with its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Clock {
    pub(super) from: Time,
    pub(super) to: Option<Time>,
    pub(super) range: Range<usize>,
}

static CHINESE: Pattern = pattern!(
    r"(?P<part>凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|早|晚|夜里)?(?P<h>",
    number!(),
    r")(?:点钟?|:)(?:(?P<half>半)|(?P<m>\d{2}|[一二三四五]?十[一二三四五六七八九]?|零[一二三四五六七八九])分?|(?P<q>一刻|三刻))?"
);

static ENGLISH: Pattern = pattern!(
    r"(?:(?-u:\b)at )?(?-u:\b)(?P<h>\d{1,2})(?:[:.](?P<m>\d{2}))? ?(?P<half>am|pm|a\.m\.?|p\.m\.?)(?:[^a-z]|$)"
);

static AT: Pattern = pattern!(r"(?-u:\b)at (?P<h>\d{1,2})(?:[:.](?P<m>\d{2}))?(?:[^\d%]|$)");

static PARTS: Pattern = pattern!(
    r"(?P<part>凌晨|清晨|一早|一大早|明早|今早|早上|早晨|上午|中午|下午|傍晚|今晚|明晚|晚上|今夜|(?-u:\b)morning|(?-u:\b)noon|(?-u:\b)afternoon|(?-u:\b)evening|(?-u:\b)tonight|(?-u:\b)night(?-u:\b))"
);

/// What takes place after noon when its hour is said without am or pm.
static EVENING: Pattern = pattern!(r"dinner|supper|drinks|party|concert|movie|show|tonight|evening|night|pm|game|gig");

/// The time of the day a clause speaks of, beside the words of the day.
pub(super) fn find(text: &str, day: &Range<usize>) -> Option<Clock> {
    english(text).or_else(|| chinese(text, day)).or_else(|| hour_alone(text)).or_else(|| part(text))
}

fn time(hour: i64, minute: i64) -> Option<Time> {
    Time::new(hour.try_into().ok()?, minute.try_into().ok()?, 0, 0).ok()
}

/// The part is said before the hour, or in the word of the day (今晚九点).
fn chinese(text: &str, day: &Range<usize>) -> Option<Clock> {
    let found = CHINESE.captures(text)?;
    let hour = value(found.name("h")?.as_str()).filter(|hour| (0..=24).contains(hour))?;
    let minute = match (found.name("half"), found.name("m"), found.name("q")) {
        (Some(_), _, _) => 30,
        (_, Some(minute), _) => value(minute.as_str().trim_start_matches(['零', '0'])).unwrap_or(0),
        (_, _, Some(quarter)) => {
            if quarter.as_str() == "一刻" {
                15
            } else {
                45
            }
        }
        _ => 0,
    };
    let day_word = text.get(day.clone()).unwrap_or_default();
    let said = found.name("part").map_or(day_word, |part| part.as_str());
    let late = ["下午", "晚", "傍晚", "夜"].iter().any(|part| said.contains(part)) || said.contains("tonight");
    let noon = said == "中午" && hour < 3;
    let early = ["早", "上午", "凌晨", "清晨"].iter().any(|part| said.contains(part)) || text.contains("起床");
    let hour = match hour {
        12 if late && !said.contains("下午") => return None,
        1..=11 if late || noon => hour + 12,
        1..=4 if !early => hour + 12,
        5..=11 if !early => return None,
        24 => return None,
        _ => hour,
    };
    Some(Clock { from: time(hour, minute)?, to: None, range: found.get(0)?.range() })
}

fn english(text: &str) -> Option<Clock> {
    let found = ENGLISH.captures(text)?;
    let hour = value(found.name("h")?.as_str()).filter(|hour| (1..=12).contains(hour))?;
    let minute = found.name("m").map_or(Some(0), |minute| minute.as_str().parse().ok())?;
    let half = found.name("half")?;
    let hour = hour % 12 + if half.as_str().starts_with('p') { 12 } else { 0 };
    Some(Clock { from: time(hour, minute)?, to: None, range: found.get(0)?.start()..half.end() })
}

/// "At 6" is in the afternoon, "at 9" may be either: then only the day is known.
fn hour_alone(text: &str) -> Option<Clock> {
    let found = AT.captures(text)?;
    let hour = value(found.name("h")?.as_str()).filter(|hour| (0..=23).contains(hour))?;
    let minute = found.name("m").map_or(Some(0), |minute| minute.as_str().parse().ok())?;
    let hour = match hour {
        1..=11 if text.contains("morning") => hour,
        1..=11 if EVENING.is_match(text) => hour + 12,
        1..=6 => hour + 12,
        7..=11 => return None,
        _ => hour,
    };
    let end = found.name("m").or_else(|| found.name("h"))?.end();
    Some(Clock { from: time(hour, minute)?, to: None, range: found.get(0)?.start()..end })
}

/// A part of the day begins and ends at the hours that everybody would agree on.
fn part(text: &str) -> Option<Clock> {
    let found = PARTS.captures(text)?.name("part")?;
    let (from, to) = match found.as_str() {
        "凌晨" => (0, 6),
        "清晨" | "一早" | "一大早" | "明早" | "今早" | "早上" | "早晨" => (6, 12),
        "上午" | "morning" => (6, 12),
        "中午" | "noon" => (11, 14),
        "下午" | "afternoon" => (12, 18),
        _ => (18, 0),
    };
    Some(Clock { from: time(from, 0)?, to: time(to, 0), range: found.range() })
}
