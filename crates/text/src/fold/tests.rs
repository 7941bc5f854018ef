//! What folding does, and the way back from it.

use proptest::prelude::*;

use super::{fold, fold_str};

fn check(text: &str, expected: &str) {
    assert_eq!(fold(text).text, expected, "of {text:?}");
    assert_eq!(fold_str(text), expected, "of {text:?} without offsets");
}

/// The original of a word of the folded text.
fn original<'a>(text: &'a str, word: &str) -> &'a str {
    let folded = fold(text);
    let start = folded.text.find(word).unwrap();
    &text[folded.original(start..start + word.len())]
}

#[test]
fn chinese_is_simplified_by_phrase() {
    check("頭髮和發展", "头发和发展");
    check("皇后之後", "皇后之后");
    check("乾燥的乾隆", "干燥的乾隆");
    check("答覆与覆蓋", "答复与覆盖");
    check("我想你了。", "我想你了。");
}

#[test]
fn english_is_lower_case_without_frills() {
    check("  Hello\t\n WORLD ", "hello world");
    check("The ﬁnal “naïve” CAFE\u{301}", "the final \"naïve\" café");
    check("don’t — e‑mail", "don't - e-mail");
    check("ΌΣΟΣ İstanbul", "όσοσ i̇stanbul");
}

#[test]
fn mixed_text_loses_width_and_hidden_characters() {
    check("ＥＲＰ審批　ｏｋ！", "erp审批 ok!");
    check("a\u{200B}b\u{202E}c 林\u{FEFF}晓", "abc 林晓");
    check("「好」と『no』", "\"好\"と'no'");
    check("ｶﾞ 한\u{AD}국", "ガ 한국");
    check("\u{200B} \u{3000}", "");
    check("", "");
}

#[test]
fn the_way_back_covers_the_source() {
    assert_eq!(original("他說頭髮很亂", "头发"), "頭髮");
    assert_eq!(original("the ﬁnal CAFE\u{301} here", "café"), "CAFE\u{301}");
    assert_eq!(original("the ﬁnal word", "in"), "ﬁn", "half a ligature is the whole of it");
    assert_eq!(original("ＥＲＰ審\u{200B}批ok", "审批"), "審\u{200B}批");
    assert_eq!(original("a  \u{3000} b", " "), "  \u{3000} ");
    assert_eq!(original("x㏄y 𨦟", "cc"), "㏄");
}

#[test]
fn a_range_outside_the_text_is_clipped() {
    let text = "林曉 Ann";
    let folded = fold(text);
    assert_eq!(folded.original(0..999), 0..text.len());
    assert_eq!(folded.original(999..1_000), text.len()..text.len());
    assert_eq!(folded.original(1..2), 0..3, "a cut character is the whole of it");
    assert_eq!(fold("").original(0..0), 0..0);
}

#[test]
fn a_simple_character_folds_to_what_the_whole_way_gives() {
    let mut simple = 0;
    for c in ('\0'..=char::MAX).filter(|c| !c.is_ascii_whitespace() && !c.is_ascii_control()) {
        let Some(folded) = super::simple(c) else { continue };
        simple += 1;
        assert_eq!(fold(&format!("a{c}b")).text, format!("a{folded}b"), "{c:?}");
    }
    assert!(simple > 10_000, "{simple} characters fold alone");
}

/// Texts that are hard to map back.
fn hard() -> impl Strategy<Value = String> {
    let pieces = [
        "a", "E", "\u{301}", "\u{323}", " ", "\u{3000}", "\u{200B}", "\u{200D}", "ﬁ", "Ａ", "髮", "頭", "乾", "隆",
        "覆", "薴", "𨦟", "林", "“", "—", "İ", "Σ", "㏄", "가", "\u{1161}", "ﾞ", "ｶ", "👨", "\u{FE0F}", "\u{B4}",
        "\u{958}", "\r\n", "ǅ", "发", "。", "《", "，", "！", "：", "’", "～", "\u{7F}", "\u{3161}", "\u{3131}",
    ];
    prop_oneof![
        4 => proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..24).prop_map(|v| v.concat()),
        1 => "\\PC{0,24}",
    ]
}

proptest! {
    #[test]
    fn ranges_are_on_boundaries_cover_and_rise(text in hard()) {
        let folded = fold(&text);
        let mut last = 0..0;
        for (at, c) in folded.text.char_indices() {
            let range = folded.original(at..at + c.len_utf8());
            prop_assert!(text.get(range.clone()).is_some_and(|source| !source.is_empty()), "{:?} of {:?}", range, text);
            prop_assert!(range.start >= last.start && range.end >= last.end);
            prop_assert!(range == last || range.start >= last.end, "sources overlap");
            last = range;
        }
        let whole = folded.original(0..folded.text.len());
        let seen = fold_str(&text[whole]);
        prop_assert_eq!(seen, folded.text, "the source of all folds to all");
    }

    #[test]
    fn both_ways_of_folding_agree(text in hard()) {
        prop_assert_eq!(fold(&text).text, fold_str(&text));
        let ascii: String = text.chars().filter(char::is_ascii).collect();
        prop_assert_eq!(fold(&ascii).text, fold_str(&ascii));
    }

    #[test]
    fn both_ways_agree_on_simple_text(text in "[a-zA-Z0-9 \t'\"~!,:;()。、《》“”‘’—，！？：；（）～\u{3000}我林晓发复后]{0,24}") {
        prop_assert!(super::fold_simple(&text).is_some());
        prop_assert_eq!(fold(&text).text, fold_str(&text));
    }

    #[test]
    fn folded_text_has_single_inner_spaces(text in hard()) {
        let folded = fold_str(&text);
        prop_assert_eq!(folded.trim(), &folded);
        prop_assert!(!folded.contains("  ") && !folded.chars().any(|c| crate::chars::is_invisible(c) || c.is_control()));
    }
}
