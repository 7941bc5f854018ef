//! Claude's export.

use super::{ms, read};
use crate::OnBad;
use hupo_types::Role::{Companion, User};

const EXPORT: &str = include_str!("../../fixtures/claude.json");

#[test]
fn blocks_are_joined_and_remarks_of_the_program_are_not_read() {
    let done = read(EXPORT.as_bytes(), OnBad::Stop).whole();
    assert_eq!(
        done.said(),
        [
            (User, "糯米下个月要打疫苗。"),
            (Companion, "I will remind you 下个月.\n\nWhich vet?"),
            (User, "The one on Elm Street."),
        ]
    );
    assert_eq!(done.ids(), ["claude:9b1d:u1", "claude:9b1d:a1", "claude:9b1d:u2"]);
}

#[test]
fn times_have_milliseconds_and_offsets() {
    let done = read(EXPORT.as_bytes(), OnBad::Stop).whole();
    let times: Vec<_> = done.lines().into_iter().map(ms).collect();
    assert_eq!(times, [Some(1_772_438_401_250), Some(1_772_438_409_000), Some(1_772_438_460_000)]);
}

#[test]
fn blocks_that_are_no_text_are_counted() {
    let tally = read(EXPORT.as_bytes(), OnBad::Stop).whole().tally;
    let out = tally.left_out;
    assert_eq!((tally.conversations, tally.messages, tally.titles), (2, 3, 1));
    assert_eq!((out.thoughts, out.tool_lines, out.media, out.empty_lines), (1, 2, 2, 0));
}

#[test]
fn a_message_without_an_id_or_a_sender_is_named_and_the_others_go_in() {
    let export = r#"[{"uuid":"c","name":"n","chat_messages":[
        {"sender":"human","text":"没有id"},
        {"uuid":"m2","sender":"robot","text":"who?"},
        {"uuid":"m3","sender":"human","text":"好 fine","created_at":"someday"},
        "nonsense"
    ]}]"#;
    let done = read(export.as_bytes(), OnBad::Skip);
    let fields: Vec<_> = done.tally.faults.iter().map(|fault| fault.field.as_str()).collect();
    assert_eq!(
        fields,
        ["chat_messages[0].uuid", "chat_messages[1].sender", "chat_messages[2].created_at", "chat_messages[3]"]
    );
    assert_eq!(done.said(), [(User, "好 fine")]);
    assert_eq!(ms(done.lines().first().unwrap()), None);
}
