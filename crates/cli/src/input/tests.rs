//! Input from files: JSONL, and one object over several lines.

use super::{open, open_objects, read_all, read_each};
use hupo_eval::dataset::Record;
use std::path::PathBuf;
use tempfile::TempDir;

struct File(TempDir);

impl File {
    fn new(text: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("input.jsonl"), text).unwrap();
        Self(folder)
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("input.jsonl")
    }
}

fn text(mut record: Record) -> Result<String, hupo_eval::dataset::BadLine> {
    record.text("text")
}

#[test]
fn one_object_may_be_set_over_several_lines_and_many_one_a_line() {
    let one = File::new("{\n  \"text\": \"沈禾\"\n}\n".as_bytes());
    let many = File::new("{\"text\":\"沈禾\"}\n{\"text\":\"Nora\"}\n".as_bytes());
    let read = |file: &File| read_all(open_objects(Some(&file.path())).unwrap(), text).unwrap();
    assert_eq!(
        read(&one).into_iter().map(|(place, text)| (place.line, text)).collect::<Vec<_>>(),
        [(1, "沈禾".to_owned())]
    );
    assert_eq!(
        read(&many).into_iter().map(|(place, text)| (place.line, text)).collect::<Vec<_>>(),
        [(1, "沈禾".to_owned()), (2, "Nora".to_owned())]
    );
}

#[test]
fn the_first_bad_line_stops_everything_unless_bad_ones_are_skipped() {
    let file = File::new(b"{\"text\":\"a\"}\n{\"text\":1}\n{\"text\":\"\\ud800\"}\n{\"text\":\"b\"}\n");
    let stopped = read_all(open(Some(&file.path())).unwrap(), text).unwrap_err().to_string();
    assert!(stopped.contains("line 2: text: expected a text"), "{stopped}");
    let (read, bad) = read_each(open(Some(&file.path())).unwrap(), true, text).unwrap();
    assert_eq!((read.len(), bad.len()), (2, 2));
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let missing = tempfile::tempdir().unwrap().path().join("none.jsonl");
    let error = open(Some(&missing)).err().unwrap();
    assert!(error.to_string().contains("none.jsonl cannot be opened"), "{error}");
}
