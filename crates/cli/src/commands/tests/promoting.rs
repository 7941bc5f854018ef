//! Promotion through the command, by the built-in rules.

use super::*;

#[test]
fn a_dry_run_lists_what_is_due_and_writes_nothing() {
    let root = Root::new();
    let (before, _) = root.json(&["stats"]);
    let (listed, code) = root.json(&["promote", "--dry-run"]);
    assert_eq!((code, fields(&listed)), (0, vec!["dry_run", "due"]));
    let due = list(&listed, "/due");
    let days: Vec<String> = due.iter().map(|one| text(one, "/due/day")).collect();
    assert_eq!(days, ["2024-05-01", "2024-05-02", "2024-05-03", "2024-05-04", "2024-05-06"]);
    assert_eq!(fields(&due[0]), ["can", "due", "occasion", "space", "verdicts"]);
    assert_eq!((text(&due[0], "/occasion"), at(&due[0], "/can").clone()), ("day_over".to_owned(), json!(true)));
    assert!(at(&due[0], "/verdicts/pending").as_u64().is_some_and(|n| n > 0), "{listed:#}");
    assert_eq!(root.json(&["stats"]).0, before);
    let model = root.run(&["promote", "--dry-run", "--extractor", "model"]);
    assert!(model.code == 0 && model.text.contains("2024-05-03"), "nobody is asked: {}", model.text);
}

#[test]
fn what_is_due_is_promoted_once_and_waits_for_a_person() {
    let root = Root::new();
    let (done, code) = root.json(&["promote"]);
    assert_eq!((code, fields(&done)), (0, vec!["closed", "failed", "runs", "stopped", "tokens", "verdicts"]));
    assert_eq!((at(&done, "/closed"), at(&done, "/failed")), (&json!(5), &json!(0)));
    let first = &list(&done, "/runs")[0];
    assert_eq!(fields(first), ["due", "outcome", "run", "space", "tokens", "verdicts", "why"]);
    assert_eq!((text(first, "/run"), text(first, "/outcome")), ("run-1".to_owned(), "closed".to_owned()));
    let (queue, _) = root.json(&["review"]);
    let waiting = queue.to_string();
    assert!(waiting.contains("run-1") && !waiting.contains("skiing"), "{queue:#}");
    let (again, _) = root.json(&["promote", "--once"]);
    assert_eq!((at(&again, "/closed"), list(&again, "/runs").len()), (&json!(0), 0));
    assert_eq!(root.json(&["promote", "--dry-run"]).0, json!({ "dry_run": true, "due": [] }));
    assert_eq!(root.run(&["promote", "--dry-run"]).text, "nothing is due\n");
}

#[test]
fn all_spaces_take_turns() {
    let root = Root::new();
    let more = root.file("more.jsonl", TALK);
    assert_eq!(root.run(&["append", &more, "--zone", "Asia/Shanghai", "--space", "them"]).code, 0);
    let (done, _) = root.json(&["promote", "--all", "--at-once", "1"]);
    let spaces: Vec<String> = list(&done, "/runs").iter().map(|run| text(run, "/space")).collect();
    assert_eq!(spaces, ["them", "us"].repeat(5));
}

#[test]
fn people_are_shown_a_table_and_the_sums() {
    let root = Root::new();
    let text = root.run(&["promote"]).text;
    for wanted in ["space", "msg-1 to msg-3", "closed", "pending", "runs: 5 closed, 0 failed", "proposals: "] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    assert!(!text.contains("tokens"), "the built-in rules cost none: {text}");
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let root = Root::new();
    for (arguments, said) in [
        (&["promote", "--watch"][..], "--now"),
        (&["promote", "--all", "--space", "us"], "--all"),
        (&["promote", "--extractor", "model"], "--endpoint"),
    ] {
        let ran = root.run(arguments);
        assert!(ran.code == 2 && ran.text.contains(said), "{arguments:?}: {}", ran.text);
    }
}
