//! Tables of rows made up.

use super::super::samples::{judged, outcome, row, rows_of};
use super::{Table, tables};
use crate::bench::Judged;

fn titled<'a>(tables: &'a [Table], title: &str) -> Option<&'a Table> {
    tables.iter().find(|table| table.title.starts_with(title))
}

#[test]
fn each_cell_stands_under_its_heading() {
    let unanswerable = Judged { n_gold: 0, ..judged(None, false, 1.0) };
    let rows = rows_of(vec![outcome("full +floor", vec![judged(Some("多跳 multi"), true, 12.34), unanswerable])], true);
    let all = tables(&rows);
    assert_eq!(all.len(), 4);
    for table in &all {
        assert!(table.rows.iter().all(|row| row.len() == table.heading.len()), "{table:?}");
    }
}

#[test]
fn the_quality_table_ends_each_set_with_its_ceiling() {
    let all = tables(&[row("keyword", (1, 2), 3.0), row("full", (2, 2), 250.0)]);
    let quality = titled(&all, "quality").unwrap();
    let runs: Vec<&str> = quality.rows.iter().map(|row| row[2].as_str()).collect();
    assert_eq!(runs, ["keyword", "full", "(ceiling)"]);
    assert_eq!(quality.rows[1][3..5], ["2".to_owned(), "1.000 (1.000–1.000)".to_owned()]);
    assert_eq!(quality.rows[1][11..], ["250", "250"]);
}

#[test]
fn silence_is_a_table_of_the_runs_with_a_floor() {
    assert!(titled(&tables(&[row("full", (1, 2), 1.0)]), "silence").is_none());
    let silent = tables(&[row("full +floor", (1, 2), 1.0)]);
    assert_eq!(titled(&silent, "silence").unwrap().rows[0][3..], ["0", "0", "2", "1"]);
}

#[test]
fn runs_without_times_are_not_in_the_table_of_stages() {
    let mut shared = outcome("full 48", vec![judged(None, true, 1.0)]);
    shared.timed = false;
    let rows = rows_of(vec![outcome("full", vec![judged(None, true, 1.0)]), shared], false);
    let all = tables(&rows);
    assert_eq!(titled(&all, "times").unwrap().rows.len(), 3);
    assert_eq!(titled(&all, "quality").unwrap().rows[1][11], "–");
}

#[test]
fn markdown_has_a_line_a_row_and_a_rule() {
    let heading = vec!["集 set".to_owned(), "n".to_owned()];
    let table = Table { title: "t", heading, rows: vec![vec!["聊天".to_owned(), "2".to_owned()]] };
    assert_eq!(table.markdown(), "| 集 set | n |\n|---|---|\n| 聊天 | 2 |\n");
}
