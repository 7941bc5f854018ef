//! Bytes of the fuzzer as what a target takes.

use std::borrow::Cow;

/// A repeated text grows to about this many bytes: work that grows with the square of a text shows.
const REPEATED_BYTES: usize = 32 << 10;

/// The bytes as a text; what is no UTF-8 becomes U+FFFD.
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// Two parts, cut at the first NUL; without one the second is empty.
pub fn halves(bytes: &[u8]) -> (&[u8], &[u8]) {
    let cut = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    (&bytes[..cut], bytes.get(cut + 1..).unwrap_or_default())
}

/// A text over and over, up to some tens of thousands of bytes.
pub fn repeated(bytes: &[u8]) -> String {
    let piece = text(bytes);
    piece.repeat(REPEATED_BYTES.div_ceil(piece.len().max(1)))
}
