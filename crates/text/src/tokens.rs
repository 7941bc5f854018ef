//! How many tokens a model will count, estimated from the scripts of a text.

use crate::chars::is_han;

/// Twelfths of a token a character costs: Han 8 (1.5 characters a token), ASCII and the Latin, Greek and Cyrillic
/// scripts 3 (4 characters a token), everything else (kana, Hangul, emoji, Chinese punctuation) 12.
fn twelfths(c: char) -> usize {
    match c {
        c if is_han(c) => 8,
        '\0'..='\u{52F}' => 3,
        _ => 12,
    }
}

/// A guess at the tokens of `text`, rounded up; 0 only for the empty text.
///
/// The ratios are what common multilingual vocabularies give on running text: about 1.5 Han characters or 4 Latin
/// characters a token. Expect an error of a quarter either way; a caller that knows its model counts itself.
#[must_use]
pub fn estimate_tokens(text: &str) -> usize {
    text.chars().map(twelfths).sum::<usize>().div_ceil(12)
}

#[cfg(test)]
mod tests;
