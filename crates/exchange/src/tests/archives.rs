//! Exports as zip archives.

use super::{Done, read, read_as};
use crate::{Error, Format, OnBad, Reading, detect};
use hupo_types::Role::{Companion, User};
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;

const CHATGPT: &str = include_str!("../../fixtures/chatgpt.json");

fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        writer
            .start_file(*name, SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated))
            .unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn conversation(id: &str, text: &str) -> String {
    format!(
        r#"{{"id":"{id}","title":"","current_node":"n","mapping":{{"n":{{"parent":null,"message":{{"author":{{"role":"user"}},"content":{{"content_type":"text","parts":["{text}"]}}}}}}}}}}"#
    )
}

fn texts(done: &Done) -> Vec<&str> {
    done.said().into_iter().map(|(_, text)| text).collect()
}

#[test]
fn many_files_of_an_archive_are_one_export_in_the_order_of_their_names() {
    let archive = zip(&[
        ("export/conversations-001.json", &format!("[{}]", conversation("b", "第二"))),
        ("export/conversations-000.json", &format!("[{},{}]", conversation("a", "first"), conversation("b", "第二"))),
        ("export/user.json", "{\"id\":\"user-1\"}"),
        ("export/shared_conversations.json", "[{\"id\":\"s\",\"conversation_id\":\"a\"}]"),
        ("export/file-1.png", "not a picture"),
        ("__MACOSX/conversations-000.json", "x"),
    ]);
    let done = read(&archive, OnBad::Stop).whole();
    assert_eq!(texts(&done), ["first", "第二"]);
    assert_eq!((done.tally.files, done.tally.repeated, done.tally.left_out.other_files), (2, 1, 4));
    assert_eq!(&*done.pieces.first().unwrap().place.file, "export: export/conversations-000.json");
}

#[test]
fn one_file_a_conversation_is_an_export_too() {
    let one = conversation("a", "雨 rain");
    let two = conversation("b", "晴").replace(',', ",\n");
    let archive = zip(&[("a.json", &one), ("b.json", &two)]);
    assert_eq!(texts(&read(&archive, OnBad::Stop).whole()), ["雨 rain", "晴"]);
}

#[test]
fn claude_comes_in_an_archive_as_well() {
    let archive = zip(&[
        ("conversations.json", include_str!("../../fixtures/claude.json")),
        ("users.json", "[{\"uuid\":\"u\",\"full_name\":\"沈禾\"}]"),
        ("projects.json", "[]"),
    ]);
    let done = read(&archive, OnBad::Stop).whole();
    assert_eq!((done.said().first().unwrap().0, done.said().get(1).unwrap().0), (User, Companion));
    assert_eq!(done.tally.left_out.other_files, 2);
}

#[test]
fn the_format_is_told_from_what_is_inside() {
    let archives = [
        (zip(&[("user.json", "{}"), ("conversations.json", CHATGPT)]), Some(Format::ChatGpt)),
        (zip(&[("conversations.json", include_str!("../../fixtures/claude.json"))]), Some(Format::Claude)),
        (zip(&[("notes.txt", "对话")]), None),
        (CHATGPT.as_bytes().to_vec(), Some(Format::ChatGpt)),
    ];
    for (bytes, format) in archives {
        assert_eq!(detect(Cursor::new(&bytes), "export").unwrap(), format);
    }
}

#[test]
fn a_file_that_promises_conversations_and_holds_none_is_named() {
    let archive = zip(&[
        ("conversations-000.json", &format!("[{}]", conversation("a", "好"))),
        ("conversations-001.json", "[{\"id\":"),
    ]);
    let done = read(&archive, OnBad::Skip);
    assert_eq!((texts(&done), done.tally.bad), (vec!["好"], 1));
    let fault = done.tally.faults.first().unwrap();
    assert!(fault.to_string().starts_with("export: conversations-001.json: (file): holds no conversation"), "{fault}");
    assert!(read(&archive, OnBad::Stop).complaint().contains("conversations-001.json"));
}

#[test]
fn a_damaged_file_costs_itself() {
    let texts_of = |n: usize| {
        format!("[{}]", (0..200).map(|at| conversation(&format!("{n}-{at}"), "同 same")).collect::<Vec<_>>().join(","))
    };
    let mut archive = zip(&[("conversations-000.json", &texts_of(0)), ("conversations-001.json", &texts_of(1))]);
    // The first file's bytes lie behind its header; they are broken there, and its checksum with them.
    for byte in archive.iter_mut().skip(400).take(16) {
        *byte ^= 0x5a;
    }
    assert_eq!(detect(Cursor::new(&archive), "export").unwrap(), Some(Format::ChatGpt));
    let done = read(&archive, OnBad::Skip);
    assert!(done.error.is_none() && done.tally.bad >= 1, "{:?} {:?}", done.error, done.tally.faults);
    assert!(done.ids().iter().filter(|id| id.starts_with("chatgpt:1-")).count() == 200);
}

#[test]
fn an_archive_of_nothing_known_and_a_broken_one_are_said_so() {
    let empty = zip(&[("notes.txt", "hello 你好")]);
    assert!(matches!(read(&empty, OnBad::Skip).error, Some(Error::UnknownFormat { .. })));
    let cut = &empty[..empty.len() - 30];
    assert!(matches!(read(cut, OnBad::Skip).error, Some(Error::BadArchive { .. })));
}

#[test]
fn a_named_format_leaves_the_other_files_out() {
    let archive = zip(&[("a.json", &conversation("a", "一")), ("b.json", include_str!("../../fixtures/claude.json"))]);
    let reading = Reading { format: Some(Format::Claude), ..Reading::default() };
    let done = read_as(&archive, reading).whole();
    assert_eq!((done.tally.files, done.tally.left_out.other_files, done.tally.messages), (1, 1, 3));
}

#[test]
fn a_file_in_a_wide_encoding_costs_itself() {
    let mut writer = zip::ZipWriter::new_append(Cursor::new(zip(&[("a.json", &conversation("a", "一"))]))).unwrap();
    writer.start_file("conversations.json", SimpleFileOptions::default()).unwrap();
    writer.write_all(&"[{}]".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>()).unwrap();
    let done = read(&writer.finish().unwrap().into_inner(), OnBad::Skip);
    assert_eq!((texts(&done), done.tally.bad), (vec!["一"], 1));
    assert!(done.tally.faults.first().unwrap().reason.contains("save it as UTF-8"), "{:?}", done.tally.faults);
}
