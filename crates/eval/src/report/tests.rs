//! Rows of questions whose answers are known.

use super::samples::{judged, outcome, row, rows_of};
use super::{Row, rows};
use crate::bench::{Benched, Judged};
use crate::footprint::Footprint;
use crate::score::Scores;
use serde_json::{Value, json};

fn json_of(row: &Row) -> Value {
    serde_json::to_value(row).unwrap()
}

#[test]
fn a_row_has_the_fields_that_programs_read() {
    let fields = json_of(&row("full", (1, 2), 20.0));
    for name in ["set", "run", "n", "ndcg_at_10", "recall_at_5", "recall_at_10", "p50_ms", "p95_ms", "p99_ms"] {
        assert!(fields.get(name).is_some_and(|value| !value.is_null()), "{name}: {fields:#}");
    }
    for score in ["ndcg_at_10", "recall_at_5", "recall_at_10", "hit_at_5", "all_at_5", "mrr_at_10"] {
        assert_eq!(fields.get(format!("{score}_ceiling")), Some(&json!(1.0)), "{score}");
    }
    for stage in ["plan", "embed", "words", "window", "vector", "graph", "fuse", "step", "rerank", "select", "search"] {
        for share in ["p50", "p95", "p99"] {
            assert!(fields.get(format!("{stage}_{share}_ms")).is_some(), "{stage} {share}");
        }
    }
    assert_eq!(
        (&fields["ndcg_at_10"], &fields["p50_ms"], &fields["search_p50_ms"]),
        (&json!(0.5), &json!(20.0), &json!(9.0))
    );
    assert_eq!((&fields["questions_per_second"], &fields["disk_bytes"]), (&json!(50.0), &json!(0)));
}

#[test]
fn a_run_that_shares_its_caches_has_no_times() {
    let mut shared = outcome("full 48", vec![judged(None, true, 1.0)]);
    shared.timed = false;
    let fields = json_of(&rows_of(vec![shared], false)[0]);
    assert!(fields.get("p50_ms").is_none() && fields.get("rerank_p50_ms").is_none());
    assert_eq!(fields["ndcg_at_10"], json!(1.0));
}

#[test]
fn a_distractor_is_never_in_a_mean_and_silence_on_it_is_counted() {
    let floor = vec![
        judged(Some("单跳"), true, 1.0),
        judged(Some("single-hop"), false, 1.0),
        judged(Some("adversarial"), true, 1.0),
        judged(Some("adversarial"), false, 1.0),
        Judged { n_gold: 0, ..judged(None, false, 1.0) },
    ];
    let rows = rows_of(vec![outcome("full +floor", floor)], true);
    let all = &rows[0];
    assert_eq!((all.n, all.scores.hit_at_5), (2, 0.5));
    assert_eq!((all.n_unanswerable, all.abstained, all.silenced), (3, 2, 1));
    let adversarial = rows.iter().find(|row| row.category == "adversarial").unwrap();
    assert_eq!((adversarial.n, adversarial.n_unanswerable, adversarial.abstained, adversarial.silenced), (2, 2, 1, 0));
    let kinds: Vec<&str> = rows.iter().map(|row| row.category.as_str()).collect();
    assert_eq!(kinds, ["all", "adversarial", "single-hop", "单跳"]);
}

#[test]
fn a_ceiling_is_below_one_where_there_is_more_gold_than_places() {
    let many = Judged { n_gold: 10, ..judged(None, true, 1.0) };
    let row = &rows_of(vec![outcome("keyword", vec![many, judged(None, true, 1.0)])], false)[0];
    let expected =
        Scores { ndcg_at_10: 1.0, recall_at_5: 0.75, recall_at_10: 1.0, hit_at_5: 1.0, all_at_5: 0.5, mrr_at_10: 1.0 };
    assert_eq!(row.ceiling, expected);
}

#[test]
fn every_run_is_compared_with_the_keyword_run() {
    let right = |n: usize| (0..20).map(|at| judged(None, at < n, 1.0)).collect();
    let rows =
        rows_of(vec![outcome("keyword", right(5)), outcome("full", right(20)), outcome("graph", right(5))], false);
    assert_eq!(rows[0].p_against_keyword, None);
    assert!(rows[1].p_against_keyword.unwrap() < 0.01, "{rows:?}");
    assert!(rows[2].p_against_keyword.unwrap() > 0.9);
}

#[test]
fn what_a_set_takes_stands_in_each_of_its_rows() {
    let footprint =
        Footprint { documents: 4, ledger_bytes: 7, keyword_bytes: 5, written: 4, write_s: 2.0, ..Footprint::default() };
    let outcomes = vec![outcome("keyword", vec![judged(None, true, 1.0)])];
    let rows = rows(&Benched { outcomes, footprint }, false);
    let fields = json_of(&rows[0]);
    assert_eq!((&fields["disk_bytes"], &fields["documents"]), (&json!(12), &json!(4)));
    assert_eq!(fields["documents_written_per_second"], json!(2.0));
    assert_eq!(fields["documents_embedded_per_second"], Value::Null, "no document was embedded");
}
