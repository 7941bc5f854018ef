//! Tables of text in both languages.

use super::{facts, table};
use crate::output::Output;
use serde_json::json;
use unicode_width::UnicodeWidthStr;

#[test]
fn columns_line_up_whatever_the_language() {
    let rows = [vec!["沈禾".to_owned(), "1".to_owned()], vec!["Nora".to_owned(), "2".to_owned()]];
    let printed = table(&["name", "n"], rows, &Output::new());
    let column = |line: &str, mark: char| line.find(mark).and_then(|at| line.get(..at)).map(UnicodeWidthStr::width);
    let columns: Vec<_> = printed.lines().filter_map(|line| column(line, '1').or(column(line, '2'))).collect();
    assert!(matches!(columns.as_slice(), [a, b] if a == b), "{printed}");
}

#[test]
fn every_value_of_a_document_has_its_row() {
    let document = json!({ "space": "me", "stats": { "counts": { "messages": 3 }, "findings": [], "open": true } });
    let printed = facts(&document, &Output::new());
    for words in ["space", "me", "stats › counts › messages", "3", "stats › findings", "none", "yes"] {
        assert!(printed.contains(words), "{words} in\n{printed}");
    }
}
