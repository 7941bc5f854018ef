//! A stream is cut into its records however it is laid out and however slowly it comes.

use super::{Record, Records};
use std::io::{BufReader, Read};

/// Gives one byte at a time.
struct Slow<'a>(&'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let (Some(first), Some(byte)) = (into.first_mut(), self.0.first()) else { return Ok(0) };
        *first = *byte;
        self.0 = self.0.get(1..).unwrap_or_default();
        Ok(1)
    }
}

/// Place and text of every record; a bad one as `!` and its reason.
fn cut(text: &str, limit: usize) -> Vec<(usize, usize, String)> {
    let mut records = Records::open(BufReader::with_capacity(1, Slow(text.as_bytes())), "f".into()).unwrap();
    records.limit = limit;
    let mut found = Vec::new();
    while let Some(Record { place, text }) = records.next_record().unwrap() {
        let text = text.map_or_else(|bad| format!("!{}", bad.reason), |text| text.trim().to_owned());
        found.push((place.record, place.line, text));
    }
    found
}

fn check(text: &str, expected: &[(usize, &str)]) {
    let found = cut(text, 1 << 20);
    let found: Vec<_> = found.iter().map(|(_, line, text)| (*line, text.as_str())).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn items_of_a_list_are_its_records() {
    check("[]", &[]);
    check(" [ {\"a\":[1,2]} ,\n {\"b\":\"],[\"}\n]\n", &[(1, "{\"a\":[1,2]}"), (2, "{\"b\":\"],[\"}")]);
    check("[\"糯米, \\\"cat\\\"\",2]", &[(1, "\"糯米, \\\"cat\\\"\""), (1, "2")]);
    check("[1,]", &[(1, "1")]);
    check("[{\"a\":\"中文\\\\\"},\n\n{}]", &[(1, "{\"a\":\"中文\\\\\"}"), (3, "{}")]);
}

#[test]
fn lines_are_records_and_blank_ones_are_none() {
    check("{\"a\":1}\n\n{\"b\":\"糯米\"}", &[(1, "{\"a\":1}"), (3, "{\"b\":\"糯米\"}")]);
    check("{\"a\":1}", &[(1, "{\"a\":1}")]);
    check("{\"a\n{\"b\":1}\n", &[(1, "{\"a"), (2, "{\"b\":1}")]);
}

#[test]
fn objects_over_several_lines_are_records() {
    check("{\n\"a\": [1,\n2]}\n{\"b\":\n\"你 }\"}", &[(1, "{\n\"a\": [1,\n2]}"), (4, "{\"b\":\n\"你 }\"}")]);
}

#[test]
fn a_missing_quote_ends_with_its_line_and_a_missing_bracket_with_the_file() {
    check("[{\"a\":\"开着}\n,{\"b\":1}]", &[(1, "!the file ends inside this record; export it again")]);
    check("[\"开着\n,{\"b\":1}]", &[(1, "\"开着"), (2, "{\"b\":1}")]);
    check("[\"x\n,\"y\"]", &[(1, "\"x"), (2, "\"y\"")]);
}

#[test]
fn what_is_too_long_is_passed_over() {
    let found = cut(&format!("[1,\"{}\",3]", "长".repeat(100)), 50);
    let texts: Vec<_> = found.iter().map(|(record, _, text)| (*record, text.as_str())).collect();
    assert_eq!(texts, [(1, "1"), (2, "!longer than the 50 bytes accepted; split it into several records"), (3, "3")]);
}

#[test]
fn what_stands_behind_a_list_is_told() {
    check("[1] [2]", &[(1, "1"), (1, "!something follows the end of the list; take it out")]);
    check("[", &[(1, "!the file ends before its list does; export it again")]);
    check("[1", &[(1, "!the file ends inside this record; export it again")]);
    check("[1,", &[(1, "1"), (1, "!the file ends before its list does; export it again")]);
}
