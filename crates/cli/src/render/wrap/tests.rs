//! Lines fit their columns in both languages, and nothing that was said is lost.

use super::{wrap, wrap_parts};
use unicode_width::UnicodeWidthStr;

fn check(text: &str, width: usize, expected: &[&str]) {
    assert_eq!(wrap(text, width), expected, "{text} in {width}");
}

#[test]
fn english_breaks_between_words() {
    check("the cat sat on the mat", 11, &["the cat sat", "on the mat"]);
    check("antidisestablishmentarianism", 10, &["antidisest", "ablishment", "arianism"]);
}

#[test]
fn chinese_breaks_between_characters_and_counts_two_columns_each() {
    check("外婆的镯子后来找到了", 10, &["外婆的镯子", "后来找到了"]);
}

#[test]
fn a_mark_never_begins_or_ends_a_line_wrongly() {
    check("外婆的镯子，找到了", 10, &["外婆的镯", "子，找到了"]);
    check("她说“好的”就走", 6, &["她说", "“好的”", "就走"]);
}

#[test]
fn mixed_text_breaks_where_the_script_changes() {
    check("去Lisbon看Nora的trip", 7, &["去", "Lisbon", "看Nora", "的trip"]);
}

#[test]
fn line_breaks_stay_and_control_characters_go() {
    check("a\nb", 10, &["a", "b"]);
    check("a\u{1b}[31mred\u{202e}x", 20, &["a[31mredx"]);
}

#[test]
fn no_line_is_wider_than_asked_and_no_character_is_lost() {
    let text = "Qiu（小邱）moves in for twelve days，搬过来住：猫粮两勺，“别”开窗 and don't forget 罐头!!";
    for width in 2..60 {
        let lines = wrap(text, width);
        let squeezed = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        assert_eq!(squeezed(&lines.concat()), squeezed(text), "{width}");
        if width >= 16 {
            assert!(lines.iter().all(|line| line.width() <= width), "{width}: {lines:?}");
        }
    }
}

#[test]
fn parts_stay_whole_where_they_can() {
    let parts = ["mem-1 fact", "words 1, vector 2", "", "via 糯米 —mentions→ mem-1"].map(str::to_owned);
    assert_eq!(wrap_parts(&parts, 32), ["mem-1 fact · words 1, vector 2", "via 糯米 —mentions→ mem-1"]);
    assert_eq!(wrap_parts(&parts, 80).len(), 1);
    assert_eq!(wrap_parts(&parts, 14), ["mem-1 fact", "words 1,", "vector 2", "via 糯", "米 —mentions→", "mem-1"]);
}
