//! What may not be stored: control characters, nothing at all, too much.

use crate::chars::is_invisible;

/// Why a text was refused. The caller's fault in each case; nothing was stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// A control character other than tab, line feed and carriage return. Remove it and send the text again.
    #[error("{field}: control character U+{code:04X} at character {position}; remove it")]
    ControlCharacter {
        /// The field that was checked.
        field: String,
        /// Unicode scalar offset of the character.
        position: usize,
        /// The code point.
        code: u32,
    },
    /// The text is over the limit. Shorten it, or split it into several.
    #[error("{field}: {bytes} bytes, the limit is {limit_bytes}; shorten or split it")]
    TooLong {
        /// The field that was checked.
        field: String,
        /// Length of the text in bytes of UTF-8.
        bytes: usize,
        /// The limit in bytes of UTF-8.
        limit_bytes: usize,
    },
    /// Empty, or nothing but white space and zero-width characters. Send a text that can be read.
    #[error("{field}: no visible character in {bytes} bytes; give it a text")]
    Blank {
        /// The field that was checked.
        field: String,
        /// Length of the text in bytes of UTF-8.
        bytes: usize,
    },
}

/// Accepts what may be stored under `field`: at most `limit_bytes` bytes, something visible, no control characters
/// of C0 but tab, line feed and carriage return.
///
/// # Errors
/// [`TextError`], naming the field, the place and the remedy.
pub fn check(field: &str, text: &str, limit_bytes: usize) -> Result<(), TextError> {
    let field = || field.to_owned();
    let bytes = text.len();
    if bytes > limit_bytes {
        return Err(TextError::TooLong { field: field(), bytes, limit_bytes });
    }
    if let Some((position, c)) = text.chars().enumerate().find(|(_, c)| is_refused(*c)) {
        return Err(TextError::ControlCharacter { field: field(), position, code: u32::from(c) });
    }
    match is_blank(text) {
        true => Err(TextError::Blank { field: field(), bytes }),
        false => Ok(()),
    }
}

/// Whether a reader would see nothing.
#[must_use]
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_invisible(c))
}

fn is_refused(c: char) -> bool {
    c < ' ' && !matches!(c, '\t' | '\n' | '\r')
}

#[cfg(test)]
mod tests;
