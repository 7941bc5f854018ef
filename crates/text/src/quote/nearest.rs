//! The passage of a message most like a quote that was not found: help for whoever quoted from memory.

use std::collections::HashMap;
use std::ops::Range;

use unicode_segmentation::GraphemeCursor;

use crate::chars::is_han;
use crate::fold::{Folded, fold, fold_str};

/// Characters of a message that are looked at; a megabyte would take longer than the answer is worth.
const MESSAGE_CHARS: usize = 65_536;

/// Characters of a quote that are compared.
const QUOTE_CHARS: usize = 512;

/// The window of the message, as long as the quote, that shares most pairs of neighbouring characters with it, as it
/// stands in the message; `None` where less than a third of the pairs is shared. Case, width and script do not count.
pub(super) fn passage(message: &str, quote: &str) -> Option<String> {
    let quote: Vec<char> = fold_str(head(quote, QUOTE_CHARS)).chars().collect();
    let message = head(message, MESSAGE_CHARS);
    let folded = fold(message);
    let chars: Vec<(usize, char)> = folded.text.char_indices().collect();
    let (first, shared) = best_window(&chars, &quote)?;
    if shared == 0 || shared * 3 < quote.len().saturating_sub(1) {
        return None;
    }
    slice(message, &folded, chars.get(first..(first + quote.len()).min(chars.len()))?)
}

fn head(text: &str, chars: usize) -> &str {
    text.char_indices().nth(chars).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// Where the first of the best windows begins, moved on to its first shared pair, and how many pairs are shared.
fn best_window(chars: &[(usize, char)], quote: &[char]) -> Option<(usize, usize)> {
    let mut window = Window::new(quote);
    let pairs: Vec<(char, char)> = chars.iter().zip(chars.iter().skip(1)).map(|(a, b)| (a.1, b.1)).collect();
    let width = quote.len().checked_sub(1).filter(|width| *width > 0)?;
    let mut best = None;
    for (at, pair) in pairs.iter().enumerate() {
        window.enter(*pair);
        if let Some(left) = at.checked_sub(width) {
            window.leave(*pairs.get(left)?);
        }
        if best.is_none_or(|(_, shared)| window.shared > shared) {
            best = Some(((at + 1).saturating_sub(width), window.shared));
        }
    }
    let (first, shared) = best?;
    let idle = pairs.iter().skip(first).take_while(|pair| !window.missing.contains_key(pair)).count();
    Some((first + idle, shared))
}

/// Pairs of the quote that are not yet matched in the window, negative where the window has more.
struct Window {
    missing: HashMap<(char, char), isize>,
    shared: usize,
}

impl Window {
    fn new(quote: &[char]) -> Self {
        let mut missing = HashMap::new();
        for pair in quote.iter().copied().zip(quote.iter().copied().skip(1)) {
            *missing.entry(pair).or_insert(0) += 1;
        }
        Self { missing, shared: 0 }
    }

    fn enter(&mut self, pair: (char, char)) {
        if let Some(missing) = self.missing.get_mut(&pair) {
            self.shared += usize::from(*missing > 0);
            *missing -= 1;
        }
    }

    fn leave(&mut self, pair: (char, char)) {
        if let Some(missing) = self.missing.get_mut(&pair) {
            *missing += 1;
            self.shared -= usize::from(*missing > 0);
        }
    }
}

/// The original of a window, widened to whole words of scripts that have spaces.
fn slice(message: &str, folded: &Folded, window: &[(usize, char)]) -> Option<String> {
    let (first, last) = (window.first()?, window.last()?);
    let before = folded.text.get(..first.0)?;
    let after = folded.text.get(last.0 + last.1.len_utf8()..)?;
    let mut start = first.0;
    if is_letter(first.1) {
        start -= before.chars().rev().take(24).take_while(|c| is_letter(*c)).map(char::len_utf8).sum::<usize>();
    }
    let mut end = last.0 + last.1.len_utf8();
    if is_letter(last.1) {
        end += after.chars().take(24).take_while(|c| is_letter(*c)).map(char::len_utf8).sum::<usize>();
    }
    message.get(whole(message, folded.original(start..end))).map(|text| text.trim().to_owned())
}

/// The range, widened to whole graphemes, so that what is shown can be quoted.
fn whole(message: &str, range: Range<usize>) -> Range<usize> {
    let cursor = |at| GraphemeCursor::new(at, message.len(), true);
    let is_boundary = |at| cursor(at).is_boundary(message, 0) == Ok(true);
    let (mut start, mut end) = (range.start, range.end);
    if !is_boundary(start) {
        start = cursor(start).prev_boundary(message, 0).ok().flatten().unwrap_or(0);
    }
    if !is_boundary(end) {
        end = cursor(end).next_boundary(message, 0).ok().flatten().unwrap_or(message.len());
    }
    start..end
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() && !is_han(c)
}
