//! Focus: the part of a long text that a question is about.
//!
//! A reranker reads a few hundred characters. Of a longer text it is given the window that holds most of the question's
//! words, so that what answers is read even when it stands far down. Short texts are read whole.

use hupo_text::fold_str;
use hupo_text::script::{RunKind, runs};
use std::collections::HashSet;

/// Texts up to this many characters are read whole.
const WHOLE_CHARS: usize = 700;
/// Characters of a window.
const WINDOW_CHARS: usize = 600;
/// Characters between two windows' beginnings.
const STRIDE_CHARS: usize = 300;
/// Windows looked at; what lies beyond is not read.
const MOST_WINDOWS: usize = 200;

/// The words of a question, prepared once for many texts.
pub(crate) struct Focus {
    words: HashSet<String>,
}

impl Focus {
    pub(crate) fn new(question: &str) -> Self {
        Self { words: words(question) }
    }

    /// The window of the text with most of the question's words; the first of equals; the text itself if it is short.
    pub(crate) fn of<'t>(&self, text: &'t str) -> &'t str {
        if text.chars().nth(WHOLE_CHARS).is_none() {
            return text;
        }
        let windows = windows(text);
        let mut best = windows.first().copied().unwrap_or(text);
        let mut most = self.held(best);
        for window in windows.into_iter().skip(1) {
            let held = self.held(window);
            if held > most {
                (best, most) = (window, held);
            }
        }
        best
    }

    fn held(&self, window: &str) -> usize {
        words(window).intersection(&self.words).count()
    }
}

/// Folded words, and pairs of neighbouring Han characters.
fn words(text: &str) -> HashSet<String> {
    let folded = fold_str(text);
    let mut words = HashSet::new();
    for run in runs(&folded) {
        let slice = folded.get(run.start..run.end).unwrap_or_default();
        match run.kind {
            RunKind::Han => words.extend(pairs(slice)),
            RunKind::Word => {
                words.insert(slice.to_owned());
            }
            RunKind::Other => {}
        }
    }
    words
}

fn pairs(han: &str) -> impl Iterator<Item = String> + '_ {
    han.chars().zip(han.chars().skip(1)).map(|(a, b)| [a, b].iter().collect())
}

/// Overlapping windows that begin behind white space or a full stop where there is one near.
fn windows(text: &str) -> Vec<&str> {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let place = |n: usize| places.get(n).copied().unwrap_or(text.len());
    let starts = (0..places.len().saturating_sub(1)).step_by(STRIDE_CHARS).take(MOST_WINDOWS);
    starts
        .filter_map(|start| {
            let rough = text.get(place(start)..place(start + WINDOW_CHARS))?;
            Some(if start == 0 { rough } else { after_break(rough) })
        })
        .collect()
}

/// The window without the torn word or sentence at its beginning, if that is short.
fn after_break(window: &str) -> &str {
    let is_break = |c: char| c.is_whitespace() || matches!(c, '。' | '！' | '？' | '；');
    let near = window.char_indices().take(40).find(|(_, c)| is_break(*c));
    near.and_then(|(at, c)| window.get(at + c.len_utf8()..)).unwrap_or(window)
}

#[cfg(test)]
mod tests;
