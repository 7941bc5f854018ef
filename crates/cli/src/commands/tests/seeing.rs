//! What one turn sees, through the command.

use super::*;

/// A space where what the memories rest on was said long ago: other lines are the last.
fn root() -> Root {
    let root = Root::automatic();
    root.says(&hangzhou(), "accepted");
    root.says(&tea(), "accepted");
    let line = |n| json!({ "role": "user", "text": format!("第{n}行 of something else"), "time": "2024-05-09T08:00:00+08:00" });
    let lines: Vec<String> = (0..30).map(|n| line(n).to_string()).collect();
    let file = root.file("later.jsonl", &lines.join("\n"));
    assert_eq!(root.run(&["append", &file]).code, 0);
    root
}

#[test]
fn a_turn_sees_what_bears_on_it_and_its_message_last() {
    let root = root();
    for (message, lang) in [("想喝茉莉花茶了", "zh"), ("tea before work, please", "en"), ("茉莉花茶 before work", "zh")]
    {
        let (seen, code) = root.json(&["context", message, "--lang", lang, "--speaker", "小雨"]);
        assert_eq!((code, fields(&seen)), (0, vec!["context", "rendered", "space"]));
        let context = at(&seen, "/context");
        assert_eq!(fields(context), ["budget_tokens", "language", "left_out", "n_tokens", "now", "sections"]);
        let sections = list(context, "/sections");
        assert_eq!(text(sections.last().unwrap(), "/part"), "current_message");
        let entries: Vec<Value> = sections.iter().flat_map(|section| list(section, "/entries")).collect();
        assert!(entries.iter().any(|entry| text(entry, "/id") == "mem-2"), "{message}: {seen:#}");
        assert!(entries.iter().all(|entry| !at(entry, "/receipt").is_null()), "every entry has its receipt");
        assert_eq!(text(context, "/language"), lang);
        let read = root.run(&["context", message, "--lang", lang, "--speaker", "小雨"]).text;
        assert_eq!(read.trim_end(), text(&seen, "/rendered").trim_end());
        assert!(read.contains(message) && read.contains("茉莉花茶"), "{read}");
    }
}

#[test]
fn the_budget_and_the_preset_are_the_callers() {
    let root = root();
    let budget = |arguments: &[&str]| {
        let seen = root.json(&[&["context", "喝茶 tea"], arguments].concat()).0;
        (at(&seen, "/context/budget_tokens").as_u64().unwrap(), at(&seen, "/context/n_tokens").as_u64().unwrap())
    };
    assert_eq!(budget(&[]).0, 8_192);
    let (most, spent) = budget(&["--budget", "120", "--preset", "assistant"]);
    assert!(most == 120 && spent <= 120, "{spent}");
}

#[test]
fn a_line_of_the_transcript_may_be_the_turn_and_silence_too() {
    let root = root();
    let (seen, _) = root.json(&["context", "--message", "m8", "--people", "Mei"]);
    let rendered = text(&seen, "/rendered");
    assert_eq!(rendered.matches("I always drink 茉莉花茶 before work.").count(), 1, "{rendered}");
    let (first, code) = root.json(&["context"]);
    assert_eq!((code, list(&first, "/context/sections").is_empty()), (0, false), "the companion may speak first");
}

#[test]
fn what_cannot_be_a_turn_is_bad_usage() {
    let root = root();
    assert_eq!(root.run(&["context", "x", "--message", "mem-1"]).code, 2);
    assert_eq!(root.run(&["context", "x", "--message", "msg-99x"]).code, 2);
}
