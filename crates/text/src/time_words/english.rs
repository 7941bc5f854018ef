//! English time expressions, read from lower-case text.
//!
//! "may" and "march" are verbs too: alone they are months only where the grammar leaves nothing else.

use jiff::civil::Date;

use super::Rule;
use super::number::english;
use super::period::{Period, Season, Unit, day_of, moved};
use super::token::{Reader, Said};
use crate::dates::MONTHS;

pub(super) const RULES: &[Rule] =
    &[day, turn, past, ago, half_a_year_ago, month_first, day_first, in_month, in_year, season_of_year];

/// Yesterday, tonight, the day before yesterday.
fn day(reader: &mut Reader<'_>, today: Date) -> Option<Period> {
    reader.maybe(|reader| reader.words("the"));
    let n = reader.any_words(&[
        ("day before yesterday", -2),
        ("day after tomorrow", 2),
        ("yesterday", -1),
        ("last night", -1),
        ("today", 0),
        ("tonight", 0),
        ("this morning", 0),
        ("this afternoon", 0),
        ("this evening", 0),
        ("tomorrow", 1),
    ])?;
    Period::day_from(today, n)
}

/// Last, this or next week, weekend, month, year, Tuesday, summer, March.
fn turn(reader: &mut Reader<'_>, today: Date) -> Option<Period> {
    let turn = reader.any_words(&[("last", -1), ("this past", -1), ("this", 0), ("next", 1)])?;
    if let Some(unit) = reader.maybe(|reader| reader.any_words(&UNITS)) {
        return match unit {
            Unit::Day => None,
            Unit::Week => Period::week_from(today, turn),
            Unit::Month => Period::month_from(today, turn),
            Unit::Year => Period::year(i64::from(today.year()) + turn),
        };
    }
    if reader.words("weekend").is_some() {
        return Period::weekend_from(today, turn);
    }
    if let Some(weekday) = reader.any_words(&WEEKDAYS) {
        return weekday_near(today, turn, weekday);
    }
    if let Some(season) = season(reader) {
        return yearly(today, turn, |year| Period::season(year, season));
    }
    let month = month(reader).filter(|month| *month != 5 || !verb_follows(reader, turn == 0))?;
    yearly(today, turn, |year| Period::month(year, month))
}

/// The latest such weekday before today, that of this week, the first after today.
fn weekday_near(today: Date, turn: i64, weekday: i64) -> Option<Period> {
    let in_week = Period::weekday_from(today, 0, weekday)?;
    match turn {
        -1 if in_week.start >= today => Period::weekday_from(today, -1, weekday),
        1 if in_week.start <= today => Period::weekday_from(today, 1, weekday),
        _ => Some(in_week),
    }
}

/// The latest that is over, that of this year, the next to begin.
fn yearly(today: Date, turn: i64, of: impl Fn(i64) -> Option<Period>) -> Option<Period> {
    match turn {
        -1 => Period::latest_over(today, of),
        0 => of(i64::from(today.year())),
        _ => Period::next(today, of),
    }
}

/// After "this may" only a subject or no word at all makes it a month; after "last may" all but the commonest verbs.
fn verb_follows(reader: &Reader<'_>, after_this: bool) -> bool {
    const SUBJECTS: [&str; 12] = ["i", "we", "he", "she", "they", "you", "my", "our", "his", "her", "the", "in"];
    const VERBS: [&str; 8] = ["be", "have", "not", "also", "well", "never", "seem", "take"];
    match reader.peek() {
        Some(Said::Word(word)) if after_this => !SUBJECTS.contains(&word),
        Some(Said::Word(word)) => VERBS.contains(&word),
        Some(Said::Number { .. } | Said::Han(_) | Said::Mark(_)) | None => false,
    }
}

/// The past two weeks, last 3 days, past month.
fn past(reader: &mut Reader<'_>, today: Date) -> Option<Period> {
    let only_past = reader.any_words(&[("last", false), ("past", true)])?;
    let n = match reader.maybe(few).or_else(|| reader.maybe(english)) {
        Some(n) => n,
        None if only_past => 1,
        None => return None,
    };
    Period::past(today, n, reader.any_words(&UNITS)?)
}

/// Two weeks ago, a month ago, a few days ago.
fn ago(reader: &mut Reader<'_>, today: Date) -> Option<Period> {
    if let Some(n) = reader.maybe(few) {
        let unit = reader.any_words(&UNITS)?;
        reader.words("ago")?;
        return Some(Period { start: moved(today, -2 * n, unit)?, end: moved(today, -1, unit)? });
    }
    let n = english(reader)?;
    let unit = reader.any_words(&UNITS)?;
    reader.words("ago")?;
    Period::ago(today, n, unit)
}

fn half_a_year_ago(reader: &mut Reader<'_>, today: Date) -> Option<Period> {
    reader.any_words(&[("half a year ago", ()), ("half year ago", ())])?;
    Period::ago(today, 6, Unit::Month)
}

/// "A few" is about three.
fn few(reader: &mut Reader<'_>) -> Option<i64> {
    reader.any_words(&[("a few", 3), ("few", 3), ("several", 3)])
}

/// May 8, 2023; May 8th; on May 8.
fn month_first(reader: &mut Reader<'_>, today: Date) -> Option<Period> {
    let on = reader.words("on").is_some();
    let month = month(reader)?;
    let (day, ordinal) = day_number(reader)?;
    with_year(reader, today, month, day, on || ordinal)
}

/// 8 May 2023; the 8th of May; on 8 May.
fn day_first(reader: &mut Reader<'_>, today: Date) -> Option<Period> {
    let on = reader.words("on").is_some();
    reader.maybe(|reader| reader.words("the"));
    let (day, ordinal) = day_number(reader)?;
    let of = reader.words("of").is_some();
    let month = month(reader)?;
    with_year(reader, today, month, day, on || ordinal || of)
}

/// The day with the year that follows, else the latest that has come; `clear` where no verb can be meant.
fn with_year(reader: &mut Reader<'_>, today: Date, month: i64, day: i64, clear: bool) -> Option<Period> {
    let named = reader.maybe(|reader| {
        reader.maybe(|reader| reader.one(Said::Mark(',')));
        year_number(reader)
    });
    if let Some(year) = named {
        return Period::day(day_of(year, month, day)?);
    }
    let verb = matches!(month, 3 | 5) && matches!(reader.peek(), Some(Said::Word(_)));
    if verb && !clear {
        return None;
    }
    Period::latest_begun(today, |year| Period::day(day_of(year, month, day)?))
}

/// In May, in May 2023, May 2023, in early May.
fn in_month(reader: &mut Reader<'_>, today: Date) -> Option<Period> {
    let preposition = preposition(reader);
    let month = month(reader)?;
    reader.maybe(|reader| {
        reader.any_words(&[("of", ())]).or_else(|| reader.one(Said::Mark(','))).filter(|()| is_year(reader))
    });
    match year_number(reader) {
        Some(year) => Period::month(year, month),
        None if preposition.is_some() => Period::latest_begun(today, |year| Period::month(year, month)),
        None => None,
    }
}

/// In 2022, during 2022; not "in 2022 steps".
fn in_year(reader: &mut Reader<'_>, _today: Date) -> Option<Period> {
    preposition(reader)?;
    let year = year_number(reader)?;
    let counted = match reader.peek() {
        Some(Said::Word(word)) => word.ends_with('s') && !["was", "is", "as", "has", "this", "does"].contains(&word),
        Some(Said::Mark('-' | '/' | '%')) => true,
        Some(Said::Number { .. } | Said::Han(_) | Said::Mark(_)) | None => false,
    };
    if counted { None } else { Period::year(year) }
}

/// Summer 2022, the summer of 2022, in summer 2022.
fn season_of_year(reader: &mut Reader<'_>, _today: Date) -> Option<Period> {
    reader.maybe(preposition);
    reader.maybe(|reader| reader.words("the"));
    let season = season(reader)?;
    reader.maybe(|reader| reader.words("of"));
    Period::season(year_number(reader)?, season)
}

fn preposition(reader: &mut Reader<'_>) -> Option<()> {
    reader.any_words(&[("in", ()), ("during", ())]).or_else(|| reader.han("在"))?;
    reader.any_words(&[("early", ()), ("mid", ()), ("late", ())]);
    Some(())
}

fn season(reader: &mut Reader<'_>) -> Option<Season> {
    reader.any_words(&[
        ("spring", Season::Spring),
        ("summer", Season::Summer),
        ("autumn", Season::Autumn),
        ("fall", Season::Autumn),
        ("winter", Season::Winter),
    ])
}

/// A month by its name or its short form, with or without a full stop after the short form.
fn month(reader: &mut Reader<'_>) -> Option<i64> {
    let Said::Word(word) = reader.peek()? else { return None };
    let at = MONTHS.iter().position(|month| is_name_of(word, month))?;
    reader.skip();
    if word.len() <= 4 && at != 4 {
        reader.maybe(|reader| {
            reader.one(Said::Mark('.'))?;
            matches!(reader.peek(), Some(Said::Number { .. })).then_some(())
        });
    }
    i64::try_from(at + 1).ok()
}

fn is_name_of(word: &str, month: &str) -> bool {
    let short = word.len() == 3 || word == "sept";
    word.len() <= month.len()
        && (short || word.len() == month.len())
        && month.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
}

fn day_number(reader: &mut Reader<'_>) -> Option<(i64, bool)> {
    match reader.peek()? {
        Said::Number { value, digits: 1..=2, ordinal } if (1..=31).contains(&value) => {
            reader.skip();
            Some((value, ordinal))
        }
        Said::Number { .. } | Said::Word(_) | Said::Han(_) | Said::Mark(_) => None,
    }
}

fn is_year(reader: &Reader<'_>) -> bool {
    matches!(reader.peek(), Some(Said::Number { value: 1900..=2200, digits: 4, ordinal: false }))
}

fn year_number(reader: &mut Reader<'_>) -> Option<i64> {
    if !is_year(reader) {
        return None;
    }
    super::number::digits(reader).map(|(year, _)| year)
}

const UNITS: [(&str, Unit); 8] = [
    ("day", Unit::Day),
    ("days", Unit::Day),
    ("week", Unit::Week),
    ("weeks", Unit::Week),
    ("month", Unit::Month),
    ("months", Unit::Month),
    ("year", Unit::Year),
    ("years", Unit::Year),
];

/// "sat" and "sun" are words of their own.
const WEEKDAYS: [(&str, i64); 14] = [
    ("monday", 0),
    ("tuesday", 1),
    ("wednesday", 2),
    ("thursday", 3),
    ("friday", 4),
    ("saturday", 5),
    ("sunday", 6),
    ("mon", 0),
    ("tue", 1),
    ("tues", 1),
    ("wed", 2),
    ("thu", 3),
    ("thurs", 3),
    ("fri", 4),
];
