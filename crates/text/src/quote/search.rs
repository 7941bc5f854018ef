//! All places of a quote in a message, in one pass (Knuth, Morris, Pratt 1977), and the choice among them.

use std::cell::OnceCell;
use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::Located;
use crate::chars::is_invisible;
use crate::normal::is_space;
use crate::offsets::Offsets;

/// A message beside its normal form.
pub(super) struct Message<'a> {
    pub(super) original: &'a str,
    pub(super) text: &'a str,
    pub(super) offsets: &'a Offsets,
}

impl Message<'_> {
    /// The place of a normalised quote nearest to `hint` (scalar offset), else the first.
    pub(super) fn find(&self, wanted: &str, hint: Option<usize>) -> Option<Located> {
        let graphemes = Graphemes::new(self.original);
        let mut places = Places { original: self.original, hint: hint.unwrap_or(0), ..Places::default() };
        for end in occurrences(self.text.as_bytes(), wanted.as_bytes()) {
            if let Some(place) = self.place(end - wanted.len()..end, &graphemes) {
                places.add(place);
            }
        }
        places.located()
    }

    /// The original bytes of a match, if both ends are places where the original can be cut.
    fn place(&self, range: Range<usize>, graphemes: &Graphemes<'_>) -> Option<Range<usize>> {
        if !self.offsets.can_cut(range.start) || !self.offsets.can_cut(range.end) {
            return None;
        }
        let source = self.offsets.source(range);
        let end = graphemes.end_after(source.end)?;
        graphemes.is_boundary(source.start).then_some(source.start..end)
    }
}

/// Keeps the best place while they come in rising order.
#[derive(Default)]
struct Places<'a> {
    original: &'a str,
    hint: usize,
    /// Byte and scalar offset of the last place seen.
    last: (usize, usize),
    best: Option<(usize, Range<usize>)>,
    count: usize,
}

impl Places<'_> {
    fn add(&mut self, bytes: Range<usize>) {
        let between = self.original.get(self.last.0..bytes.start).unwrap_or_default();
        let start = self.last.1 + between.chars().count();
        self.last = (bytes.start, start);
        self.count += 1;
        let nearer = |best: &(usize, Range<usize>)| start.abs_diff(self.hint) < best.0.abs_diff(self.hint);
        if self.best.as_ref().is_none_or(nearer) {
            self.best = Some((start, bytes));
        }
    }

    fn located(self) -> Option<Located> {
        let (start, bytes) = self.best?;
        let text = self.original.get(bytes)?.to_owned();
        Some(Located { start, end: start + text.chars().count(), text, occurrences: self.count })
    }
}

/// Grapheme boundaries of a text, worked out once, when first asked for.
struct Graphemes<'a> {
    text: &'a str,
    starts: OnceCell<Vec<bool>>,
}

impl<'a> Graphemes<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, starts: OnceCell::new() }
    }

    fn is_boundary(&self, byte: usize) -> bool {
        byte == self.text.len() || self.starts().get(byte).copied().unwrap_or(false)
    }

    fn starts(&self) -> &Vec<bool> {
        self.starts.get_or_init(|| {
            let mut starts = vec![false; self.text.len()];
            for (at, _) in self.text.grapheme_indices(true) {
                if let Some(start) = starts.get_mut(at) {
                    *start = true;
                }
            }
            starts
        })
    }

    /// The first boundary from `byte` on, if nothing shows between: invisible characters (a variation selector, say), or
    /// the space that a prefixed letter takes to itself.
    fn end_after(&self, byte: usize) -> Option<usize> {
        let mut end = byte;
        let mut rest = self.text.get(byte..)?.chars();
        while !self.is_boundary(end) {
            end += rest.next().filter(|c| is_invisible(*c) || is_space(*c))?.len_utf8();
        }
        Some(end)
    }
}

/// The byte after each occurrence of `wanted`, overlapping ones included; `wanted` is not empty.
fn occurrences<'a>(text: &'a [u8], wanted: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    let borders = borders(wanted);
    let mut matched = 0;
    text.iter().enumerate().filter_map(move |(at, byte)| {
        matched = advance(wanted, &borders, matched, *byte);
        (matched == wanted.len()).then_some(at + 1)
    })
}

/// For each prefix of `wanted` the length of its longest proper prefix that is also its suffix.
fn borders(wanted: &[u8]) -> Vec<usize> {
    let mut borders = Vec::with_capacity(wanted.len());
    let mut length = 0;
    for (at, byte) in wanted.iter().enumerate() {
        if at > 0 {
            length = advance(wanted, &borders, length, *byte);
        }
        borders.push(length);
    }
    borders
}

/// How much of `wanted` is matched after `byte`, when `matched` bytes were before it.
fn advance(wanted: &[u8], borders: &[usize], mut matched: usize, byte: u8) -> usize {
    while wanted.get(matched) != Some(&byte) {
        match matched.checked_sub(1).and_then(|last| borders.get(last)) {
            Some(shorter) => matched = *shorter,
            None => return 0,
        }
    }
    matched + 1
}
