//! `hupo erase`, `hupo export` and `hupo import` of it: what leaves a space, for good or to come back equal.

use super::{Root, at, fact, fields, hangzhou, list, person, said, tea, text};
use hupo::Hupo;
use serde_json::{Value, json};

fn lived() -> Root {
    let root = Root::automatic();
    root.says(&hangzhou(), "accepted");
    root.says(&tea(), "accepted");
    root.says(&person("Mei", "m2", "My sister Mei"), "accepted");
    root
}

fn digest(root: &Root, space: &str) -> [u8; 32] {
    Hupo::open(root.path("spaces")).unwrap().space(space).unwrap().digest().unwrap()
}

#[test]
fn an_erased_message_takes_what_rests_on_it_and_the_receipt_says_no_word() {
    let root = lived();
    assert_eq!(root.run(&["erase", "message", "m1"]).code, 2, "a program says --yes");
    assert_eq!(root.finds("用户住在杭州"), ["mem-1"]);
    let (receipt, code) = root.json(&["erase", "message", "m1", "--yes"]);
    assert_eq!(code, 0);
    assert_eq!(
        (at(&receipt, "/erasure/messages"), at(&receipt, "/erasure/memories")),
        (&json!(["msg-1"]), &json!(["mem-1"]))
    );
    assert_eq!(text(&receipt, "/erasure/target"), "msg-1");
    assert!(!receipt.to_string().contains("杭州"));
    assert!(root.finds("用户住在杭州").is_empty());
    assert_eq!(root.finds("茉莉花茶 before work"), ["mem-2"], "the rest stays");
    root.says(&hangzhou(), "unknown_message");
    root.says(&fact("city", "用户住在杭州", said("msg-1", "我住在杭州")), "erased_source");
    let again = ["append", "--text", "我住在杭州，再说一遍。", "--external-id", "m9"];
    assert_eq!(root.run(&again).code, 0);
    root.says(&fact("city", "用户住在杭州", said("m9", "我住在杭州")), "accepted");
    let (list_of, _) = root.json(&["erase", "list"]);
    assert_eq!(list(&list_of, "/erasures"), [at(&receipt, "/erasure").clone()]);
    let told = root.run(&["erase", "list"]).text;
    assert!(told.starts_with("msg-1 erased · 2024-05-10 12:00\n    messages: msg-1\n    memories: mem-1\n"), "{told}");
    assert_eq!(root.run(&["verify"]).code, 0);
}

#[test]
fn a_memory_and_an_entity_are_erased_by_id_or_name() {
    let root = lived();
    let told = root.run(&["erase", "memory", "mem-2", "--yes"]).text;
    assert!(told.starts_with("mem-2 erased") && told.contains("memories: mem-2"), "{told}");
    assert!(root.finds("茉莉花茶 before work").is_empty());
    root.says(&tea(), "erased_source");
    let (receipt, _) = root.json(&["erase", "entity", "Mei", "--yes"]);
    assert_eq!(at(&receipt, "/erasure/entities"), &json!(["ent-1"]));
    assert_eq!(root.run(&["people", "Mei"]).code, 2);
    assert_eq!(root.run(&["erase", "message", "mem-1", "--yes"]).code, 2, "that is a memory");
    assert_eq!(root.run(&["erase", "memory", "mem-99", "--yes"]).code, 3);
    assert_eq!(root.run(&["erase", "entity", "nobody", "--yes"]).code, 2);
}

#[test]
fn a_space_is_erased_whole() {
    let root = lived();
    let (gone, code) = root.json(&["erase", "space", "--yes"]);
    assert_eq!((code, gone), (0, json!({ "erased_space": "us" })));
    assert_eq!(list(&root.json(&["spaces"]).0, "/spaces").len(), 0);
    assert_eq!(root.run(&["erase", "list"]).code, 2, "there is no space");
}

#[test]
fn an_export_comes_back_as_an_equal_space() {
    let root = lived();
    root.json(&["erase", "message", "m3", "--yes"]);
    let file = root.path("us.jsonl");
    assert_eq!(root.run(&["export", &file]).code, 0);
    let written = std::fs::read_to_string(&file).unwrap();
    assert_eq!(root.run(&["export"]).text, written, "stdout says the same");
    assert!(written.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    assert_eq!(root.run(&["export", &file]).code, 1, "no file is written over");
    let other = Root::new();
    assert_eq!(other.run(&["import", &file]).code, 1, "a space of this name is there");
    other.run(&["erase", "space", "--yes"]);
    let (made, code) = other.json(&["import", &file]);
    assert_eq!((code, fields(&made)), (0, vec!["counts", "sequence", "space"]));
    assert_eq!(digest(&other, "us"), digest(&root, "us"));
    assert_eq!(other.finds("用户住在杭州"), ["mem-1"]);
    assert_eq!(other.run(&["verify"]).code, 0);
}

#[test]
fn a_doctored_line_is_named_and_nothing_is_made() {
    let root = lived();
    let file = root.path("us.jsonl");
    root.run(&["export", &file]);
    let written = std::fs::read_to_string(&file).unwrap();
    let other = Root::new();
    other.run(&["erase", "space", "--yes"]);
    let line = written.lines().position(|line| line.contains("我住在杭州")).unwrap() + 1;
    let cases = [
        (written.replacen("我住在杭州", "我住在苏州", 1), line),
        (written.lines().take(2).collect::<Vec<_>>().join("\n") + "\n{\"broken", 3),
    ];
    for (doctored, line) in cases {
        let file = other.file("doctored.jsonl", &doctored);
        let ran = other.run(&["import", &file]);
        assert!(
            ran.code == 3 && ran.text.contains(&format!("doctored.jsonl, line {line} ")),
            "{}: {}",
            ran.code,
            ran.text
        );
        assert_eq!(list(&other.json(&["spaces"]).0, "/spaces").len(), 0);
    }
    assert_eq!(other.run(&["import", &file, "--space", "them"]).code, 2, "it keeps its name");
}
