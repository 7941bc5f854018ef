//! Where mixed text is cut.

use proptest::prelude::*;

use super::{RunKind, runs};

/// Runs joined by a bar; Han in brackets, what is neither Han nor word in braces.
fn cut(text: &str) -> String {
    let piece = |run: super::Run| match run.kind {
        RunKind::Han => format!("[{}]", &text[run.start..run.end]),
        RunKind::Word => text[run.start..run.end].to_owned(),
        RunKind::Other => format!("{{{}}}", &text[run.start..run.end]),
    };
    runs(text).map(piece).collect::<Vec<_>>().join("|")
}

#[test]
fn text_is_cut_where_the_script_changes() {
    assert_eq!(cut("小橘猫叫糯米团子"), "[小橘猫叫糯米团子]");
    assert_eq!(cut("she can't go"), "she|{ }|can't|{ }|go");
    assert_eq!(cut("erp审批"), "erp|[审批]");
    assert_eq!(cut("iphone15手机"), "iphone15|[手机]");
    assert_eq!(cut("在github上提pr。"), "[在]|github|[上提]|pr|{。}");
}

#[test]
fn numbers_are_cut_as_unicode_says() {
    assert_eq!(cut("3.5分"), "3.5|[分]");
    assert_eq!(cut("2023-05-08"), "2023|{-}|05|{-}|08");
    assert_eq!(cut("2023年5月"), "2023|[年]|5|[月]");
}

#[test]
fn emoji_are_neither_han_nor_words() {
    assert_eq!(cut("好👍ok"), "[好]|{👍}|ok");
    assert_eq!(cut(""), "");
}

proptest! {
    #[test]
    fn runs_touch_and_cover_the_text(text in "[a-z0-9.'年月审批 👍é-]{0,40}|\\PC{0,30}") {
        let mut end = 0;
        for run in runs(&text) {
            prop_assert_eq!(run.start, end);
            prop_assert!(run.end > run.start);
            prop_assert_eq!(text[run.start..run.end].chars().all(super::is_han), run.kind == RunKind::Han);
            end = run.end;
        }
        prop_assert_eq!(end, text.len());
    }
}
