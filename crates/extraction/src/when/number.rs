//! Small numbers as people write them: 7, 十五, 两, two.

use hupo_text::script::han_digit;

/// What a number may be written with, as a piece of a pattern.
macro_rules! number {
    () => {
        r"(?:\d{1,2}|[一二两三四五六七八九十]{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|a couple of|a|an)"
    };
}
pub(crate) use number;

/// The value of digits, of a Han number below a hundred, or of an English one up to ten.
pub(crate) fn value(written: &str) -> Option<i64> {
    const ENGLISH: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    if let Ok(value) = written.parse() {
        return Some(value);
    }
    if let Some(at) = ENGLISH.iter().position(|word| *word == written) {
        return i64::try_from(at + 1).ok();
    }
    match written {
        "a" | "an" => Some(1),
        "a couple of" => Some(2),
        _ => han(written),
    }
}

/// 三, 十五, 二十, 三十一.
fn han(written: &str) -> Option<i64> {
    let digit = |text: &str| {
        let mut chars = text.chars();
        let only = chars.next().filter(|_| chars.next().is_none());
        only.and_then(han_digit).map(i64::from)
    };
    match written.split_once('十') {
        None => digit(written),
        Some((tens, ones)) => {
            let tens = if tens.is_empty() { Some(1) } else { digit(tens) };
            let ones = if ones.is_empty() { Some(0) } else { digit(ones) };
            Some(tens? * 10 + ones?)
        }
    }
}
