//! What a question names.

use super::makers::*;
use crate::{Index, Seeds};
use hupo_types::{Event, TopicId};

fn named(index: &Index, question: &str) -> Vec<(u64, String)> {
    let Seeds { entities, .. } = index.seeds(question, &[]);
    entities.into_iter().map(|seed| (seed.id.get(), seed.matched)).collect()
}

fn weight(index: &Index, question: &str, people: &[&str], id: u64) -> f32 {
    let people: Vec<String> = people.iter().map(|person| (*person).to_owned()).collect();
    let seeds = index.seeds(question, &people);
    seeds.entities.iter().find(|seed| seed.id == ent(id)).map_or(0.0, |seed| seed.weight)
}

fn check(question: &str, expected: &[(u64, &str)]) {
    let index = index(vec![
        entity(1, "New York", &["纽约", "NYC"]),
        entity(2, "New York Times", &["纽约时报"]),
        entity(3, "张伟", &["Zhang Wei"]),
        entity(4, "York", &[]),
    ]);
    let expected: Vec<(u64, String)> = expected.iter().map(|(id, words)| (*id, (*words).to_owned())).collect();
    assert_eq!(named(&index, question), expected, "{question}");
}

#[test]
fn the_longest_name_wins_in_english() {
    check("Is the NEW  YORK times about New York?", &[(1, "New York"), (2, "NEW  YORK times")]);
}

#[test]
fn the_longest_name_wins_in_chinese_whatever_the_script() {
    check("紐約時報寫了紐約", &[(1, "紐約"), (2, "紐約時報")]);
}

#[test]
fn names_are_found_in_mixed_text_and_full_width() {
    check("张伟去了ＮＹＣ没", &[(1, "ＮＹＣ"), (3, "张伟")]);
}

#[test]
fn a_name_inside_a_word_is_not_named() {
    check("Yorkshire and Zhang Weiming", &[]);
}

#[test]
fn rare_names_weigh_more() {
    let mut events = vec![entity(1, "Anna", &[]), entity(2, "Bob", &[])];
    events.extend((1..=20).map(|n| mentioned(msg(n), &[1])));
    events.push(mentioned(msg(1), &[2]));
    let index = index(events);
    assert!(weight(&index, "Anna and Bob", &[], 2) > 3.0 * weight(&index, "Anna and Bob", &[], 1));
    assert!(weight(&index, "Anna and Bob", &[], 1) > 0.0);
}

#[test]
fn sharpness_is_the_rarest_seeds() {
    let mut events = vec![entity(1, "Anna", &[]), entity(2, "小红", &[]), entity(3, "Bob", &[])];
    events.extend((1..=50).map(|n| mentioned(msg(n), &[1])));
    events.push(mentioned(msg(1), &[2]));
    let index = index(events);
    let sharpness = |question| index.seeds(question, &[]).sharpness();
    assert_eq!(
        [sharpness("nobody"), sharpness("小红"), sharpness("Anna和小紅"), sharpness("Bob")],
        [0.0, 1.0, 1.0, 1.0]
    );
    assert!(sharpness("Anna") < 0.1 && sharpness("Anna") > 0.0, "{}", sharpness("Anna"));
}

#[test]
fn people_of_the_turn_are_seeds_that_weigh_less_than_the_named() {
    let index = index(vec![entity(1, "小明", &[]), message(1, None)]);
    let (named, present) = (weight(&index, "小明在吗", &["小明"], 1), weight(&index, "他在吗", &["小明"], 1));
    assert!(present > 0.0 && present < named, "{present} {named}");
    assert_eq!(index.seeds("", &["小明".to_owned()]).entities[0].matched, "小明");
}

#[test]
fn a_name_that_two_share_is_divided() {
    let alone = index(vec![entity(1, "Dad", &[]), message(1, None)]);
    let shared = index(vec![entity(1, "Dad", &[]), entity(2, "Lu Jianguo", &["dad"]), message(1, None)]);
    assert_eq!(weight(&shared, "Dad?", &[], 1) * 2.0, weight(&alone, "Dad?", &[], 1));
    assert_eq!(weight(&shared, "Dad?", &[], 1), weight(&shared, "Dad?", &[], 2));
}

#[test]
fn topics_are_named_too() {
    let index = index(vec![topic(4, "Jasmine tea"), entity(4, "Jasmine", &[]), message(1, None)]);
    let seeds = index.seeds("that jasmine TEA", &[]);
    assert_eq!(seeds.entities, []);
    assert_eq!((seeds.topics[0].id, seeds.topics[0].matched.as_str()), (TopicId::new(4), "jasmine TEA"));
}

#[test]
fn a_name_is_found_as_soon_as_it_is_written() {
    let index = index(vec![entity(1, "New York", &[])]);
    assert_eq!(named(&index, "the New York Times"), [(1, "New York".to_owned())]);
    index.apply(&change(2, vec![entity(2, "New York Times", &[])])).unwrap();
    assert_eq!(named(&index, "the New York Times"), [(2, "New York Times".to_owned())]);
    index.apply(&change(3, vec![Event::EntityAliased { entity: ent(1), aliases: vec!["大苹果".to_owned()] }])).unwrap();
    assert_eq!(named(&index, "大苹果"), [(1, "大苹果".to_owned())]);
}

#[test]
fn a_new_name_may_overlap_an_old_one_or_equal_it() {
    let mut old: Vec<Event> = (10..400).map(|n| entity(n, &format!("Name{n}"), &[])).collect();
    old.extend([entity(1, "New York", &[]), entity(2, "小红", &[])]);
    let index = index(old);
    assert_eq!(named(&index, "the New York Times on 小红"), [(1, "New York".to_owned()), (2, "小红".to_owned())]);
    index.apply(&change(2, vec![entity(3, "New York Times", &[]), entity(4, "Clara", &["小紅"])])).unwrap();
    let both = [(2, "小红".to_owned()), (3, "New York Times".to_owned()), (4, "小红".to_owned())];
    assert_eq!(named(&index, "the New York Times on 小红"), both);
}

#[test]
fn names_old_and_new_make_one_list_however_they_came() {
    let events: Vec<Event> = (1..=700).map(|n| entity(n, &format!("Name{n} von {}", n % 7), &[])).collect();
    let at_once = index(events.clone());
    let one_by_one = Index::new(crate::Options::default()).unwrap();
    for (sequence, event) in (1..).zip(&events) {
        one_by_one.apply(&change(sequence, vec![event.clone()])).unwrap();
        assert_eq!(named(&one_by_one, &format!("Name{sequence} von {}", sequence % 7)).len(), 1);
    }
    let question: String = (1..=700).map(|n| format!("Name{n} von {}, ", n % 7)).collect();
    assert_eq!(named(&one_by_one, &question).len(), 700);
    assert_eq!(one_by_one.seeds(&question, &[]), at_once.seeds(&question, &[]));
}
