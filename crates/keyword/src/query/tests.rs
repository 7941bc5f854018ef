//! Tests of questions.

use super::*;

fn asked(text: &str) -> Vec<(String, f32)> {
    let query = Query::new(text, &QueryOptions::default());
    query.terms().map(|(term, weight)| (term.to_owned(), weight)).collect()
}

#[test]
fn stop_words_are_asked_for_only_when_there_is_nothing_else() {
    assert_eq!(asked("Who is the dog?"), [("dog".to_owned(), 1.0)]);
    assert_eq!(asked("Who is it?").len(), 3);
    assert_eq!(asked("他的狗在哪").first().map(|(term, _)| term.as_str()), Some("狗"));
    assert!(asked("这是什么").contains(&("什么".to_owned(), 1.0)));
}

#[test]
fn a_repeated_term_counts_twice_and_keeps_its_first_form() {
    assert_eq!(asked("running, run"), [("running".to_owned(), 2.0)]);
}

#[test]
fn a_term_can_be_added_with_its_weight() {
    let query = Query::new("妈妈", &QueryOptions::default())
        .with_term("爸爸", 0.5)
        .with_term("x", 0.0)
        .with_term("y", f32::NAN);
    let terms: Vec<_> = query.terms().collect();
    assert_eq!(terms, [("妈妈", 1.0), ("爸爸", 0.5)]);
}

#[test]
fn a_further_text_adds_its_words_but_not_its_stop_words() {
    for (text, further, words) in [
        ("妈妈", "这是爸爸的ERP", vec![("妈妈", 1.0), ("爸爸", 0.5), ("erp", 0.5)]),
        ("dog", "the dog and the cat", vec![("dog", 1.5), ("cat", 0.5)]),
    ] {
        let query = Query::new(text, &QueryOptions::default()).with_text(further, 0.5);
        let terms: Vec<_> = query.terms().filter(|(_, weight)| *weight >= 0.5).collect();
        assert_eq!(terms, words);
    }
    let plain = Query::new("dog", &QueryOptions::default());
    assert_eq!(plain.clone().with_text("cat", 0.0).with_text("cow", f32::NAN), plain);
}

#[test]
fn a_question_without_words_is_empty() {
    for text in ["", "😀", "  ?!", "\0"] {
        assert!(Query::new(text, &QueryOptions::default()).is_empty(), "{text:?}");
    }
}

#[test]
fn the_stop_list_is_sorted_as_the_search_in_it_needs() {
    assert!(is_stop_word("a") && is_stop_word("yourself") && is_stop_word("什么") && !is_stop_word("dog"));
}

#[test]
fn a_question_as_long_as_may_be_holds_each_of_its_thousands_of_terms_once() {
    let numbers = || (100_000..109_000).map(|n| n.to_string());
    let twice = numbers().chain(numbers()).collect::<Vec<_>>().join(" ");
    let query = Query::new(&twice, &QueryOptions::default()).with_text("100000 审批 100001", 0.5);
    let terms: Vec<_> = query.terms().collect();
    assert_eq!(terms.first(), Some(&("100000", 2.5)));
    assert_eq!(
        (terms.len(), terms.get(8_999), terms.get(9_000)),
        (9_001, Some(&("108999", 2.0)), Some(&("审批", 0.5)))
    );
}
