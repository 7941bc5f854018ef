//! Bytes as hexadecimal digits, for forms that people read.

use std::fmt::Write;

/// Two lower-case digits a byte.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        write!(text, "{byte:02x}").expect("a string takes every text");
    }
    text
}

/// Reads [`encode`]; `None` if there is anything but pairs of lower-case digits.
#[must_use]
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
    pairs.iter().map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?)).collect()
}

const fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
