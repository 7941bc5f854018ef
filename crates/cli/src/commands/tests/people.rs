//! `hupo people`: who is known, and who is the same.

use super::{Root, at, fact, fields, list, person, said, text};
use serde_json::json;

fn acquainted() -> Root {
    let root = Root::automatic();
    root.says(&person("Mei", "m2", "My sister Mei"), "accepted");
    root.says(&person("小雨", "m1", "我叫小雨"), "accepted");
    root.says(&person("Tom", "m5", "my brother Tom"), "accepted");
    root.says(
        &json!({ "propose": "person", "name": "Austin", "kind": "place", "evidence": said("m2", "lives in Austin") }),
        "accepted",
    );
    let lives = json!({ "propose": "relation", "from": "Mei", "predicate": "lives_in", "to": "Austin", "evidence": said("m2", "My sister Mei lives in Austin") });
    root.says(&lives, "accepted");
    root.says(&fact("name", "用户叫小雨", said("m1", "我叫小雨")), "accepted");
    root
}

fn names(root: &Root, arguments: &[&str]) -> Vec<String> {
    list(&root.json(arguments).0, "/entities").iter().map(|one| text(one, "/name")).collect()
}

#[test]
fn people_are_listed_and_places_only_when_asked_for() {
    let root = Root::new();
    assert_eq!(root.run(&["people"]).text, "nobody is known\n");
    let root = acquainted();
    assert_eq!(names(&root, &["people"]), ["Mei", "小雨", "Tom"]);
    assert_eq!(names(&root, &["people", "--all"]), ["Mei", "小雨", "Tom", "Austin"]);
    let (people, _) = root.json(&["people"]);
    assert_eq!(fields(at(&people, "/entities/0")), ["aliases", "id", "kind", "name", "recorded_at"]);
}

#[test]
fn a_card_holds_what_is_known_with_the_words_it_rests_on() {
    let root = acquainted();
    let card = root.run(&["people", "Mei"]).text;
    assert_eq!(
        card,
        "ent-1 Mei · person\n    rel-1 Mei —lives_in→ Austin\n    │ “My sister Mei lives in Austin” msg-2\n"
    );
    let card = root.run(&["people", "小雨"]).text;
    assert!(card.contains("mem-1 用户叫小雨\n    │ “我叫小雨” msg-1"), "{card}");
    let (json, _) = root.json(&["people", "ent-1"]);
    assert_eq!(fields(at(&json, "/people/0")), ["id", "kind", "memories", "merged", "name", "names", "relations"]);
    assert_eq!(text(&json, "/people/0/relations/0/evidence/0/message_id"), "msg-2");
    assert_eq!(root.run(&["people", "nobody"]).code, 2);
}

#[test]
fn two_that_are_one_are_merged_and_split_again() {
    let root = acquainted();
    assert_eq!(root.run(&["people", "--merge", "Tom", "Mei"]).code, 0);
    assert_eq!(names(&root, &["people"]), ["小雨", "Tom"]);
    let card = root.run(&["people", "Mei"]).text;
    assert!(card.starts_with("ent-3 Tom · person\n    also called Mei\n    ent-1 Mei counts as the same\n"), "{card}");
    assert!(card.contains("rel-1 Tom —lives_in→ Austin"), "{card}");
    assert_eq!(root.run(&["people", "--split", "ent-1"]).code, 0);
    assert_eq!(names(&root, &["people"]), ["Mei", "小雨", "Tom"]);
    assert!(root.run(&["people", "Mei"]).text.starts_with("ent-1 Mei · person\n    rel-1 Mei"));
    assert_eq!(root.run(&["people", "--split", "ent-1"]).code, 3, "nothing is merged any more");
    assert_eq!(root.run(&["people", "--merge", "Tom", "Tom"]).code, 3);
    assert_eq!(root.run(&["people", "--merge", "Tom", "nobody"]).code, 2);
    assert_eq!(root.run(&["people", "--split", "Mei"]).code, 2);
}

#[test]
fn a_name_of_several_shows_each_once_and_names_nobody_alone() {
    let root = Root::automatic();
    let called = |name: &str, message: &str, quote: &str| {
        let mut proposal = person(name, message, quote);
        proposal.as_object_mut().unwrap().extend([("aliases".to_owned(), json!(["小T"]))]);
        proposal
    };
    root.says(&called("Tom", "m5", "my brother Tom"), "accepted");
    root.says(&called("Mei", "m2", "My sister Mei"), "accepted");
    let ids = |root: &Root| -> Vec<String> {
        list(&root.json(&["people", "小T"]).0, "/people").iter().map(|card| text(card, "/id")).collect()
    };
    assert_eq!(ids(&root), ["ent-1", "ent-2"]);
    let ran = root.run(&["erase", "entity", "小T", "--yes"]);
    assert!(ran.code == 2 && ran.text.contains("give one of ent-1, ent-2"), "{}", ran.text);
    assert_eq!(root.run(&["people", "--merge", "Tom", "ent-2"]).code, 0);
    assert_eq!(ids(&root), ["ent-1"]);
}
