//! Stored text as it may be shown: nothing is stripped, and what would act on a screen or a reader unseen is made seen.

use std::fmt::Write;

/// The text with control characters, direction marks and hidden characters written out: `␀`, `⟨U+202E⟩`. Line feeds
/// and tabs stay; a carriage return before a line feed goes with it.
pub(super) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' if chars.peek() == Some(&'\n') => (),
            '\n' | '\t' => shown.push(c),
            '\0'..='\u{1F}' => shown.extend(char::from_u32(0x2400 + u32::from(c))),
            '\u{7F}' => shown.push('␡'),
            c if acts_unseen(c) => write!(shown, "⟨U+{:04X}⟩", u32::from(c)).expect("a string takes what is written"),
            c => shown.push(c),
        }
    }
    shown
}

/// The same on one line.
pub(super) fn visible_line(text: &str) -> String {
    visible(text).replace('\n', "⏎")
}

/// Controls of C1, line and paragraph separators, direction marks, zero-width marks but the joiners that emoji and
/// scripts need, tags, and the selectors that can hide a text in one character.
const fn acts_unseen(c: char) -> bool {
    matches!(c,
        '\u{80}'..='\u{9F}' | '\u{AD}' | '\u{61C}' | '\u{200B}' | '\u{200E}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use super::{visible, visible_line};

    #[test]
    fn what_acts_unseen_is_seen_and_everything_else_stays() {
        for (text, shown) in [
            ("好的\r\nok\ttab", "好的\nok\ttab"),
            ("a\u{0}b\u{1B}[31m红\u{7F}", "a␀b␛[31m红␡"),
            ("left\u{202E}thgir 左\u{200B}右", "left⟨U+202E⟩thgir 左⟨U+200B⟩右"),
            ("嗨\u{E0041}\u{E0042} hi", "嗨⟨U+E0041⟩⟨U+E0042⟩ hi"),
            ("👨\u{200D}👩\u{200D}👧 ❤\u{FE0F}", "👨\u{200D}👩\u{200D}👧 ❤\u{FE0F}"),
            ("只有\r回车", "只有␍回车"),
        ] {
            assert_eq!(visible(text), shown);
        }
        assert_eq!(visible_line("两\nlines"), "两⏎lines");
    }
}
