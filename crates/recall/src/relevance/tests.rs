//! What a document holds of a question that others leave open.

use super::*;
use hupo_keyword::Field;

fn terms(words: &[&str]) -> Vec<TermScore> {
    let term = |word: &&str| TermScore {
        term: (*word).to_owned(),
        field: Field::Text,
        frequency: 1,
        score: 1.0,
        is_pair: false,
    };
    words.iter().map(term).collect()
}

#[track_caller]
fn check(question: &[(&str, f32)], known: &[&[&str]], found: &[&[&str]], expected: &[f32]) {
    let information = question.iter().map(|(word, weight)| ((*word).to_owned(), *weight)).collect();
    let known: Vec<_> = known.iter().map(|words| terms(words)).collect();
    let found: Vec<_> = found.iter().map(|words| terms(words)).collect();
    assert_eq!(shares_beyond(&information, &known, &found), expected);
}

#[test]
fn only_what_the_known_documents_leave_open_counts_and_each_word_once() {
    let question = [("president", 1.0), ("association", 1.0), ("journal", 2.0)];
    check(&question, &[&["journal"]], &[&["president", "president"], &["journal"], &[]], &[0.25, 0.0, 0.0]);
    check(&question, &[&["journal"], &["president"]], &[&["president", "association"]], &[0.25]);
    check(&question, &[], &[&["president", "association", "journal"]], &[1.0]);
    check(&[("妹妹", 1.0), ("ERP", 1.0)], &[&["妹妹"]], &[&["ERP", "妹妹"]], &[0.5]);
    check(&[("妹妹", 1.0), ("住", 1.0)], &[&["妹妹"]], &[&["住"]], &[0.5]);
}

#[test]
fn a_question_without_information_leaves_nothing_open() {
    check(&[], &[], &[&["tea"]], &[0.0]);
    check(&[("tea", 0.0)], &[], &[&["tea"]], &[0.0]);
}

#[test]
fn what_holds_no_word_holds_nothing_and_not_minus_nothing() {
    let information = BTreeMap::from([("president".to_owned(), 1.0)]);
    let coverage = |held: &[&str]| matched(&terms(held), &information).coverage;
    assert!(coverage(&[]).is_sign_positive() && coverage(&["journal"]).is_sign_positive());
    assert_eq!([coverage(&[]), coverage(&["journal"]), coverage(&["president"])], [0.0, 0.0, 1.0]);
}

#[test]
fn the_same_words_amount_to_the_same_to_the_last_bit() {
    let words: Vec<String> = (1..=40).map(|n| format!("word{n}")).collect();
    let held = terms(&words.iter().step_by(2).map(String::as_str).collect::<Vec<_>>());
    let amounts = || {
        let information = words.iter().zip(1..).map(|(word, n)| (word.clone(), 1.0 / n as f32)).collect();
        let beyond = shares_beyond(&information, &[], std::slice::from_ref(&held));
        (matched(&held, &information).coverage.to_bits(), beyond.into_iter().map(f32::to_bits).collect::<Vec<_>>())
    };
    let first = amounts();
    assert!((0..64).all(|_| amounts() == first), "whatever order a map has");
}
