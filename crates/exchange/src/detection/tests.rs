//! Each format is told from its content, and a stranger is not.

use super::detect;
use crate::Format;
use std::io::Cursor;

fn check(text: &str, expected: Option<Format>) {
    assert_eq!(detect(Cursor::new(text), "export").unwrap(), expected, "{text}");
}

#[test]
fn every_fixture_is_known() {
    check(include_str!("../../fixtures/chatgpt.json"), Some(Format::ChatGpt));
    check(include_str!("../../fixtures/claude.json"), Some(Format::Claude));
    check(include_str!("../../fixtures/open-webui.json"), Some(Format::OpenWebUi));
    check(include_str!("../../fixtures/mem0.json"), Some(Format::Mem0));
    check(include_str!("../../fixtures/mem0.jsonl"), Some(Format::Mem0));
    check(include_str!("../../fixtures/mcp-memory.jsonl"), Some(Format::McpMemory));
}

#[test]
fn a_bad_first_record_hides_no_format() {
    check("[{\"bad\":\"\\ud800\"},{\"chat_messages\":[]}]", Some(Format::Claude));
    check(
        "{\"type\":\"entity\",\"na\n{\"type\":\"entity\",\"name\":\"糯米\",\"observations\":[]}",
        Some(Format::McpMemory),
    );
}

#[test]
fn our_own_lines_and_strangers_are_nobodys() {
    check("{\"role\":\"user\",\"text\":\"你好 hi\"}", None);
    check("{\"_id\":\"1\",\"text\":\"d\"}", None);
    check("{\"type\":\"entity\"}", None);
    check("{\"memory\":7}", None);
    check("", None);
}

#[test]
fn a_source_is_left_at_its_start() {
    let mut source = Cursor::new("{\"memory\":\"好\"}");
    source.set_position(5);
    assert_eq!(detect(&mut source, "export").unwrap(), Some(Format::Mem0));
    assert_eq!(source.position(), 0);
}
