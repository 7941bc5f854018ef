//! `hupo propose`: a verdict each, in words and in JSON.

use super::{Root, at, fact, fields, hangzhou, list, person, said, tea, text};
use serde_json::{Value, json};

#[test]
fn what_passes_is_kept_at_once_or_waits_as_the_space_says() {
    let root = Root::new();
    let verdict = root.says(&hangzhou(), "pending");
    assert_eq!((text(&verdict, "/proposal"), root.finds("杭州")), ("prop-1".to_owned(), vec![]));
    let root = Root::automatic();
    for (proposal, question) in [(hangzhou(), "用户住在杭州吗"), (tea(), "茉莉花茶 before work")] {
        let verdict = root.says(&proposal, "accepted");
        assert_eq!(at(&verdict, "/stored").as_array().unwrap().len(), 1);
        assert_eq!(root.finds(question).first(), Some(&text(&verdict, "/stored/0")), "{question}");
    }
    root.says(&hangzhou(), "duplicate");
}

#[test]
fn every_refusal_names_its_field_and_its_reason() {
    let root = Root::automatic();
    root.says(&hangzhou(), "accepted");
    root.says(&person("Mei", "m2", "My sister Mei"), "accepted");
    let of = |quote: Value| fact("x", "text 文字", quote);
    let cases = [
        ("unknown_message", "evidence[0].message", of(said("m99", "杭州"))),
        ("wrong_role", "evidence[0].role", of(said("m3", "you love skiing"))),
        ("quote_not_found", "evidence[0].quote", of(said("m2", "My sister Mei lives in 上海"))),
        ("quote_too_short", "evidence[0].quote", of(said("m1", "我"))),
        (
            "no_user_source",
            "evidence",
            of(json!([{ "message": "m3", "role": "companion", "quote": "you love skiing" }])),
        ),
        ("below_importance_floor", "importance", changed(hangzhou(), "/importance", json!(2))),
        ("needs_repetition", "evidence", changed(tea(), "/kind", json!("pattern"))),
        ("unknown_target", "corrects", correction("mem-99", "用户住在上海")),
        (
            "cycle",
            "to",
            json!({ "propose": "relation", "from": "Mei", "predicate": "is", "to": "ent-1", "evidence": said("m2", "My sister Mei") }),
        ),
        ("conflict", "key", fact("city", "The user lives in Austin", said("m5", "lives in Austin"))),
        ("limit", "text", json!({ "propose": "carried_note", "text": "茶".repeat(401), "from": "m1", "to": "m2" })),
        ("invalid", "text", changed(hangzhou(), "/text", json!(" "))),
    ];
    for (code, field, proposal) in cases {
        let verdict = root.says(&proposal, code);
        assert_eq!(text(&verdict, "/field"), field, "{code}: {verdict:#}");
        assert!(text(&verdict, "/reason").len() > 10, "{verdict:#}");
    }
    assert_eq!(root.finds("用户住在哪里 杭州"), ["mem-1"], "nothing else became a memory");
}

fn changed(mut proposal: Value, pointer: &str, value: Value) -> Value {
    *proposal.pointer_mut(pointer).unwrap() = value;
    proposal
}

fn correction(corrects: &str, text: &str) -> Value {
    json!({ "propose": "correction", "corrects": corrects, "text": text, "evidence": said("m4", "我搬到上海了") })
}

#[test]
fn a_quote_that_was_never_said_is_answered_with_what_was() {
    let root = Root::automatic();
    let cases = [
        ("m1", "我住在苏州", "我住在杭州"),
        ("m2", "My sister Mei lives in Boston", "lives in Austin"),
        ("m8", "drink 乌龙茶 before", "茉莉花茶"),
    ];
    for (message, quote, nearest) in cases {
        let verdict = root.says(&fact("x", "x y z", said(message, quote)), "quote_not_found");
        assert!(text(&verdict, "/nearest").contains(nearest), "{verdict:#}");
        assert_eq!(text(&verdict, "/message"), message.replace('m', "msg-"));
    }
    let file = root.file("one.json", &fact("x", "x y z", said("m1", "我住在苏州")).to_string());
    let ran = root.run(&["propose", &file]);
    assert_eq!(ran.code, 3);
    assert!(
        ran.text.starts_with("quote_not_found") && ran.text.contains("nearest: “") && ran.text.contains("msg-1"),
        "{}",
        ran.text
    );
}

#[test]
fn a_dry_run_says_the_same_and_writes_nothing() {
    let root = Root::automatic();
    let file = root.file("two.jsonl", &format!("{}\n{}\n", hangzhou(), correction("mem-1", "用户住在上海")));
    let (dry, code) = root.json(&["propose", &file, "--dry-run"]);
    assert_eq!((code, at(&dry, "/dry_run")), (0, &json!(true)));
    let codes: Vec<String> = list(&dry, "/verdicts").iter().map(|verdict| text(verdict, "/code")).collect();
    assert_eq!(codes, ["accepted", "supersedes"]);
    assert!(root.finds("用户住在").is_empty());
    let (wet, _) = root.json(&["propose", &file]);
    assert_eq!(at(&wet, "/verdicts"), at(&dry, "/verdicts"));
    assert_eq!(at(&wet, "/sequence").as_u64(), at(&dry, "/sequence").as_u64().map(|n| n + 1));
}

#[test]
fn what_is_no_proposal_is_invalid_in_its_place_and_keeps_the_rest_in() {
    let root = Root::automatic();
    let mut misspelt = tea();
    misspelt.as_object_mut().unwrap().insert("importanse".into(), json!(7));
    let lines = [
        hangzhou(),
        json!({ "propose": "gossip" }),
        json!({ "kind": "fact" }),
        json!({ "propose": "person", "evidence": [] }),
        misspelt,
        tea(),
    ];
    let verdicts = root.verdicts(&lines);
    let codes: Vec<String> = verdicts.iter().map(|verdict| text(verdict, "/code")).collect();
    assert_eq!(codes, ["accepted", "invalid", "invalid", "invalid", "invalid", "accepted"]);
    let fields: Vec<&Value> = verdicts.iter().map(|verdict| at(verdict, "/field")).collect();
    assert_eq!(
        fields,
        [&json!(null), &json!(null), &json!("propose"), &json!("name"), &json!("importanse"), &json!(null)]
    );
    assert!(text(&verdicts[1], "/reason").contains("line 2: unknown variant `gossip`"), "{:#}", verdicts[1]);
}

#[test]
fn a_line_that_is_no_json_stops_everything_before_anything_is_written() {
    let root = Root::automatic();
    let file = root.file("bad.jsonl", &format!("{}\n{{\"propose\":\n", hangzhou()));
    let ran = root.run(&["propose", &file]);
    assert!(ran.code == 3 && ran.text.contains("bad.jsonl, line 2"), "{}: {}", ran.code, ran.text);
    let empty = root.file("empty.jsonl", "");
    assert_eq!(root.run(&["propose", &empty]).code, 2);
    assert!(root.finds("用户住在杭州").is_empty());
}

#[test]
fn things_of_the_space_are_named_as_people_write_them() {
    let root = Root::automatic();
    root.says(&hangzhou(), "accepted");
    root.says(&person("Mei", "m2", "My sister Mei"), "accepted");
    root.says(&person("Tom", "msg-5", "my brother Tom"), "accepted");
    root.says(&person("Austin", "m2", "lives in Austin"), "accepted");
    root.says(&correction("mem-1", "用户住在上海"), "supersedes");
    let mei = json!({ "propose": "relation", "from": "ent-1", "predicate": "lives_in", "to": "ent-3", "evidence": said("m2", "My sister Mei lives in Austin") });
    root.says(&mei, "accepted");
    let tom = json!({ "propose": "relation", "from": "ent-2", "predicate": "lives_in", "to": "ent-3", "replaces": "rel-1", "evidence": said("msg-5", "my brother Tom who lives in Austin") });
    root.says(&tom, "supersedes");
    let dentist = json!({ "propose": "temporal_item", "kind": "appointment", "text": "看牙医 Dr. Lee", "entities": ["ent-2"], "evidence": said("msg-6", "周五下午我要去看牙医") });
    root.says(&dentist, "accepted");
    let ended =
        json!({ "propose": "outcome", "item": "item-1", "ending": "resolved", "evidence": said("m7", "牙看完了") });
    root.says(&ended, "accepted");
    let page = json!({ "propose": "segment", "text": "杭州, then 上海", "from": "msg-1", "to": "msg-4" });
    root.says(&page, "accepted");
    let same =
        json!({ "propose": "person", "name": "Tommy", "same_as": "ent-2", "evidence": said("m5", "my brother Tom") });
    root.says(&same, "accepted");
    let mut memory = tea();
    memory.as_object_mut().unwrap().extend([("entities".to_owned(), json!(["ent-2"]))]);
    root.says(&memory, "accepted");
    let mut third = fact("city", "用户住在上海浦东", said("m4", "我搬到上海了"));
    third.as_object_mut().unwrap().extend([("supersedes".to_owned(), json!("mem-2"))]);
    root.says(&third, "supersedes");
    let (history, _) = root.json(&["history", "mem-1"]);
    assert_eq!(list(&history, "/history").len(), 3);
    assert_eq!(text(&root.says(&correction("mem-x", "x y"), "unknown_target"), "/field"), "corrects");
}

#[test]
fn verdicts_have_the_documented_fields_and_read_well() {
    let root = Root::automatic();
    let file = root.file(
        "three.jsonl",
        &[hangzhou(), tea(), fact("x", "x y", said("m99", "杭州"))].map(|one| one.to_string()).join("\n"),
    );
    let (said_of, code) = root.json(&["propose", &file, "--dry-run"]);
    assert_eq!((code, fields(&said_of)), (3, vec!["dry_run", "sequence", "space", "verdicts"]));
    let all = ["code", "field", "meets", "message", "nearest", "proposal", "reason", "stored"];
    assert!(list(&said_of, "/verdicts").iter().all(|verdict| fields(verdict) == all), "{said_of:#}");
    let ran = root.run(&["propose", &file, "--by", "scribe", "--run", "r1"]);
    let lines: Vec<&str> = ran.text.lines().collect();
    assert_eq!(lines[..2], ["1. accepted  mem-1  stored", "2. accepted  mem-2  stored"]);
    assert!(lines[2].starts_with("3. unknown_message  evidence[0].message: "), "{}", ran.text);
    assert!(lines.iter().all(|line| line.chars().count() <= 100), "{}", ran.text);
}
