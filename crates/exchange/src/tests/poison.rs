//! Files made to do harm, or broken on the way. Each fault is named, costs itself, and nothing panics.

use super::{read, read_format};
use crate::{Error, FAULTS, Format, OnBad, Piece};
use hupo_types::Role::{Companion, User};
use std::io::Cursor;
use std::ops::ControlFlow;

fn claude(id: &str, text: &str) -> String {
    format!(r#"{{"uuid":"{id}","name":"n","chat_messages":[{{"uuid":"m","sender":"human","text":{text}}}]}}"#)
}

/// Three conversations, the middle one with this text.
fn amid(text: &str) -> Vec<u8> {
    format!("[{},\n{},\n{}]", claude("a", "\"前\""), claude("b", text), claude("c", "\"after\"")).into_bytes()
}

/// Whether the middle conversation is named with this field and reason, and the others go in.
fn check(export: &[u8], field: &str, reason: &str) {
    let done = read(export, OnBad::Skip);
    assert_eq!(done.said(), [(User, "前"), (User, "after")], "{:?}", done.tally.faults);
    let fault = done.tally.faults.first().unwrap();
    assert_eq!((fault.place.record, fault.place.line, fault.field.as_str()), (2, 2, field), "{fault}");
    assert!(fault.reason.contains(reason), "{fault}");
    let stopped = read(export, OnBad::Stop).complaint();
    assert!(stopped.starts_with("export, record 2 (line 2): ") && stopped.contains(reason), "{stopped}");
}

#[test]
fn nul_and_other_control_characters_are_named() {
    check(&amid(r#""外婆\u0000的镯子""#), "chat_messages[0].content", "control character U+0000");
    check(&amid(r#""bell \u0007""#), "chat_messages[0].content", "control character U+0007");
}

#[test]
fn half_a_surrogate_pair_costs_its_line() {
    check(&amid(r#""断 \ud83d broken""#), "chat_messages[0].text", "write the character itself");
    check(&amid(r#""\udc00""#), "chat_messages[0].text", "write the character itself");
    let whole = read(&amid(r#""好\ud83d\ude00""#), OnBad::Stop).whole();
    assert_eq!(whole.said().get(1), Some(&(User, "好😀")));
}

#[test]
fn a_text_of_ten_megabytes_is_over_the_limit() {
    let huge = format!("\"{}\"", "长 long ".repeat(1 << 20));
    check(&amid(&huge), "chat_messages[0].content", "the limit is 1048576");
}

#[test]
fn bytes_that_are_no_utf8_cost_their_record() {
    let mut export = amid("\"GBK\"");
    let at = export.windows(3).position(|part| part == b"GBK").unwrap();
    export.splice(at..at + 3, [0xc4, 0xe3, 0xba, 0xc3]);
    check(&export, "(record)", "not UTF-8");
}

#[test]
fn wide_encodings_are_told_apart_from_data() {
    let text = String::from_utf8(amid("\"x\"")).unwrap();
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked: Vec<u8> = [0xff, 0xfe].into_iter().chain(little.clone()).collect();
    for export in [little, marked] {
        let done = read(&export, OnBad::Skip);
        assert!(matches!(done.error, Some(Error::NotUtf8 { .. })), "{:?}", done.error);
    }
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_are_no_data() {
    let export = String::from_utf8(amid("\"中 mid\"")).unwrap().replace('\n', "\r\n");
    let done = read(format!("\u{feff}{export}\r\n").as_bytes(), OnBad::Stop).whole();
    assert_eq!(done.said(), [(User, "前"), (User, "中 mid"), (User, "after")]);
    let lines = "\u{feff}{\"id\":\"1\",\"memory\":\"一\"}\r\n\r\n{\"id\":\"2\",\"memory\":\"two\"}\r\n";
    assert_eq!(read(lines.as_bytes(), OnBad::Stop).whole().said(), [(Companion, "一"), (Companion, "two")]);
}

#[test]
fn one_id_for_two_texts_is_named_and_the_same_twice_is_counted() {
    let export = format!("[{},{},{}]", claude("a", "\"一\""), claude("a", "\"two\""), claude("a", "\"一\""));
    let done = read(export.as_bytes(), OnBad::Skip);
    assert_eq!((done.said(), done.tally.repeated), (vec![(User, "一")], 1));
    let fault = done.tally.faults.first().unwrap();
    assert!(
        fault.place.record == 2 && fault.reason.contains("\"claude:a:m\" names a line with other words"),
        "{fault}"
    );
}

#[test]
fn numbers_as_texts_and_texts_as_numbers_are_read() {
    let export = r#"[{"id":12,"chat":{"history":{"currentId":1,"messages":{"1":{"parentId":null,"role":"user","content":"好 ok","timestamp":"1767000001.5"}}}}}]"#;
    let done = read(export.as_bytes(), OnBad::Stop).whole();
    assert_eq!(
        (done.ids(), super::ms(done.lines().first().unwrap())),
        (vec!["open-webui:12:1"], Some(1_767_000_001_500))
    );
}

#[test]
fn a_time_that_is_none_costs_the_time_and_not_the_line() {
    for time in ["\"yesterday 昨天\"", "-5", "1e400", "true", "{}", "99999999999999999", "\"0000-13-01\""] {
        let export = format!(r#"[{{"id":"a","memory":"好","created_at":{time}}}]"#);
        let done = read(export.as_bytes(), OnBad::Skip);
        assert_eq!((done.tally.bad, done.tally.messages), (1, 1), "{time}");
        assert_eq!(done.tally.faults.first().unwrap().field, "created_at");
    }
}

#[test]
fn a_list_that_is_cut_short_gives_what_is_whole() {
    let export = amid("\"中\"");
    for end in [export.len() - 1, export.len() - 4] {
        let done = read(export.get(..end).unwrap(), OnBad::Skip);
        assert_eq!(done.tally.bad, 1, "{:?}", done.tally.faults);
        assert!(done.lines().len() >= 2);
    }
    let more = [export.as_slice(), b" {}"].concat();
    assert!(
        read(&more, OnBad::Stop)
            .complaint()
            .contains("record 4 (line 3): (record): something follows the end of the list")
    );
}

#[test]
fn a_broken_line_costs_itself() {
    let export = "{\"id\":\"1\",\"memory\":\"一\"}\n{\"id\":\"2\",\"mem\n{\"id\":\"3\",\"memory\":\"three\"}\nnull\n[1]\n\"x\"\n";
    let done = read(export.as_bytes(), OnBad::Skip);
    assert_eq!(done.said(), [(Companion, "一"), (Companion, "three")]);
    let lines: Vec<_> = done.tally.faults.iter().map(|fault| fault.place.line).collect();
    assert_eq!(lines, [2, 4, 5, 6]);
}

#[test]
fn what_is_nobodys_export_is_said_so() {
    for text in ["", "[]", "{}", "null", "你好", "{\"role\":\"user\",\"text\":\"hi\"}", "[[[[[[", "}}}}", "\"", "]]"]
    {
        let done = read(text.as_bytes(), OnBad::Skip);
        assert!(matches!(done.error, Some(Error::UnknownFormat { .. })), "{text}: {:?}", done.error);
    }
}

#[test]
fn deep_nesting_and_odd_values_break_no_format() {
    let deep = format!("[{}{}]", "[".repeat(200_000), "]".repeat(200_000));
    let nested = format!(
        r#"[{{"id":"a","uuid":"a","mapping":{d},"chat_messages":{d},"chat":{d},"results":{d},"type":"entity","name":{d}}}]"#,
        d = "[".repeat(5000) + &"]".repeat(5000)
    );
    for format in Format::ALL {
        for text in [deep.as_str(), nested.as_str(), "[1,null,true,\"x\",{},[]]", "[,,]", "{\"type\":\"entity\"}"] {
            let done = read_format(text.as_bytes(), format, OnBad::Skip);
            assert!(done.error.is_none() && done.tally.bad > 0, "{format}: {:?} {:?}", done.error, done.tally);
            assert!(done.pieces.is_empty(), "{format}");
        }
    }
}

#[test]
fn every_prefix_and_every_flipped_byte_of_a_real_export_is_survived() {
    let exports = [
        include_str!("../../fixtures/chatgpt.json"),
        include_str!("../../fixtures/claude.json"),
        include_str!("../../fixtures/open-webui.json"),
        include_str!("../../fixtures/mem0.json"),
        include_str!("../../fixtures/mcp-memory.jsonl"),
    ];
    for (export, format) in exports.into_iter().zip(Format::ALL) {
        for at in (0..export.len()).step_by(41) {
            let mut flipped = export.as_bytes().to_vec();
            flipped.get_mut(at).unwrap().clone_from(&b'"');
            for bytes in [export.as_bytes().get(..at).unwrap(), &flipped] {
                let done = read_format(bytes, format, OnBad::Skip);
                assert!(done.error.is_none(), "{format} at {at}: {:?}", done.error);
            }
        }
    }
}

#[test]
fn faults_are_all_counted_and_the_first_kept() {
    let export = "{\"id\":\"1\",\"memory\":\"一\"}\n".to_owned() + &"{}\n".repeat(FAULTS + 5);
    let done = read(export.as_bytes(), OnBad::Skip);
    assert_eq!((done.tally.bad, done.tally.faults.len(), done.tally.records), (FAULTS + 5, FAULTS, FAULTS + 6));
}

#[test]
fn a_hostile_id_makes_no_huge_report() {
    let id = "长".repeat(100_000);
    let export =
        format!(r#"[{{"id":"c","current_node":"{id}","mapping":{{"{id}":{{"parent":null,"message":{{}}}}}}}}]"#);
    let fault = read(export.as_bytes(), OnBad::Stop).complaint();
    assert!(fault.chars().count() < 400, "{}", fault.len());
}

#[test]
fn a_caller_may_break_off() {
    let (mut importer, mut pieces) = (crate::Importer::new(crate::Reading::default()), 0);
    let mut take = |_: Piece| {
        pieces += 1;
        ControlFlow::Break(())
    };
    let error = importer.read(Cursor::new(amid("\"x\"")), "export", &mut take).unwrap_err();
    assert!(matches!(error, Error::Interrupted));
    assert_eq!(pieces, 1);
}
