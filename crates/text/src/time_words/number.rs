//! Numbers as people write them: digits, 三十二, two.

use super::token::{Reader, Said};
use crate::script::han_digit;

/// A number in digits with its count of digits, no ordinal.
pub(super) fn digits(reader: &mut Reader<'_>) -> Option<(i64, usize)> {
    match reader.peek()? {
        Said::Number { value, digits, ordinal: false } => {
            reader.skip();
            Some((value, digits))
        }
        Said::Number { .. } | Said::Word(_) | Said::Han(_) | Said::Mark(_) => None,
    }
}

/// Digits, or a Chinese number below a thousand.
pub(super) fn chinese(reader: &mut Reader<'_>) -> Option<i64> {
    if let Some((value, _)) = digits(reader) {
        return Some(value);
    }
    let written = numerals(reader, |c| digit(c).is_some() || c == '十' || c == '百')?;
    below_thousand(&written)
}

/// A year of four digits, in digits or 二〇二三.
pub(super) fn chinese_year(reader: &mut Reader<'_>) -> Option<i64> {
    if let Some((value, _)) = reader.maybe(|reader| digits(reader).filter(|(_, n)| *n == 4)) {
        return Some(value);
    }
    let written = numerals(reader, |c| digit(c).is_some_and(|d| c != '两' && d < 10))?;
    (written.len() == 4).then(|| written.iter().filter_map(|c| digit(*c)).fold(0, |year, d| year * 10 + d))
}

/// Digits, or an English number up to twelve; "a", "an" and "a couple of" count too.
pub(super) fn english(reader: &mut Reader<'_>) -> Option<i64> {
    if let Some((value, _)) = digits(reader) {
        return Some(value);
    }
    reader.any_words(&ENGLISH)
}

const ENGLISH: [(&str, i64); 17] = [
    ("a couple of", 2),
    ("couple of", 2),
    ("a couple", 2),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("a", 1),
    ("an", 1),
];

/// Longest number that is read; longer rows of numerals mean nothing.
const NUMERALS: usize = 8;

/// The stretch of numerals here.
fn numerals(reader: &mut Reader<'_>, belongs: impl Fn(char) -> bool) -> Option<Vec<char>> {
    let mut written = Vec::new();
    while let Some(c) = reader.next_han().filter(|c| belongs(*c)) {
        written.push(c);
        reader.skip();
        if written.len() > NUMERALS {
            return None;
        }
    }
    (!written.is_empty()).then_some(written)
}

fn digit(c: char) -> Option<i64> {
    han_digit(c).map(i64::from)
}

/// 三, 十二, 二十, 一百零五; nothing for what is not a number (三三, 十百).
fn below_thousand(written: &[char]) -> Option<i64> {
    let (mut total, mut pending, mut unit) = (0, None, 1000);
    for &c in written {
        let size = match c {
            '百' => 100,
            '十' => 10,
            '零' | '〇' if pending.is_none() && total > 0 => continue,
            _ if pending.is_none() => {
                pending = digit(c);
                continue;
            }
            _ => return None,
        };
        if size >= unit || (pending.is_none() && (size != 10 || total > 0)) {
            return None;
        }
        total += pending.take().unwrap_or(1) * size;
        unit = size;
    }
    Some(total + pending.unwrap_or(0))
}
