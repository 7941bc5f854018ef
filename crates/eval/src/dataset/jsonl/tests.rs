//! Bad JSON is named by file, line and field; good lines around it are read.

use super::{LINE_BYTES, Lines};
use crate::dataset::Error;

/// What each line of a file is: its `text`, or what is said of it.
fn check(file: &[u8], expected: &[Result<&str, &str>]) {
    let lines: Vec<_> = Lines::new(file, "f.jsonl").collect();
    assert_eq!(lines.len(), expected.len(), "{lines:?}");
    for (line, expected) in lines.into_iter().zip(expected) {
        match (line, expected) {
            (Ok(mut record), Ok(text)) => assert_eq!(record.text("text").unwrap(), *text),
            (Err(Error::BadLine(bad)), Err(words)) => {
                assert!(bad.to_string().contains(words), "{bad} should say {words}")
            }
            (line, expected) => panic!("{line:?} instead of {expected:?}"),
        }
    }
}

#[test]
fn lines_of_both_languages_are_read_in_order() {
    let file = "{\"text\":\"外婆的镯子\"}\n{\"text\":\"the bracelet\"}\r\n\n  \n{\"text\":\"去Lisbon看Nora\"}";
    check(file.as_bytes(), &[Ok("外婆的镯子"), Ok("the bracelet"), Ok("去Lisbon看Nora")]);
}

#[test]
fn a_byte_order_mark_is_not_data() {
    check(b"\xef\xbb\xbf{\"text\":\"a\"}\n", &[Ok("a")]);
}

#[test]
fn lone_surrogates_are_named_by_line_and_field() {
    let file = b"{\"text\":\"a\"}\n{\"speaker\":\"x\",\"text\":\"hi \\ud83d there\"}\n{\"text\":\"b\"}";
    check(file, &[Ok("a"), Err("f.jsonl, line 2: text: "), Ok("b")]);
    check(b"{\"text\":\"\\udc00\"}", &[Err("both halves of its pair")]);
}

#[test]
fn bytes_that_are_no_utf_8_are_refused() {
    check(b"{\"text\":\"\xff\xfe\"}\n", &[Err("line 1: text: ")]);
}

#[test]
fn numbers_that_are_none_are_refused() {
    check(b"{\"valence\":NaN}", &[Err("line 1: valence: ")]);
    check(b"{\"valence\":1e999}", &[Err("line 1: valence: ")]);
}

#[test]
fn a_line_cut_short_and_a_line_that_is_no_object_say_what_to_do() {
    check(b"{\"text\":\"a", &[Err("cut short; write one whole object a line")]);
    check(b"[1,2]\n\"x\"\nnull", &[Err("expected an object"), Err("expected an object"), Err("expected an object")]);
}

#[test]
fn a_huge_line_is_passed_over_and_the_next_is_read() {
    let mut file = b"{\"text\":\"".to_vec();
    file.resize(LINE_BYTES + 100, b'a');
    file.extend_from_slice(b"\"}\n{\"text\":\"small\"}\n");
    check(&file, &[Err("f.jsonl, line 1: (line): longer than the 16777216 bytes"), Ok("small")]);
}

#[test]
fn a_hundred_thousand_brackets_are_no_stack() {
    let file = format!("{{\"text\":{}", "[".repeat(100_000));
    check(file.as_bytes(), &[Err("line 1: text: ")]);
}
