//! Plots of rows made up.

use super::{PlotError, svg};
use crate::report::Row;
use crate::report::samples::{judged, outcome, row, rows_of};

fn drawn(rows: &[Row]) -> String {
    svg(rows).unwrap()
}

#[test]
fn a_plot_names_its_axes_its_sets_and_its_runs() {
    let other = Row { set: "闲谈 talk".into(), ..row("full", (1, 4), 300.0) };
    let picture = drawn(&[row("keyword", (1, 2), 0.4), row("full", (2, 2), 250.0), other]);
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    for words in
        ["p50 of an answer, ms", "nDCG@10", "聊天 chat, 2 questions", "闲谈 talk, 4 questions", "keyword", "full"]
    {
        assert!(picture.contains(words), "{words} is missing");
    }
    assert_eq!(picture.matches("<circle").count(), 3, "one mark a run");
}

#[test]
fn only_whole_timed_rows_are_drawn() {
    let mut shared = outcome("full 48", vec![judged(Some("多跳 hop"), true, 1.0)]);
    shared.timed = false;
    let rows = rows_of(vec![outcome("full", vec![judged(Some("多跳 hop"), true, 9.0)]), shared], true);
    assert_eq!(drawn(&rows).matches("<circle").count(), 1);
}

#[test]
fn nothing_timed_is_nothing_to_plot() {
    assert!(matches!(svg(&[]), Err(PlotError::NothingTimed)));
}

#[test]
fn a_run_of_no_time_at_all_has_its_place() {
    assert!(drawn(&[row("keyword", (1, 2), 0.0)]).contains("keyword"));
}
