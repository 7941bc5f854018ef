//! Terms of a reply, in both languages and mixed.

use super::{TokenKind, stem, tokens};
use hupo_text::fold_str;

fn read(text: &str) -> Vec<String> {
    let mark = |kind| match kind {
        TokenKind::Han => "",
        TokenKind::Word => "w:",
        TokenKind::Number => "n:",
    };
    tokens(&fold_str(text)).into_iter().map(|token| format!("{}{}", mark(token.kind), token.text)).collect()
}

#[test]
fn a_mixed_text_is_read_piece_by_piece() {
    assert_eq!(read("ERP 审批18号上线"), ["w:erp", "审", "批", "n:18", "号", "上", "线"]);
    assert_eq!(read("rent is 1,450 euros"), ["w:rent", "w:is", "n:1450", "w:euro"]);
    assert_eq!(read("雅思7.5，on the 14th."), ["雅", "思", "n:7.5", "w:on", "w:the", "n:14"]);
}

#[test]
fn chinese_numerals_are_numbers_where_they_count_something() {
    assert_eq!(read("四十天"), ["n:40", "天"]);
    assert_eq!(read("十二月六号"), ["n:12", "月", "n:6", "号"]);
    assert_eq!(read("三万块"), ["n:30000", "块"]);
    assert_eq!(read("二〇二六年"), ["n:2026", "年"]);
    assert_eq!(read("一起去万一"), ["一", "起", "去", "万", "一"]);
}

#[test]
fn a_word_is_known_by_its_stem() {
    for (one, other) in
        [("snails", "snail"), ("planned", "planning"), ("tried", "try"), ("running", "runs"), ("tart's", "tarts")]
    {
        assert_eq!(stem(one), stem(other));
    }
    assert_ne!(stem("poem"), stem("poet"));
}

#[test]
fn clauses_are_told_apart() {
    let clauses = |text: &str| tokens(&fold_str(text)).last().map_or(0, |token| token.clause);
    assert_eq!(clauses("狗？我不记得，只记得猫"), 2);
    assert_eq!(clauses("No, I don't. Ask Mei"), 2);
    assert_eq!(clauses("3.5 公里"), 0);
}

#[test]
fn numerals_too_large_to_hold_are_no_numbers_and_nothing_panics() {
    assert_eq!(read(&"九".repeat(24)), ["n:999999999999", "n:999999999999"]);
    assert!(!read(&"九万".repeat(40)).is_empty());
}
