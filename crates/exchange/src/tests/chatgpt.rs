//! ChatGPT's export.

use super::{Done, ms, read};
use crate::OnBad;
use hupo_types::Role::{Companion, User};

const EXPORT: &str = include_str!("../../fixtures/chatgpt.json");

/// A conversation of these nodes, `{id: (parent, author and content)}`, the last of them current.
fn conversation(nodes: &[(&str, &str, &str)]) -> String {
    let node = |(id, parent, message): &(&str, &str, &str)| {
        format!(r#""{id}":{{"id":"{id}","parent":{parent},"message":{message}}}"#)
    };
    let mapping: Vec<String> = nodes.iter().map(node).collect();
    let current = nodes.last().map_or("", |(id, _, _)| id);
    format!(r#"[{{"id":"c","title":"t","current_node":"{current}","mapping":{{{}}}}}]"#, mapping.join(","))
}

fn user(text: &str) -> String {
    format!(r#"{{"author":{{"role":"user"}},"content":{{"content_type":"text","parts":[{text}]}}}}"#)
}

fn skip(export: &str) -> Done {
    read(export.as_bytes(), OnBad::Skip)
}

#[test]
fn the_current_branch_is_read_from_its_root_down() {
    let done = read(EXPORT.as_bytes(), OnBad::Stop).whole();
    assert_eq!(
        done.said(),
        [
            (User, "我下周去Lisbon，带什么好？"),
            (Companion, "Pack light: 里斯本下周 24 度。"),
            (User, "这是我外婆的镯子\nIs it jade?"),
            (Companion, "It looks like jade."),
            (User, "Nora turns thirty on Friday."),
        ]
    );
    assert_eq!(done.ids().first(), Some(&"chatgpt:c-lisbon:n1"));
}

#[test]
fn a_line_keeps_its_time_its_conversation_and_its_speaker() {
    let done = read(EXPORT.as_bytes(), OnBad::Stop).whole();
    let lines = done.lines();
    let times: Vec<_> = lines.iter().map(|line| ms(line)).collect();
    assert_eq!(
        times,
        [Some(1_745_800_001_250), Some(1_745_800_005_500), None, Some(1_745_800_007_000), Some(1_745_910_001_000)]
    );
    let sessions: Vec<_> = lines.iter().filter_map(|line| line.session.as_deref()).collect();
    assert_eq!((sessions.first(), sessions.last()), (Some(&"chatgpt:c-lisbon"), Some(&"chatgpt:c-nora")));
    let speakers: Vec<_> = lines.iter().map(|line| line.speaker.as_deref()).collect();
    assert_eq!(speakers, [None, Some("ChatGPT"), None, Some("ChatGPT"), None]);
}

#[test]
fn what_is_nobodys_words_is_left_out_and_counted() {
    let tally = read(EXPORT.as_bytes(), OnBad::Stop).whole().tally;
    let out = tally.left_out;
    assert_eq!((tally.conversations, tally.messages, tally.titles), (3, 5, 2));
    assert_eq!((out.other_branches, out.tool_lines, out.hidden_lines), (1, 2, 1));
    assert_eq!((out.media, out.thoughts, out.empty_lines), (1, 1, 0));
}

#[test]
fn a_title_is_a_line_of_the_program_and_a_new_title_another_one() {
    let title = |name: &str| {
        let export = conversation(&[("n", "null", &user("\"你好\""))]).replace("\"t\"", name);
        let done = skip(&export).whole();
        let first = done.pieces.first().unwrap().command.clone();
        let hupo_types::Command::Append { message, .. } = first else { panic!("a title") };
        assert_eq!((message.role, message.channel.as_deref()), (hupo_types::Role::System, Some("title")));
        message
    };
    assert_eq!(title("\"爬山 plan\"").text, "爬山 plan");
    assert_eq!(title("\"a\"").external_id, title("\"a\"").external_id);
    assert_ne!(title("\"a\"").external_id, title("\"b\"").external_id);
}

#[test]
fn a_chain_that_comes_back_is_named_and_what_was_passed_goes_in() {
    let export = conversation(&[("a", "\"b\"", &user("\"一\"")), ("b", "\"a\"", &user("\"two\""))]);
    let stopped = read(export.as_bytes(), OnBad::Stop);
    assert!(
        stopped.complaint().contains("record 1 (line 1): mapping.b: the chain of parent fields comes back"),
        "{}",
        stopped.complaint()
    );
    assert_eq!(skip(&export).said(), [(User, "一"), (User, "two")]);
}

#[test]
fn a_parent_that_is_not_there_is_named() {
    let export = conversation(&[("a", "\"gone\"", &user("\"hi 你好\""))]);
    let done = skip(&export);
    assert_eq!(done.tally.faults.first().unwrap().field, "mapping.gone");
    assert_eq!(done.said(), [(User, "hi 你好")]);
}

#[test]
fn a_bad_part_costs_its_line_only_and_is_named_by_its_path() {
    let export = conversation(&[
        ("a", "null", &user("\"好\"")),
        ("b", "\"a\"", &user(r#""\ud800""#)),
        ("c", "\"b\"", &user("7")),
        ("d", "\"c\"", r#"{"author":{"role":"critic"},"content":{"content_type":"text","parts":[]}}"#),
        ("e", "\"d\"", r#"{"content":{"content_type":"text","parts":["x"]}}"#),
        ("f", "\"e\"", &user("\"end\"")),
    ]);
    let done = skip(&export);
    assert_eq!(done.said(), [(User, "好"), (User, "end")]);
    let fields: Vec<_> = done.tally.faults.iter().map(|fault| fault.field.as_str()).collect();
    assert_eq!(
        fields,
        [
            "mapping.b.message.content.parts[0]",
            "mapping.c.message.content.parts[0]",
            "mapping.d.message.author.role",
            "mapping.e.message.author"
        ]
    );
}

#[test]
fn a_conversation_that_says_not_which_branch_is_current_is_bad() {
    let export = conversation(&[("a", "null", &user("\"x\""))]);
    for (from, to) in
        [("\"current_node\":\"a\"", "\"current_node\":null"), ("\"current_node\":\"a\"", "\"current_node\":\"z\"")]
    {
        let done = skip(&export.replace(from, to));
        assert_eq!(
            (done.tally.bad, done.tally.messages, done.tally.faults.first().unwrap().field.as_str()),
            (1, 0, "current_node")
        );
    }
}
