//! The tokenizer, for the fuzzer in `tests/fuzz`.

use crate::analysis::{Form, MAX_TERM_BYTES, each_token};
use std::ops::Range;

/// The longest term, in bytes.
pub const LONGEST: usize = MAX_TERM_BYTES;

/// A term of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What is indexed.
    pub term: String,
    /// Where it stands in the folded text.
    pub place: Range<usize>,
    /// Two characters that are no word.
    pub is_pair: bool,
}

/// The terms of a folded text, in order.
pub fn tokens(folded: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    each_token(folded, |token| {
        let start = token.surface.as_ptr().addr() - folded.as_ptr().addr();
        let place = start..start + token.surface.len();
        tokens.push(Token { term: token.term.to_owned(), place, is_pair: token.form == Form::Pair });
    });
    tokens
}
