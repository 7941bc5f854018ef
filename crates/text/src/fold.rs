//! The folded form that matching uses, and the way back to what was said.

use std::ops::Range;

use crate::normal::{self, Form};
use crate::offsets::Offsets;
use crate::simplify::stays;

/// A text for matching, with the way back to its original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folded {
    /// The folded text.
    pub text: String,
    offsets: Offsets,
}

/// Folds: NFKC, lower case, zero-width and bidi controls removed, white space collapsed to one space and trimmed,
/// quote marks, dashes and full-width forms unified, traditional characters simplified by phrase.
#[must_use]
pub fn fold(text: &str) -> Folded {
    let (text, offsets) = normal::with_offsets(text, Form::Folded);
    Folded { text, offsets }
}

/// The text of [`fold`] without the way back; faster.
#[must_use]
pub fn fold_str(text: &str) -> String {
    fold_simple(text).unwrap_or_else(|| normal::text(text, Form::Folded))
}

impl Folded {
    /// The byte range of the original that the byte range `range` of the folded text came from.
    ///
    /// Always on character boundaries of the original, and never less than the source of every folded character
    /// touched: a range that cuts a character, or leaves the text, is first widened or clipped to whole characters.
    #[must_use]
    pub fn original(&self, range: Range<usize>) -> Range<usize> {
        let start = floor(&self.text, range.start);
        let end = ceil(&self.text, range.end).max(start);
        self.offsets.source(start..end)
    }
}

fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|byte| text.is_char_boundary(*byte)).unwrap_or(0)
}

fn ceil(text: &str, at: usize) -> usize {
    (at..text.len()).find(|byte| text.is_char_boundary(*byte)).unwrap_or(text.len())
}

/// The folded form of a text in which every character folds by itself: ASCII, simplified Han, Chinese punctuation and
/// full-width forms. `None` where another character is in it, which may compose with its neighbours.
fn fold_simple(text: &str) -> Option<String> {
    let mut folded = String::with_capacity(text.len());
    let mut space = false;
    for c in text.chars() {
        if c.is_ascii_whitespace() || c.is_ascii_control() || c == '\u{3000}' {
            space = !folded.is_empty();
            continue;
        }
        let simple = simple(c)?;
        if std::mem::take(&mut space) {
            folded.push(' ');
        }
        folded.push(simple);
    }
    Some(folded)
}

/// What a character folds to wherever it stands, if that can be told of it alone.
fn simple(c: char) -> Option<char> {
    match c {
        '\0'..='\u{7F}' => Some(c.to_ascii_lowercase()),
        '\u{4E00}'..='\u{9FFF}' => stays(c).then_some(c),
        '“' | '”' => Some('"'),
        '‘' | '’' => Some('\''),
        '—' => Some('-'),
        '、' | '。' | '《' | '》' => Some(c),
        '，' => Some(','),
        '！' => Some('!'),
        '？' => Some('?'),
        '：' => Some(':'),
        '；' => Some(';'),
        '（' => Some('('),
        '）' => Some(')'),
        '～' => Some('~'),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
