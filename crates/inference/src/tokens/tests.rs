//! Cutting texts to what a model reads.

use super::{Tokens, first_chars, last_chars};
use crate::Error;
use std::path::Path;

const ENGLISH: &str = "the river and the city in the evening";
const CHINESE: &str = "我们明天在上海见面";
const MIXED: &str = "我们在 Lisbon 看了 the river";

fn tokens() -> Tokens {
    Tokens::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/tiny/embedder/tokenizer.json"))
}

#[test]
fn a_text_is_framed_by_the_special_tokens_and_cut_at_its_end() {
    for text in [ENGLISH, CHINESE, MIXED] {
        let whole = tokens().single(text, 64).unwrap();
        let short = tokens().single(text, 6).unwrap();
        assert_eq!((whole.get_ids().first(), whole.get_ids().last()), (Some(&0), Some(&2)), "{text}");
        assert_eq!(short.get_ids()[..5], whole.get_ids()[..5], "{text}");
        assert_eq!((short.len(), short.get_ids().last()), (6, Some(&2)), "{text}");
    }
}

#[test]
fn a_pair_is_s_question_s_s_passage_s_with_every_type_zero() {
    let (question, passage) = (tokens().question(CHINESE, 32).unwrap(), tokens().single(ENGLISH, 64).unwrap());
    let pair = tokens().pair(&question, ENGLISH, 96).unwrap();
    let mut expected = vec![0];
    expected.extend(question.get_ids());
    expected.extend([2, 2]);
    expected.extend(&passage.get_ids()[1..]);
    assert_eq!(pair.get_ids(), expected);
    assert!(pair.get_type_ids().iter().all(|&kind| kind == 0));
    assert!(pair.get_attention_mask().iter().all(|&mask| mask == 1));
}

#[test]
fn of_a_long_question_the_last_tokens_are_read_and_the_passage_gets_the_rest() {
    for text in [ENGLISH, CHINESE, MIXED] {
        let (all, last) = (tokens().question(text, 64).unwrap(), tokens().question(text, 3).unwrap());
        assert_eq!(last.get_ids(), &all.get_ids()[all.len() - 3..], "{text}");
        let pair = tokens().pair(&last, &text.repeat(100), 20).unwrap();
        assert_eq!((pair.len(), pair.get_ids().last()), (20, Some(&2)), "{text}");
    }
}

#[test]
fn empty_huge_and_odd_texts_are_cut_like_any_other() {
    let huge = "上".repeat(1 << 20);
    for text in ["", "\0", "\u{200b}\u{202e}", huge.as_str(), "</s><s><pad>"] {
        let single = tokens().single(text, 64).unwrap();
        assert!((2..=64).contains(&single.len()), "{} tokens", single.len());
        let question = tokens().question(text, 8).unwrap();
        assert!(tokens().pair(&question, text, 96).unwrap().len() <= 96);
    }
}

#[test]
fn characters_are_never_cut_in_two() {
    assert_eq!((first_chars("上海ab", 1), first_chars("上海ab", 9), first_chars("上海", 0)), ("上", "上海ab", ""));
    assert_eq!((last_chars("ab上海", 1), last_chars("ab上海", 9), last_chars("上海", 0)), ("海", "ab上海", "上海"));
}

#[test]
fn a_damaged_tokenizer_is_an_error_that_names_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tokenizer.json");
    let whole = std::fs::read(&tokens().path).unwrap();
    for bytes in [&b"{}"[..], b"not json", &whole[..whole.len() / 2], b""] {
        std::fs::write(&path, bytes).unwrap();
        let error = Tokens::new(path.clone()).single("text", 64).unwrap_err();
        assert!(matches!(&error, Error::TokenizerLoad { path: named, .. } if *named == path), "{error}");
    }
    std::fs::remove_file(&path).unwrap();
    assert!(matches!(Tokens::new(path).single("text", 64), Err(Error::TokenizerLoad { .. })));
}
