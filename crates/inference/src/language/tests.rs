//! How Chinese a text is.

use super::han_share;

#[test]
fn the_share_counts_letters_and_nothing_else() {
    for (text, expected) in [
        ("小雨明年搬去里斯本。", 1.0),
        ("Lily moves to Lisbon in 2026!", 0.0),
        ("我在 Lisbon", 2.0 / 8.0),
        ("小雨：“好，12:30 见！”🙂", 1.0),
        ("她說臺北", 1.0),
        ("㐀𠀀豈", 1.0),
        ("Привет, ça va", 0.0),
    ] {
        assert!((han_share(text) - expected).abs() < 1e-6, "{text}: {}", han_share(text));
    }
}

#[test]
fn a_text_without_letters_lies_in_the_middle() {
    for text in ["", "12:30", "🙂🙂", "\u{200b}\n"] {
        assert_eq!(han_share(text), 0.5, "{text:?}");
    }
}
