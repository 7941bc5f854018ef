//! What may be stored and what may not.

use super::{TextError, check};

#[test]
fn ordinary_text_is_accepted() {
    for text in ["糯米团子是一只猫", "She has\ttwo\r\ncats", "ERP审批 done 👨‍👩‍👧", "a\u{200B}b", "\u{202E}abc"]
    {
        assert_eq!(check("text", text, 100), Ok(()));
    }
}

#[test]
fn control_characters_are_refused_with_their_place() {
    for (text, position, code) in [("你好\0", 2, 0), ("ab\u{1B}[0m", 2, 0x1B), ("审批ok\u{7}", 4, 7)] {
        let refusal = check("text", text, 100).unwrap_err();
        assert_eq!(refusal, TextError::ControlCharacter { field: "text".into(), position, code });
        assert!(refusal.to_string().contains("remove it"));
    }
}

#[test]
fn blank_text_is_refused() {
    for text in ["", " \t\n", "\u{3000}\u{200B}\u{FEFF}", "\u{3164}\u{AD}"] {
        assert_eq!(check("speaker", text, 9), Err(TextError::Blank { field: "speaker".into(), bytes: text.len() }));
    }
}

#[test]
fn the_limit_is_in_bytes_and_included() {
    assert_eq!(check("text", "琥珀", 6), Ok(()));
    assert_eq!(check("text", "ab珀", 4), Err(TextError::TooLong { field: "text".into(), bytes: 5, limit_bytes: 4 }));
}
