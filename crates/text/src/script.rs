//! Mixed text cut where the script changes: Han runs, words, and what lies between.

use unicode_segmentation::UnicodeSegmentation;

pub use crate::chars::is_han;

/// What a run is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RunKind {
    /// Han characters only; as long as they follow each other.
    Han,
    /// One word or number as Unicode cuts them (Standard Annex 29), free of Han.
    Word,
    /// White space, punctuation, symbols, emoji.
    Other,
}

/// A piece of a text; the runs of a text touch and cover it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// What it is made of.
    pub kind: RunKind,
    /// First byte.
    pub start: usize,
    /// Byte after the last.
    pub end: usize,
}

/// The runs of `text` in order: `ERP审批` is a word and a Han run, `iPhone15手机` too, `3.5` is one word and
/// `2023-05-08` three with hyphens between.
pub fn runs(text: &str) -> impl Iterator<Item = Run> + '_ {
    stretches(text).flat_map(move |(start, stretch, han)| {
        let whole = han.then_some(Run { kind: RunKind::Han, start, end: start + stretch.len() });
        let words = if han { "" } else { stretch };
        whole
            .into_iter()
            .chain(words.split_word_bound_indices().map(move |(at, piece)| word_or_other(start + at, piece)))
    })
}

/// The text cut into Han and other stretches: where each begins, the stretch, whether it is Han.
fn stretches(text: &str) -> impl Iterator<Item = (usize, &str, bool)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let han = is_han(rest.chars().next()?);
        let cut = rest.find(|c| is_han(c) != han).unwrap_or(rest.len());
        let (stretch, tail) = rest.split_at(cut);
        let start = text.len() - rest.len();
        rest = tail;
        Some((start, stretch, han))
    })
}

fn word_or_other(start: usize, piece: &str) -> Run {
    let kind = if piece.chars().any(char::is_alphanumeric) { RunKind::Word } else { RunKind::Other };
    Run { kind, start, end: start + piece.len() }
}

/// The digit that a Han numeral stands for, 0 to 9; 两 is 2.
pub const fn han_digit(c: char) -> Option<u8> {
    Some(match c {
        '零' | '〇' => 0,
        '一' => 1,
        '二' | '两' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
