//! Open WebUI's export.

use super::{ms, read};
use crate::OnBad;
use hupo_types::Role::{Companion, System, User};

const EXPORT: &str = include_str!("../../fixtures/open-webui.json");

#[test]
fn trees_and_old_lists_are_read() {
    let done = read(EXPORT.as_bytes(), OnBad::Stop).whole();
    assert_eq!(
        done.said(),
        [
            (User, "周末去爬Mount Baldy吗？"),
            (Companion, "好，记得带水。"),
            (System, "Be kind."),
            (User, "What is in 这张图?"),
            (Companion, "A temple."),
        ]
    );
    assert_eq!(done.ids().first(), Some(&"open-webui:k1:b1"));
    assert_eq!(done.ids().last(), Some(&"open-webui:k2:o3"));
}

#[test]
fn the_companion_is_called_by_its_models_name_and_times_are_seconds_or_milliseconds() {
    let done = read(EXPORT.as_bytes(), OnBad::Stop).whole();
    let speakers: Vec<_> = done.lines().into_iter().filter_map(|line| line.speaker.as_deref()).collect();
    assert_eq!(speakers, ["Qwen", "llava"]);
    let times: Vec<_> = done.lines().into_iter().map(ms).collect();
    assert_eq!(times, [Some(1_767_000_001_000), Some(1_767_000_003_000), None, Some(1_767_000_010_123), None]);
}

#[test]
fn other_branches_thoughts_and_images_are_counted() {
    let out = read(EXPORT.as_bytes(), OnBad::Stop).whole().tally.left_out;
    assert_eq!((out.other_branches, out.thoughts, out.media), (1, 1, 1));
}

#[test]
fn a_cycle_and_a_lost_current_message_are_named() {
    let cycle = r#"[{"id":"k","chat":{"history":{"currentId":"a","messages":{
        "a":{"parentId":"b","role":"user","content":"一"},"b":{"parentId":"a","role":"user","content":"two"}}}}}]"#;
    let done = read(cycle.as_bytes(), OnBad::Skip);
    assert_eq!(done.said(), [(User, "two"), (User, "一")]);
    assert_eq!(done.tally.faults.first().unwrap().field, "chat.history.messages.a");
    let lost = cycle.replace("\"currentId\":\"a\"", "\"currentId\":\"z\"");
    let done = read(lost.as_bytes(), OnBad::Skip);
    assert_eq!((done.tally.faults.first().unwrap().field.as_str(), done.lines().len()), ("chat.history.currentId", 0));
}
