//! Company: what was said around the same time as other good candidates is likelier to be about the same matter.
//!
//! An evening, a trip, a repair leaves several messages close together, and a question about it matches some of them in
//! words and some not at all. Each of the best candidates lends its neighbours in time what it has above the first one
//! behind the best, the less the farther away they are. Company finds nothing by itself: it lifts what a leg found.

use crate::fuse::Candidate;
use crate::ranking::{Ranked, Ranking};
use hupo_types::DocId;

/// Of so many of the best is company good,
const BEST: usize = 24;
/// and of no more than one in so many: where everything is a candidate, a busy day would be company by its length.
const ONE_IN: usize = 4;
/// After this time company counts about a third.
const FADES_MS: f64 = 24.0 * 3_600_000.0;
/// After this time it counts for nothing: a part in 10^8.
const GONE_MS: u64 = 18 * 24 * 3_600_000;
/// Points below this are no company.
const LEAST: f32 = 1e-4;

/// The candidates that have company, best company first, ties by id; their scores are points of the fusion. `candidates`
/// are best first, `time` is when a document was said or its fact began, in UTC milliseconds.
pub(crate) fn company(candidates: &[Candidate], time: &dyn Fn(DocId) -> Option<i64>) -> Ranking {
    let n_best = BEST.min(candidates.len().div_ceil(ONE_IN));
    let bar = candidates.get(n_best).map_or(0.0, |next| next.fused);
    let best = candidates.iter().take(n_best);
    let best: Vec<(DocId, i64, f32)> = best.filter_map(|c| Some((c.doc, time(c.doc)?, c.fused - bar))).collect();
    let lent = |doc: DocId, at: i64| {
        let others = best.iter().filter(|(other, ..)| *other != doc);
        others.map(|(_, time, points)| points * closeness(at, *time)).sum::<f32>()
    };
    let ranked = candidates.iter().filter_map(|c| Some(Ranked { doc: c.doc, score: lent(c.doc, time(c.doc)?) }));
    let mut hits: Vec<Ranked> = ranked.filter(|hit| hit.score > LEAST).collect();
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.doc.cmp(&b.doc)));
    Ranking { hits, ..Ranking::default() }
}

/// 1 at the same moment, less with the time between, at last nothing.
fn closeness(a: i64, b: i64) -> f32 {
    match a.abs_diff(b) {
        GONE_MS.. => 0.0,
        apart => (-(apart as f64) / FADES_MS).exp() as f32,
    }
}

#[cfg(test)]
mod tests;
