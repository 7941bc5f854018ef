//! Text to terms: one tokenizer for Chinese, English and both in one word.

use frostem::{Algorithm, Stemmer};
use hupo_text::script::{self, Run, RunKind};
use jieba_rs::Jieba;
use std::borrow::Cow;
use std::sync::LazyLock;

/// One dictionary for the process (32 MB, a third of a second to load), frozen: names come in by their own field, never
/// as dictionary words, so that a text is cut the same way for ever.
static JIEBA: LazyLock<Jieba> = LazyLock::new(Jieba::new);

/// Longer words are cut to this many bytes.
pub(crate) const MAX_TERM_BYTES: usize = 64;

/// Loads the Chinese dictionary now instead of with the first text: about 0.3 s, once a process.
pub fn warm() {
    LazyLock::force(&JIEBA);
}

/// What kind of term it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// A word.
    Word,
    /// Two Han characters side by side that are no word by themselves: insurance against wrong cuts.
    Pair,
}

/// A term of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    /// What is indexed.
    pub(crate) term: &'a str,
    /// What was written, folded.
    pub(crate) surface: &'a str,
    pub(crate) form: Form,
}

/// Hands every term of a folded text to `each`, in the order of the text.
pub(crate) fn each_token(folded: &str, mut each: impl FnMut(Token<'_>)) {
    let stemmer = Stemmer::new(Algorithm::English);
    for run in script::runs(folded) {
        let Some(piece) = piece(folded, run) else { continue };
        match run.kind {
            RunKind::Han => each_han(piece, &mut each),
            RunKind::Word => {
                // A mark goes with what it stands on, which may be the space before it.
                let surface = cut(piece.trim_start());
                each(Token { term: &stemmed(&stemmer, surface), surface, form: Form::Word });
            }
            RunKind::Other => {}
        }
    }
}

fn piece(text: &str, run: Run) -> Option<&str> {
    text.get(run.start..run.end)
}

fn stemmed<'a>(stemmer: &Stemmer, word: &'a str) -> Cow<'a, str> {
    if word.bytes().any(|b| b.is_ascii_alphabetic()) { stemmer.stem(word) } else { Cow::Borrowed(word) }
}

/// The longest beginning of at most [`MAX_TERM_BYTES`] that cuts no character.
fn cut(word: &str) -> &str {
    let end = (0..=MAX_TERM_BYTES.min(word.len())).rev().find(|end| word.is_char_boundary(*end));
    word.get(..end.unwrap_or(0)).unwrap_or_default()
}

/// Words as jieba's search mode finds them, then the pairs that are no such word at their place.
///
/// Without jieba's model for unknown words: what it finds depends on the neighbours, so that question and document are
/// cut unlike each other (nDCG@10 .386 with it, .394 without, on 1,011 Chinese questions of LifeBench's training users).
fn each_han(run: &str, each: &mut impl FnMut(Token<'_>)) {
    let mut two_char_words = Vec::new();
    for word in JIEBA.cut_for_search(run, false) {
        if word.end - word.start == 2 {
            two_char_words.push(word.byte_start);
        }
        let term = cut(word.word);
        each(Token { term, surface: term, form: Form::Word });
    }
    two_char_words.sort_unstable();
    for (start, pair) in pairs(run) {
        if two_char_words.binary_search(&start).is_err() {
            each(Token { term: pair, surface: pair, form: Form::Pair });
        }
    }
}

/// Every two neighbouring characters, with where they begin.
fn pairs(run: &str) -> impl Iterator<Item = (usize, &str)> {
    let starts = run.char_indices().map(|(at, _)| at);
    let ends = run.char_indices().skip(1).map(|(at, c)| at + c.len_utf8());
    starts.zip(ends).filter_map(|(start, end)| Some((start, run.get(start..end)?)))
}

#[cfg(test)]
mod tests;
