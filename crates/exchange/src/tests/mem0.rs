//! mem0's memories.

use super::{ms, read, read_as};
use crate::{CHANNEL, Format, OnBad, Reading};
use hupo_types::{Command, Role::Companion};
use jiff::tz::TimeZone;

const EXPORT: &str = include_str!("../../fixtures/mem0.json");
const LINES: &str = include_str!("../../fixtures/mem0.jsonl");

#[test]
fn a_memory_without_a_receipt_becomes_a_line_of_the_companion() {
    let done = read(EXPORT.as_bytes(), OnBad::Stop).whole();
    assert_eq!(
        done.said(),
        [(Companion, "对腰果过敏"), (Companion, "Nora lives in 里斯本"), (Companion, "Prefers oat milk")]
    );
    for line in done.lines() {
        assert_eq!((line.speaker.as_deref(), line.channel.as_deref()), (Some("mem0"), Some(CHANNEL)));
    }
    let appended = |piece: &crate::Piece| matches!(piece.command, Command::Append { .. });
    assert!(done.pieces.iter().all(appended), "nothing but lines: {:?}", done.pieces);
    assert_eq!(done.tally.left_out.relations, 1);
}

#[test]
fn a_list_an_object_and_lines_give_the_same_lines() {
    let texts = |done: &super::Done| done.lines().into_iter().map(|line| line.text.clone()).collect::<Vec<_>>();
    let object = read(EXPORT.as_bytes(), OnBad::Stop).whole();
    let lines = read(LINES.as_bytes(), OnBad::Stop).whole();
    let list = format!("[{}]", LINES.trim().replace("\n\n", "\n").replace('\n', ","));
    let list = read(list.as_bytes(), OnBad::Stop).whole();
    assert_eq!((texts(&object), texts(&list)), (texts(&lines), texts(&lines)));
    assert_eq!(object.ids().first(), lines.ids().first());
}

#[test]
fn times_without_an_offset_are_of_the_zone() {
    let times = |zone: TimeZone| {
        let done = read_as(EXPORT.as_bytes(), Reading { zone, ..Reading::default() }).whole();
        done.lines().into_iter().map(ms).collect::<Vec<_>>()
    };
    assert_eq!(times(TimeZone::UTC), [Some(1_767_630_600_250), Some(1_767_693_600_000), None]);
    let shanghai = times(TimeZone::get("Asia/Shanghai").unwrap());
    assert_eq!(shanghai.get(1), Some(&Some(1_767_693_600_000 - 8 * 3_600_000)));
}

#[test]
fn what_mem0_edited_is_another_line() {
    let export = "[{\"id\":1,\"memory\":\"住在上海\"},{\"id\":1,\"memory\":\"住在Lisbon\"},{\"id\":\"1\",\"memory\":\"住在上海\"}]";
    let done = read(export.as_bytes(), OnBad::Stop).whole();
    assert_eq!((done.lines().len(), done.tally.repeated), (2, 1));
    assert!(done.ids().iter().all(|id| id.starts_with("mem0:1:")), "{:?}", done.ids());
}

#[test]
fn a_memory_without_words_is_named_by_its_path() {
    let export = r#"{"results":[{"id":"a","memory":"好 good"},{"id":"b"},{"id":"c","memory":{"x":1}},7]}"#;
    let done = read(export.as_bytes(), OnBad::Skip);
    let fields: Vec<_> = done.tally.faults.iter().map(|fault| fault.field.as_str()).collect();
    assert_eq!(fields, ["results[1].memory", "results[2].memory", "results[3]"]);
    assert_eq!(done.said(), [(Companion, "好 good")]);
}

#[test]
fn an_empty_export_can_be_named_but_not_told() {
    assert!(read(b"{\"results\":[]}", OnBad::Stop).error.is_some());
    let named = super::read_format(b"{\"results\":[]}", Format::Mem0, OnBad::Stop).whole();
    assert_eq!(named.tally.messages, 0);
}
