//! Tests of the tokenizer: Chinese, English, mixed, and what people paste.

use super::*;
use hupo_text::fold_str;
use proptest::prelude::*;

fn terms(text: &str, form: Form) -> Vec<String> {
    let mut terms = Vec::new();
    each_token(&fold_str(text), |token| {
        if token.form == form {
            terms.push(token.term.to_owned());
        }
    });
    terms
}

fn check(text: &str, words: &str, pairs: &str) {
    assert_eq!(terms(text, Form::Word).join(" "), words, "words of {text:?}");
    assert_eq!(terms(text, Form::Pair).join(" "), pairs, "pairs of {text:?}");
}

#[test]
fn english_words_are_stemmed_and_numbers_kept() {
    check("Caroline's dogs were running 3.5 miles!", "carolin dog were run 3.5 mile", "");
    check("2023-05-08 at 7pm", "2023 05 08 at 7pm", "");
}

#[test]
fn chinese_is_cut_into_words_with_the_pairs_between_them() {
    check("我们明天去爬山", "我们 明天 去 爬山", "们明 天去 去爬");
    check("中华人民共和国", "中华 华人 人民 共和 共和国 中华人民共和国", "民共 和国");
}

#[test]
fn a_mark_that_stands_on_a_space_is_a_term_without_it() {
    check("tea \u{1084} now", "tea \u{1084} now", "");
    check("审批 \u{93E}ok", "审批 \u{93E} ok", "");
}

#[test]
fn mixed_text_is_cut_where_the_script_changes() {
    check("ERP审批", "erp 审批", "");
    check("iPhone15手机", "iphone15 手机", "");
    check("我爱Rust编程", "我 爱 rust 编程", "我爱");
}

#[test]
fn a_lone_character_is_a_term() {
    check("猫", "猫", "");
    check("a猫b", "a 猫 b", "");
}

#[test]
fn nothing_comes_of_text_without_words() {
    for text in ["", "   ", "😀🎉", "……！？", "\0\0", "\u{200b}"] {
        check(text, "", "");
    }
}

#[test]
fn control_characters_separate() {
    check("a\0b", "a b", "");
}

#[test]
fn traditional_and_full_width_are_one_with_simplified_and_half_width() {
    for (one, other) in
        [("臺灣的張曉明", "台湾的张晓明"), ("ＡＢＣ１２３　手機", "abc123 手机"), ("軟體開發", "软体开发")]
    {
        for form in [Form::Word, Form::Pair] {
            assert_eq!(terms(one, form), terms(other, form), "{one} and {other}");
        }
    }
}

#[test]
fn a_name_that_is_cut_wrongly_is_found_by_its_pairs() {
    let all = [terms("小橘猫叫糯米团子", Form::Word), terms("小橘猫叫糯米团子", Form::Pair)].concat();
    for pair in ["橘猫", "糯米", "米团", "团子"] {
        assert!(all.iter().any(|term| term == pair), "{pair} in {all:?}");
    }
}

#[test]
fn a_word_of_a_megabyte_is_one_short_term() {
    let words = terms(&"x".repeat(1 << 20), Form::Word);
    assert_eq!(words.len(), 1);
    assert_eq!(words[0].len(), 64);
    assert_eq!(terms(&"é".repeat(100), Form::Word)[0].len(), MAX_TERM_BYTES);
}

#[test]
fn a_megabyte_of_chinese_without_a_stop_is_cut() {
    let text = "小橘猫叫糯米团子".repeat(43_700);
    assert!(terms(&text, Form::Word).len() > 43_700);
}

proptest! {
    #[test]
    fn every_two_neighbouring_han_characters_are_a_term(text in "[一-龥]{2,12}") {
        // Twice: 薴 folds to 苧, and that to 苎; `terms` folds once more.
        let folded = fold_str(&fold_str(&text));
        let all = [terms(&folded, Form::Word), terms(&folded, Form::Pair)].concat();
        for (_, pair) in pairs(&folded) {
            prop_assert!(all.iter().any(|term| term == pair), "{pair} in {all:?}");
        }
    }

    #[test]
    fn any_text_gives_short_terms_without_the_separator(text in any::<String>()) {
        each_token(&fold_str(&text), |token| {
            assert!(!token.term.is_empty() && token.term.len() <= MAX_TERM_BYTES + 8, "{:?}", token.term);
            assert!(!token.term.contains(crate::entry::SEPARATOR));
        });
    }
}
