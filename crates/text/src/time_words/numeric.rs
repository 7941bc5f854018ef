//! Dates in digits: 2023-05-08, 2023/5/8, 2023.5.8, 2023-05.

use jiff::civil::Date;

use super::Rule;
use super::number::digits;
use super::period::{Period, day_of};
use super::token::{Reader, Said};

pub(super) const RULES: &[Rule] = &[date, year_and_month];

/// Year, month and day, the same mark between, nothing but the date touching it.
fn date(reader: &mut Reader<'_>, _today: Date) -> Option<Period> {
    let (year, mark) = year_and_mark(reader)?;
    let (month, _) = digits(reader)?;
    reader.one(Said::Mark(mark))?;
    let (day, _) = digits(reader)?;
    Period::day(day_of(year, month, day)?).filter(|_| !goes_on(reader))
}

/// Year and month of two digits; a longer row of numbers is something else.
fn year_and_month(reader: &mut Reader<'_>, _today: Date) -> Option<Period> {
    let (year, mark) = year_and_mark(reader)?;
    let (month, 2) = digits(reader)? else { return None };
    Period::month(year, month).filter(|_| mark != '.' && !goes_on(reader))
}

fn year_and_mark(reader: &mut Reader<'_>) -> Option<(i64, char)> {
    if reader.touches() && matches!(reader.before(), Some(Said::Mark('-' | '/' | '.'))) {
        return None;
    }
    let (year, 4) = digits(reader)? else { return None };
    let mark = ['-', '/', '.'].into_iter().find(|mark| reader.one(Said::Mark(*mark)).is_some())?;
    ((1900..=2200).contains(&year)).then_some((year, mark))
}

/// Whether another mark and number touch the end: part of a longer number, an address, a range.
fn goes_on(reader: &Reader<'_>) -> bool {
    let mut ahead = reader.clone();
    let marked = ['-', '/', '.'].into_iter().any(|mark| ahead.one(Said::Mark(mark)).is_some());
    marked && ahead.touches() && digits(&mut ahead).is_some()
}
