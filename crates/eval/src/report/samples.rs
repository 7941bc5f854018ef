//! Questions and rows made up for tests.

use super::{Row, rows};
use crate::bench::{Benched, Judged, Outcome};
use crate::footprint::Footprint;
use crate::score::Scores;
use hupo::Timings;

/// A question with one gold document, found in first place or not at all.
pub(crate) fn judged(category: Option<&str>, found: bool, ms: f32) -> Judged {
    let score = f32::from(u8::from(found));
    Judged {
        group: "阿琳 and Hu".into(),
        question: "q".into(),
        category: category.map(str::to_owned),
        n_gold: 1,
        scores: Scores { ndcg_at_10: score, hit_at_5: score, mrr_at_10: score, ..Scores::default() },
        answer: if found { vec!["d".into()] } else { Vec::new() },
        times: Timings { embed_ms: 1.0, rerank_ms: ms / 2.0, total_ms: ms, ..Timings::default() },
    }
}

/// A run over these questions.
pub(crate) fn outcome(run: &'static str, judged: Vec<Judged>) -> Outcome {
    Outcome { set: "聊天 chat".into(), run, timed: true, has_floor: run.ends_with("+floor"), judged }
}

/// The rows of these runs.
pub(crate) fn rows_of(outcomes: Vec<Outcome>, by_category: bool) -> Vec<Row> {
    rows(&Benched { outcomes, footprint: Footprint::default() }, by_category)
}

/// A row of a run that finds `right` of `n` in first place, in `ms`.
pub(crate) fn row(run: &'static str, (right, n): (usize, usize), ms: f32) -> Row {
    let judged = (0..n).map(|at| judged(None, at < right, ms)).collect();
    rows_of(vec![outcome(run, judged)], false).remove(0)
}
