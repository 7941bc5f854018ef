//! Which day is meant: tomorrow, 下周三, the 15th, 6月7号, in three weeks.

use super::Days;
use super::number::{number, value};
use crate::pattern::{Pattern, pattern};
use jiff::civil::Date;
use jiff::{Span, ToSpan};
use regex::Captures;

/// A month of an English date, as a piece of a pattern.
macro_rules! month {
    () => {
        concat!(
            r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|",
            r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
        )
    };
}

/// A way to name days: how it is written, and what it means on a given day.
struct Form {
    pattern: Pattern,
    read: fn(&Captures<'_>, Date) -> Option<(Date, Date)>,
}

static FORMS: [Form; 11] = [
    Form { pattern: pattern!(r"(?P<y>\d{4})(?:年|-|/)(?P<m>\d{1,2})(?:月|-|/)(?P<d>\d{1,2})[日号]?"), read: full },
    Form { pattern: pattern!(r"(?P<m>", number!(), r")月(?:份)?(?P<d>", number!(), r")[日号]"), read: dated },
    Form { pattern: pattern!(month!(), r" (?P<d>\d{1,2})(?:st|nd|rd|th)?(?:,? (?P<y>\d{4}))?(?-u:\b)"), read: english },
    Form {
        pattern: pattern!(r"(?P<d>\d{1,2})(?:st|nd|rd|th)?(?: of)? ", month!(), r"(?:,? (?P<y>\d{4}))?(?-u:\b)"),
        read: english,
    },
    Form {
        pattern: pattern!(
            r"(?P<w>大后天|后天|后日|明天|明日|明早|明晚|明儿|今天|今日|今晚|今早|今夜|",
            r"(?-u:\b)(?:the )?day after tomorrow|(?-u:\b)tomorrow|(?-u:\b)tmrw|(?-u:\b)tonight|(?-u:\b)today|",
            r"(?-u:\b)this (?:afternoon|evening))"
        ),
        read: near,
    },
    Form {
        pattern: pattern!(
            r"(?P<bad>每个?|上上?个?|各)?(?P<t>下下个?|下个?|这个?|本)?(?:周|星期|礼拜)(?P<k>[一二三四五六日天末])",
            r"(?P<goes_on>[起直定共样]|五天|游)?"
        ),
        read: chinese_weekday,
    },
    Form {
        pattern: pattern!(
            r"(?-u:\b)(?P<bad>every |last |each |most )?(?:(?P<t>this coming|coming|this|next) )?",
            r"(?P<k>monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|mon|tue|tues|wed|thu|thurs|fri|sat)(?-u:\b)"
        ),
        read: english_weekday,
    },
    Form {
        pattern: pattern!(
            r"(?:(?P<next>下个?月)|(?-u:\b)the )?(?P<d>\d{1,2}|[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])(?:号|日|st|nd|rd|th)",
            r"(?P<goes_on>[线楼店门房桌位选院机间常子用程记]| (?:floor|time|grade|birthday|anniversary|street|st|ave))?"
        ),
        read: day_of_month,
    },
    Form {
        pattern: pattern!(
            r"(?:(?P<n>",
            number!(),
            r")(?P<u>天|个星期|个礼拜|周|星期|个月)(?:后|之后|以后)|",
            r"(?-u:\b)in (?P<ne>",
            number!(),
            r") (?P<ue>days?|weeks?|months?)(?-u:\b))"
        ),
        read: counted,
    },
    Form {
        pattern: pattern!(r"(?P<w>下下?个?(?:周|星期|礼拜)|下个?月|(?-u:\b)next (?:week|month)(?-u:\b))"),
        read: stretch,
    },
    Form {
        pattern: pattern!(
            r"(?P<w>元旦|情人节|五一|六一|国庆|圣诞|(?-u:\b)christmas(?: day)?(?-u:\b)|(?-u:\b)new year's day|(?-u:\b)valentine's(?: day)?)(?P<goes_on>前|后|路|广场|大学)?"
        ),
        read: holiday,
    },
];

/// The first days a text names, seen from `today`; none that are over.
pub(super) fn find(text: &str, today: Date) -> Option<Days> {
    let mut best: Option<(usize, usize, &Form)> = None;
    for form in &FORMS {
        if let Some(found) = form.pattern.find(text)
            && best.is_none_or(|(start, end, _)| (found.start(), usize::MAX - found.end()) < (start, usize::MAX - end))
        {
            best = Some((found.start(), found.end(), form));
        }
    }
    let (start, _, form) = best?;
    let found = form.pattern.captures_at(text, start)?;
    let is_none = found.name("bad").is_some() || found.name("goes_on").is_some();
    let (first, end) = (form.read)(&found, today).filter(|(_, end)| *end > today && !is_none)?;
    Some(Days { first, end, range: found.get(0)?.range() })
}

/// A date that a text begins with, and how long its words are: year if said, month and day.
pub(crate) fn named_date(text: &str) -> Option<(Option<i64>, i64, i64, usize)> {
    static CHINESE: Pattern = pattern!(
        r"^(?:(?P<y>\d{4}|\d{2})(?:年|-|/|\.))?(?P<m>",
        number!(),
        r")(?:月|-|/|\.)(?P<d>",
        number!(),
        r")(?:[日号]|(?-u:\b)|$)"
    );
    static MONTH_FIRST: Pattern =
        pattern!(r"^", month!(), r" (?P<d>\d{1,2})(?:st|nd|rd|th)?(?:,? (?P<y>\d{4}))?(?-u:\b)");
    static DAY_FIRST: Pattern =
        pattern!(r"^(?:the )?(?P<d>\d{1,2})(?:st|nd|rd|th)?(?: of)? ", month!(), r"(?:,? (?P<y>\d{4}))?(?-u:\b)");
    let found = [&CHINESE, &MONTH_FIRST, &DAY_FIRST].into_iter().find_map(|form| form.captures(text))?;
    let number = |name: &str| found.name(name).and_then(|group| value(group.as_str()));
    let year = number_of_year(&found);
    let month = found.name("month").map_or_else(|| number("m"), |month| month_number(month.as_str()))?;
    let day = number("d")?;
    Date::new(2024, month.try_into().ok()?, day.try_into().ok()?).ok()?;
    Some((year, month, day, found.get(0)?.end()))
}

/// Two digits are of the last hundred years.
fn number_of_year(found: &Captures<'_>) -> Option<i64> {
    let year: i64 = found.name("y")?.as_str().parse().ok()?;
    Some(match year {
        0..=29 => 2000 + year,
        30..=99 => 1900 + year,
        _ => year,
    })
}

fn number(found: &Captures<'_>, name: &str) -> Option<i64> {
    value(found.name(name)?.as_str())
}

fn one(day: Date) -> Option<(Date, Date)> {
    Some((day, day.tomorrow().ok()?))
}

fn date(year: i64, month: i64, day: i64) -> Option<Date> {
    Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?).ok()
}

fn full(found: &Captures<'_>, _: Date) -> Option<(Date, Date)> {
    one(date(found.name("y")?.as_str().parse().ok()?, number(found, "m")?, number(found, "d")?)?)
}

/// Without a year: the next such day, today included.
fn dated(found: &Captures<'_>, today: Date) -> Option<(Date, Date)> {
    next_dated(today, number(found, "m")?, number(found, "d")?)
}

/// A date without a year that lies further ahead was more likely the last such day than the next.
const FAR_DAYS: i64 = 270;

fn next_dated(today: Date, month: i64, day: i64) -> Option<(Date, Date)> {
    let years = (0..=4).map(|ahead| i64::from(today.year()) + ahead);
    let next = years.filter_map(|year| date(year, month, day)).find(|day| *day >= today)?;
    if later(today, FAR_DAYS.days())? < next {
        return None;
    }
    one(next)
}

fn english(found: &Captures<'_>, today: Date) -> Option<(Date, Date)> {
    let (month, day) = (month_number(found.name("month")?.as_str())?, number(found, "d")?);
    match found.name("y") {
        Some(year) => one(date(year.as_str().parse().ok()?, month, day)?),
        None => next_dated(today, month, day),
    }
}

fn month_number(name: &str) -> Option<i64> {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let at = MONTHS.iter().position(|month| name.starts_with(month))?;
    i64::try_from(at + 1).ok()
}

fn near(found: &Captures<'_>, today: Date) -> Option<(Date, Date)> {
    let word = found.name("w")?.as_str();
    let ahead = match word {
        "大后天" => 3,
        "后天" | "后日" | "the day after tomorrow" | "day after tomorrow" => 2,
        "明天" | "明日" | "明早" | "明晚" | "明儿" | "tomorrow" | "tmrw" => 1,
        _ => 0,
    };
    one(later(today, ahead.days())?)
}

fn later(day: Date, span: Span) -> Option<Date> {
    day.checked_add(span).ok()
}

fn monday(today: Date) -> Option<Date> {
    later(today, i64::from(-today.weekday().to_monday_zero_offset()).days())
}

fn chinese_weekday(found: &Captures<'_>, today: Date) -> Option<(Date, Date)> {
    let weeks = found.name("t").map(|turn| match turn.as_str() {
        "下下" | "下下个" => 2,
        "下" | "下个" => 1,
        _ => 0,
    });
    let at = "一二三四五六日".find(found.name("k")?.as_str()).map(|byte| byte / '一'.len_utf8());
    match (found.name("k")?.as_str(), at) {
        ("末", _) => weekend(today, weeks.unwrap_or(0)),
        ("天", _) => weekday(today, weeks, 6),
        (_, Some(at)) => weekday(today, weeks, i64::try_from(at).ok()?),
        (_, None) => None,
    }
}

fn english_weekday(found: &Captures<'_>, today: Date) -> Option<(Date, Date)> {
    const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    let name = found.name("k")?.as_str();
    let weeks = found.name("t").map(|turn| i64::from(turn.as_str() == "next"));
    if name == "weekend" {
        return weekend(today, weeks?);
    }
    let at = DAYS.iter().position(|day| name.starts_with(day))?;
    weekday(today, weeks.filter(|weeks| *weeks > 0), i64::try_from(at).ok()?)
}

/// A weekday of the week that many weeks ahead; without a week the next such day after today.
fn weekday(today: Date, weeks: Option<i64>, at: i64) -> Option<(Date, Date)> {
    let in_week = later(monday(today)?, at.days())?;
    let ahead = weeks.unwrap_or_else(|| i64::from(in_week <= today));
    one(later(in_week, ahead.weeks())?)
}

/// On a Sunday "the weekend" may be this one or the next: then it is none.
fn weekend(today: Date, weeks: i64) -> Option<(Date, Date)> {
    let saturday = later(monday(today)?, (weeks * 7 + 5).days())?;
    if saturday < today {
        return None;
    }
    Some((saturday, later(saturday, 2.days())?))
}

/// The 15th: of this month, or of the next where it is long over. What is just over may be told of.
fn day_of_month(found: &Captures<'_>, today: Date) -> Option<(Date, Date)> {
    let day = number(found, "d").filter(|day| (1..=31).contains(day))?;
    let just_over = (1..=7).contains(&(i64::from(today.day()) - day)) && found.name("next").is_none();
    if just_over {
        return None;
    }
    let next = later(today.first_of_month(), 1.month())?;
    let here = date(today.year().into(), today.month().into(), day)
        .filter(|day| *day >= today && found.name("next").is_none());
    one(match here {
        Some(here) => here,
        None => date(next.year().into(), next.month().into(), day)?,
    })
}

fn counted(found: &Captures<'_>, today: Date) -> Option<(Date, Date)> {
    let n = number(found, "n").or_else(|| number(found, "ne")).filter(|n| (1..=99).contains(n))?;
    let unit = found.name("u").or_else(|| found.name("ue"))?.as_str();
    let span = match unit {
        "天" | "day" | "days" => n.days(),
        "个月" | "month" | "months" => n.months(),
        _ => n.weeks(),
    };
    one(later(today, span)?)
}

/// A feast that has its day in the calendar.
fn holiday(found: &Captures<'_>, today: Date) -> Option<(Date, Date)> {
    let (month, day) = match found.name("w")?.as_str() {
        "元旦" | "new year's day" => (1, 1),
        "情人节" | "valentine's" | "valentine's day" => (2, 14),
        "五一" => (5, 1),
        "六一" => (6, 1),
        "国庆" => (10, 1),
        _ => (12, 25),
    };
    next_dated(today, month, day)
}

fn stretch(found: &Captures<'_>, today: Date) -> Option<(Date, Date)> {
    let words = found.name("w")?.as_str();
    if words.ends_with('月') || words.ends_with("month") {
        let first = later(today.first_of_month(), 1.month())?;
        return Some((first, later(first, 1.month())?));
    }
    let first = later(monday(today)?, if words.starts_with("下下") { 2 } else { 1 }.weeks())?;
    Some((first, later(first, 1.week())?))
}
