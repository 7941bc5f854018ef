//! JSON as some clients write it: half a surrogate pair, or bytes that are no UTF-8, where a text was cut in the middle
//! of a character. A reader of JSON refuses the whole message, and the caller would wait for an answer in vain.

use std::borrow::Cow;

/// The same JSON with U+FFFD in place of what is half a character; borrowed where nothing is wrong with it.
pub(super) fn mended(bytes: &[u8]) -> Cow<'_, [u8]> {
    let text = String::from_utf8_lossy(bytes);
    match without_halves(&text) {
        Some(mended) => Cow::Owned(mended.into_bytes()),
        None => match text {
            Cow::Borrowed(_) => Cow::Borrowed(bytes),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        },
    }
}

/// The text with each escape of a lone surrogate replaced; `None` if there is none.
fn without_halves(text: &str) -> Option<String> {
    let (mut mended, mut kept, mut at) = (String::new(), 0, 0);
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('\\')) {
        let start = at + found;
        let Some(escape) = surrogate(text, start) else {
            // A backslash and what it escapes: a second backslash begins nothing.
            at = start + 1 + text.get(start + 1..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
            continue;
        };
        at = start + ESCAPE;
        if escape.is_high() && surrogate(text, at).is_some_and(|next| !next.is_high()) {
            at += ESCAPE;
            continue;
        }
        mended.push_str(text.get(kept..start).unwrap_or_default());
        mended.push_str("\\ufffd");
        kept = at;
    }
    (kept > 0).then(|| mended + text.get(kept..).unwrap_or_default())
}

/// Bytes of `\ud83d`.
const ESCAPE: usize = 6;

/// Half of a pair.
struct Surrogate(u16);

impl Surrogate {
    const fn is_high(&self) -> bool {
        self.0 < 0xdc00
    }
}

/// The surrogate that is escaped here, if one is.
fn surrogate(text: &str, at: usize) -> Option<Surrogate> {
    let digits = text.get(at..at + ESCAPE)?.strip_prefix("\\u")?;
    let all_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let unit = u16::from_str_radix(digits, 16).ok().filter(|_| all_hex)?;
    (0xd800..0xe000).contains(&unit).then_some(Surrogate(unit))
}

#[cfg(test)]
mod tests {
    use super::mended;
    use std::borrow::Cow;

    fn check(bytes: &[u8], expected: &str) {
        assert_eq!(String::from_utf8_lossy(&mended(bytes)), expected);
        let read: serde_json::Value = serde_json::from_slice(&mended(bytes)).expect("what is mended is JSON");
        assert!(read.is_string());
    }

    #[test]
    fn half_a_pair_becomes_a_replacement_character() {
        check(br#""cut \ud83d""#, r#""cut \ufffd""#);
        check(br#""\ude00 alone""#, r#""\ufffd alone""#);
        check(br#""\uD83D\uD83D\uDE00""#, r#""\ufffd\uD83D\uDE00""#);
        check("\"小猫\\ud83d 和 cat\"".as_bytes(), "\"小猫\\ufffd 和 cat\"");
    }

    #[test]
    fn what_is_whole_is_left_as_it_is() {
        for whole in [r#""\ud83d\ude00 and \u4e2d""#, r#""\\ud83d is no escape""#, "\"琥珀 amber\"", r#""\"\\""#] {
            assert!(matches!(mended(whole.as_bytes()), Cow::Borrowed(_)), "{whole}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        check(b"\"a\xff\xe7\x8c\"", "\"a\u{fffd}\u{fffd}\"");
    }

    #[test]
    fn an_escape_that_breaks_off_panics_nowhere() {
        for junk in ["\\", "\"\\u", "\"\\ud8", "\"\\ud83d\\", "\\ud83d\\u琥珀琥珀", "\"\\琥"] {
            drop(mended(junk.as_bytes()));
        }
    }
}
