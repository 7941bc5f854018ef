//! Where the focus falls.

use super::*;

#[track_caller]
fn check(question: &str, filler: &str, needle: &str) {
    let text = format!("{}{needle}{}", filler.repeat(120), filler.repeat(120));
    let found = Focus::new(question).of(&text);
    assert!(found.contains(needle), "{found}");
    assert!(found.chars().count() <= WINDOW_CHARS);
}

#[test]
fn the_window_with_the_questions_words_is_read() {
    check("What degree did I graduate with?", "some talk of tea. ", "I did graduate with a degree in botany. ");
    check("我对什么过敏？", "今天天气真不错。", "医生说我对腰果过敏，别再吃了。");
    check("谁负责ERP审批", "普通的一天 nothing new. ", "ERP审批由小邱负责。");
}

#[test]
fn a_short_text_is_read_whole_and_a_long_one_without_a_match_from_its_beginning() {
    assert_eq!(Focus::new("tea").of("coffee"), "coffee");
    let long = "一二三四五六七八九十".repeat(200);
    let read = Focus::new("tea").of(&long);
    assert!(long.starts_with(read) && read.chars().count() == WINDOW_CHARS);
}

#[test]
fn a_megabyte_is_looked_at_only_as_far_as_a_reader_would() {
    let text = "word ".repeat(200_000);
    assert!(Focus::new("word").of(&text).len() <= WINDOW_CHARS);
}
