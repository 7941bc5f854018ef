//! What is found, in which order, and why.

use super::*;
use crate::{Common, CommonRule, Field};

#[test]
fn words_of_both_languages_and_both_scripts_are_found() {
    let index = in_memory(texts(&[
        "我养了一只小橘猫",
        "The dogs are running",
        "ERP审批流程走完了",
        "臺灣的張曉明",
        "ＡＢＣ公司",
    ]));
    for (question, number) in
        [("猫", 1), ("橘猫", 1), ("dog run", 2), ("审批", 3), ("erp", 3), ("张晓明", 4), ("台湾", 4), ("abc", 5)]
    {
        assert_eq!(answers(&index, question), [number], "{question}");
    }
}

#[test]
fn nothing_is_found_for_a_question_without_words_or_with_unknown_ones() {
    let index = in_memory(texts(&["我养了一只小橘猫", "dogs"]));
    for question in ["", "😀", "\0", "unheard", "从未"] {
        assert!(answers(&index, question).is_empty(), "{question:?}");
    }
}

#[test]
fn only_allowed_documents_are_found_and_they_alone_fill_k() {
    let index = in_memory(texts(&["cat", "cat cat", "cat", "cat"]));
    let allowed: DocSet = [message(3), message(4)].into_iter().collect();
    let query = Query::new("cat", &QueryOptions::default());
    let hits = index.search(&query, &allowed, 10).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.doc).collect::<Vec<_>>(), [message(3), message(4)]);
    assert_eq!(index.search(&query, &allowed, 1).unwrap().len(), 1);
    assert_eq!(index.search(&query, &allowed, 0).unwrap(), []);
    assert_eq!(index.search(&query, &DocSet::new(), 10).unwrap(), []);
}

#[test]
fn equal_scores_are_ordered_by_id() {
    let index = in_memory(vec![document(9, "cat"), document(3, "cat"), document(5, "cat")]);
    assert_eq!(answers(&index, "cat"), [3, 5, 9]);
}

#[test]
fn the_header_answers_for_speaker_contact_channel_people_and_date() {
    let mut doc = document(1, "hello");
    doc.speaker = Some("Melanie".into());
    doc.contact = Some("陈建国".into());
    doc.channel = Some("sms".into());
    doc.people = vec!["Rosa".into()];
    doc.time = Some(Timestamp::from_ms(1_683_554_160_000));
    let index = in_memory(vec![doc, document(2, "goodbye")]);
    for question in ["melanie", "陈建国", "sms", "Rosa", "8 May 2023", "2023年5月8日", "Monday", "星期一"] {
        assert_eq!(answers(&index, question), [1], "{question}");
    }
}

#[test]
fn dates_are_those_of_the_zone() {
    let mut doc = document(1, "hello");
    doc.time = Some(Timestamp::from_ms(1_683_561_600_000));
    let zone = jiff::tz::TimeZone::fixed(jiff::tz::offset(8));
    let index = Index::in_memory(Options { zone, ..Options::default() });
    index.apply(&change(1, vec![doc])).unwrap();
    assert_eq!(answers(&index, "Tuesday"), [1]);
    assert!(answers(&index, "Monday").is_empty());
}

#[test]
fn title_names_and_context_are_found_and_context_can_be_left_out() {
    let mut doc = document(1, "yes, twice");
    doc.title = Some("Budget".into());
    doc.names = vec!["糯米团子".into()];
    doc.context = vec![ContextLine { speaker: Some("Ann".into()), text: "Did you visit Berlin?".into() }];
    let index = in_memory(vec![doc, document(2, "other")]);
    for question in ["budget", "糯米团子", "berlin"] {
        assert_eq!(answers(&index, question), [1], "{question}");
    }
    let weights = Weights { context: 0.0, ..Weights::default() };
    let query = Query::new("berlin", &QueryOptions { weights, ..QueryOptions::default() });
    assert_eq!(index.search(&query, &everyone(), 10).unwrap(), []);
}

#[test]
fn an_added_term_finds_what_the_question_did_not_say() {
    let index = in_memory(texts(&["妈妈来了", "陈慧来了", "来了"]));
    let query = Query::new("妈妈", &QueryOptions::default()).with_term("陈慧", 0.5);
    let hits = index.search(&query, &everyone(), 10).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.doc.number()).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn the_score_is_the_formula_by_hand() {
    let index = in_memory(texts(&["cat", "dog dog dog"]));
    let rarity = (1.0_f32 + 1.5 / 1.5).ln();
    let amount = 2.0 / (0.25 + 0.75 * 1.0 / 2.0);
    let expected = rarity * 2.2 * amount / (1.2 + amount);
    let weights = Weights { text: 2.0, ..Weights::default() };
    let options = QueryOptions { bm25: crate::Bm25 { k1: 1.2, b: 0.75 }, weights, ..QueryOptions::default() };
    let hits = index.search(&Query::new("cat", &options), &everyone(), 10).unwrap();
    let score = hits.first().unwrap().score;
    assert!((score - expected).abs() < 1e-5, "{score} {expected}");
}

/// Many documents, so that some terms are common and some rare.
fn many() -> Vec<Document> {
    let mut documents: Vec<Document> =
        (1..=60).map(|n| document(n, &format!("common word{n} 常见 {}", n % 7))).collect();
    for doc in &mut documents {
        doc.speaker = Some(if doc.id.number() % 2 == 0 { "Ann" } else { "Bob" }.into());
        doc.context = vec![ContextLine { speaker: None, text: format!("word{} common", doc.id.number() - 1) }];
    }
    documents
}

fn with_rule(rule: CommonRule) -> QueryOptions {
    QueryOptions { common: Common { share: 0.05, least_docs: 0, rule }, ..QueryOptions::default() }
}

#[test]
fn explanations_add_up_under_every_rule() {
    let index = in_memory(many());
    for rule in [CommonRule::Keep, CommonRule::ScoreOnly, CommonRule::LeaveOut] {
        for question in ["common word7 ann", "common 常见", "word3 word4 bob 常见"] {
            let query = Query::new(question, &with_rule(rule));
            let hits = index.search(&query, &everyone(), 100).unwrap();
            assert!(!hits.is_empty());
            let docs: Vec<DocId> = hits.iter().map(|hit| hit.doc).collect();
            for (hit, terms) in hits.iter().zip(index.explain_all(&Lookup::new(query.clone()), &docs).unwrap()) {
                let sum: f32 = terms.iter().map(|term| term.score).sum();
                assert!((sum - hit.score).abs() < 1e-4, "{rule:?} {question} {hit:?} {terms:?}");
                assert_eq!(index.explain(&query, hit.doc).unwrap(), terms);
            }
        }
    }
}

#[test]
fn an_explanation_names_term_field_and_count() {
    let mut doc = document(1, "Running and running");
    doc.speaker = Some("Ann".into());
    let index = in_memory(vec![doc, document(2, "x")]);
    let terms = index.explain(&Query::new("Ann runs", &QueryOptions::default()), message(1)).unwrap();
    let seen: Vec<(&str, Field, u32)> = terms.iter().map(|t| (t.term.as_str(), t.field, t.frequency)).collect();
    assert!(seen.contains(&("runs", Field::Text, 2)) && seen.contains(&("ann", Field::Header, 1)), "{seen:?}");
    assert_eq!(index.explain(&Query::new("run", &QueryOptions::default()), message(77)).unwrap(), []);
}

#[test]
fn matched_terms_are_words_as_they_were_asked() {
    let index = in_memory(texts(&["我们明天去爬山", "running"]));
    let query = Query::new("明天去爬山 runs", &QueryOptions::default());
    let words = index.matched_terms(&query, &[message(1), message(2), message(3)]).unwrap();
    assert!(words[0].contains(&"爬山".to_owned()) && !words[0].contains(&"天去".to_owned()), "{words:?}");
    assert_eq!(words[1..], [vec!["runs".to_owned()], Vec::new()]);
}

#[test]
fn common_terms_alone_find_what_they_find() {
    let index = in_memory(many());
    for rule in [CommonRule::Keep, CommonRule::ScoreOnly, CommonRule::LeaveOut] {
        let query = Query::new("common", &with_rule(rule));
        assert_eq!(index.search(&query, &everyone(), 100).unwrap().len(), 60, "{rule:?}");
    }
}

#[test]
fn common_terms_find_nothing_beside_rare_ones_and_count_only_if_told_so() {
    let index = in_memory(many());
    let found = |rule| {
        let mut options = with_rule(rule);
        options.weights.context = 0.0;
        index.search(&Query::new("common word7", &options), &everyone(), 100).unwrap()
    };
    let (kept, counted, left) = (found(CommonRule::Keep), found(CommonRule::ScoreOnly), found(CommonRule::LeaveOut));
    assert_eq!((kept.len(), counted.len(), left.len()), (60, 1, 1));
    assert_eq!(kept.first(), counted.first());
    assert!(left.first().unwrap().score < counted.first().unwrap().score);
}

#[test]
fn common_terms_are_kept_when_rare_ones_find_nothing_eligible() {
    let index = in_memory(many());
    let allowed: DocSet = [message(1)].into_iter().collect();
    let mut options = with_rule(CommonRule::LeaveOut);
    options.weights.context = 0.0;
    let hits = index.search(&Query::new("common word7", &options), &allowed, 10).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.doc).collect::<Vec<_>>(), [message(1)]);
}

#[test]
fn a_term_is_as_frequent_as_documents_hold_it_in_their_own_words() {
    let mut named = document(4, "nothing");
    named.names = vec!["cat".into()];
    let index = in_memory(texts(&["cat dog", "cat", "我养了猫"]).into_iter().chain([named]).collect());
    let count = |text: &str| {
        let lookup = Lookup::new(Query::new(text, &QueryOptions::default()));
        let counts = index.frequencies(&lookup).unwrap();
        lookup.query().terms().map(|(term, _)| term.to_owned()).zip(counts).collect::<Vec<_>>()
    };
    let terms =
        |expected: &[(&str, usize)]| expected.iter().map(|(term, n)| ((*term).to_owned(), *n)).collect::<Vec<_>>();
    assert_eq!(count("cats none dog 猫"), terms(&[("cats", 2), ("none", 0), ("dog", 1), ("猫", 1)]));
    assert_eq!(count(""), []);
    index.apply(&change(2, vec![document(2, "no more of it")])).unwrap();
    assert_eq!(count("cat"), terms(&[("cat", 1)]));
}

#[test]
fn weights_that_are_no_numbers_leave_the_field_unread() {
    let index = in_memory(texts(&["cat"]));
    for text in [f32::NAN, -1.0, 0.0] {
        let weights = Weights { text, ..Weights::default() };
        let query = Query::new("cat", &QueryOptions { weights, ..QueryOptions::default() });
        assert_eq!(index.search(&query, &everyone(), 10).unwrap(), []);
    }
}

#[test]
fn hostile_texts_are_indexed_and_asked_without_harm() {
    let long = "x".repeat(1 << 20);
    let index = in_memory(texts(&["", "😀", "\0", &long, "a\u{202e}b", "cat"]));
    assert_eq!(answers(&index, &long), [4]);
    assert_eq!(answers(&index, "cat AND (((\"a:b\" OR *"), [6]);
}

#[test]
fn several_sets_and_weightings_get_what_each_would_get_alone() {
    let index = in_memory(many());
    let sets: Vec<DocSet> = [1..=60, 1..=3, 7..=8, 61..=90, 7..=7].map(|numbers| numbers.map(message).collect()).into();
    let some: Vec<&DocSet> = sets.iter().collect();
    let own_words = Weights { context: 0.0, ..Weights::default() };
    for rule in [CommonRule::Keep, CommonRule::ScoreOnly, CommonRule::LeaveOut] {
        for text in ["common word7 ann", "common 常见", "word3 word4 bob 常见", "nothing of it"] {
            let lookup = Lookup::new(Query::new(text, &with_rule(rule)));
            for weights in [Weights::default(), own_words, Weights::default()] {
                let options = QueryOptions { weights, ..with_rule(rule) };
                assert!(lookup.serves(&options));
                let together = index.search_each(&lookup, &options, &some, 5).unwrap();
                let alone = |set: &&DocSet| index.search(&Query::new(text, &options), set, 5).unwrap();
                assert_eq!(together, some.iter().map(alone).collect::<Vec<_>>(), "{rule:?} {text}");
            }
        }
    }
}

#[test]
fn threads_that_share_a_question_get_what_each_would_get_alone() {
    let mut documents = many();
    for document in documents.iter_mut().step_by(3) {
        // More hold the word when what is around them counts.
        document.text = document.text.replace("common", "other");
    }
    let index = in_memory(documents);
    let own_words = Weights { context: 0.0, ..Weights::default() };
    for text in ["common word7 ann", "word3 word4 bob 常见"] {
        let lookup = Lookup::new(Query::new(text, &with_rule(CommonRule::ScoreOnly)));
        let ask = |weights| {
            let options = QueryOptions { weights, ..with_rule(CommonRule::ScoreOnly) };
            let found = index.search_each(&lookup, &options, &[&everyone()], 90).unwrap();
            (found, vec![index.search(&Query::new(text, &options), &everyone(), 90).unwrap()])
        };
        std::thread::scope(|scope| {
            let asked =
                [own_words, Weights::default()].repeat(4).into_iter().map(|weights| scope.spawn(move || ask(weights)));
            for asked in asked.collect::<Vec<_>>() {
                let (together, alone) = asked.join().unwrap();
                assert_eq!(together, alone, "{text}");
            }
        });
    }
}

#[test]
fn a_question_that_was_looked_up_sees_what_is_written_since() {
    let index = in_memory(texts(&["一只小橘猫 a cat", "two dogs"]));
    let lookup = Lookup::new(Query::new("cat 橘猫", &QueryOptions::default()));
    let found = || index.search_each(&lookup, &lookup.query().options, &[&everyone()], 9).unwrap().remove(0);
    assert_eq!(found().len(), 1);
    index.apply(&change(2, vec![document(3, "another cat"), document(1, "no more")])).unwrap();
    assert_eq!(found().iter().map(|hit| hit.doc).collect::<Vec<_>>(), [message(3)]);
    let other = in_memory(texts(&["x", "cat"]));
    let elsewhere = other.search_each(&lookup, &lookup.query().options, &[&everyone()], 9).unwrap().remove(0);
    assert_eq!(
        elsewhere.iter().map(|hit| hit.doc).collect::<Vec<_>>(),
        [message(2)],
        "another index has other postings"
    );
    assert_eq!(found().len(), 1);
}

#[test]
fn the_best_are_the_first_of_all_however_many_are_wanted() {
    let texts: Vec<String> = (1..=180).map(|n| format!("茶 tea {}", "and more ".repeat(n * 7919 % 13))).collect();
    let index = in_memory(texts.iter().zip(1..).map(|(text, number)| document(number, text)).collect());
    let find = |k| index.search(&Query::new("tea 茶", &with_rule(CommonRule::Keep)), &everyone(), k).unwrap();
    let all = find(1_000);
    assert_eq!(all.len(), 180);
    for k in [0, 1, 2, 31, 32, 33, 63, 64, 65, 90, 100, 179, 180, 181] {
        assert_eq!(find(k), all[..k.min(180)], "{k}");
    }
}
