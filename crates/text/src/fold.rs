//! The folded form that matching uses, and the way back to what was said.

use std::ops::Range;

use crate::normal::{self, Form};
use crate::offsets::Offsets;

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
    if text.is_ascii() { fold_ascii(text) } else { normal::text(text, Form::Folded) }
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

fn fold_ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut words = text.split(|c: char| c.is_ascii_whitespace() || c.is_ascii_control()).filter(|w| !w.is_empty());
    if let Some(first) = words.next() {
        out.push_str(first);
    }
    for word in words {
        out.push(' ');
        out.push_str(word);
    }
    out.make_ascii_lowercase();
    out
}

#[cfg(test)]
mod tests;
