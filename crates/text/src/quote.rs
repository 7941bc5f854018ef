//! Where a quote stands in a message: the proof behind every memory.
//!
//! Matching is conservative: NFC, white space collapsed, zero-width characters removed, quote and dash variants
//! unified. Case, script and wording must be the message's own.

mod nearest;
mod search;

use unicode_segmentation::UnicodeSegmentation;

use crate::chars::is_han;
use crate::normal::{self, Form};

/// Longest quote that is looked at, in bytes.
pub const LIMIT_BYTES: usize = 64 * 1024;

/// A quote found in its message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// First character, as a Unicode scalar offset in the original message.
    pub start: usize,
    /// Character after the last, likewise.
    pub end: usize,
    /// The original slice.
    pub text: String,
    /// At how many places the quote stands; overlapping ones count. Over 1 the quote is ambiguous.
    pub occurrences: usize,
}

/// Why a quote proves nothing. The proposer's fault in each case.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QuoteError {
    /// Nothing visible in the quote. Quote the words that prove the statement.
    #[error("the quote is empty; quote the words of the message")]
    Empty,
    /// Over [`LIMIT_BYTES`]. Quote the sentence, not the document.
    #[error("the quote has {bytes} bytes, the limit is {limit_bytes}; quote less of the message")]
    TooLong {
        /// The limit in bytes.
        limit_bytes: usize,
        /// Length of the quote in bytes.
        bytes: usize,
    },
    /// Fewer than two Han characters, no word of three letters, and not the whole message. Quote more of it.
    #[error("the quote is too short to mean anything; quote two Han characters, a word of three letters, or all")]
    TooShort,
    /// The words do not stand in the message. Copy them from it.
    #[error("the quote is not in the message; the nearest passage is {nearest:?}")]
    NotFound {
        /// The passage of the message most like the quote, as it stands there, if any is like it.
        nearest: Option<String>,
    },
}

/// Finds `quote` in `message`; of several places the one nearest to the scalar offset `hint`, else the first.
///
/// A place never splits a grapheme nor a composed character. Work is linear in both lengths.
///
/// # Errors
/// [`QuoteError`]; a quote over [`LIMIT_BYTES`] is refused before it is read.
pub fn locate(message: &str, quote: &str, hint: Option<usize>) -> Result<Located, QuoteError> {
    let bytes = quote.len();
    if bytes > LIMIT_BYTES {
        return Err(QuoteError::TooLong { limit_bytes: LIMIT_BYTES, bytes });
    }
    let wanted = normal(quote);
    if wanted.is_empty() {
        return Err(QuoteError::Empty);
    }
    let (text, offsets) = normal::with_offsets(message, Form::Quoted);
    if !carries_meaning(&wanted) && wanted != text {
        return Err(QuoteError::TooShort);
    }
    let message = search::Message { original: message, text: &text, offsets: &offsets };
    message
        .find(&wanted, hint)
        .ok_or_else(|| QuoteError::NotFound { nearest: nearest::passage(message.original, quote) })
}

/// The conservative normal form in which quotes are compared.
#[must_use]
pub fn normal(text: &str) -> String {
    normal::text(text, Form::Quoted)
}

/// At least two Han characters, or one word of three letters.
fn carries_meaning(normal: &str) -> bool {
    normal.chars().filter(|c| is_han(*c)).nth(1).is_some() || normal.unicode_words().any(has_three_letters)
}

fn has_three_letters(word: &str) -> bool {
    word.chars().filter(|c| c.is_alphabetic() && !is_han(*c)).nth(2).is_some()
}

#[cfg(test)]
mod tests;
