//! One step on: from the best documents, through what they name and the question does not, to what they leave open.
//!
//! "Where does the sister of the one who looked after Nomi live?" is answered by two documents. The first is found; it
//! names the sister, and the second holds what the first does not of the question. So the step does not go back through
//! what the question names itself, and among those it reaches, the ones that hold more of what is still open come first.

use crate::legs;
use crate::plan::Plan;
use crate::question::Question;
use crate::ranking::{Ranked, Ranking};
use crate::relevance::beyond;
use crate::stages::ms_since;
use crate::tools::Tools;
use hupo_types::DocId;
use std::time::Instant;

/// What a document counts in the order that holds nothing of what is open: it may say it in other words.
const IN_OTHER_WORDS: f32 = 0.05;

/// The documents one step from `best` (with their points), best first. Each counts as the root of the share of the
/// question that it holds and `best` does not; one that holds nothing of it is brought before the reranker, no more.
pub(crate) fn step(tools: &Tools<'_>, question: &Question, plan: &Plan, best: &[(DocId, f32)]) -> Ranking {
    let start = Instant::now();
    let ranking = legs::step(tools, question, plan, best);
    let known: Vec<DocId> = best.iter().map(|(doc, _)| *doc).collect();
    let reached: Vec<DocId> = ranking.hits.iter().map(|hit| hit.doc).collect();
    let open = beyond(tools, &plan.wording, &known, &reached);
    let hits = by_what_is_open(&ranking.hits, &open);
    Ranking { hits, graded: true, ms: ms_since(start), ..ranking }
}

/// Orders by nearness and what a document holds of what is open together, and grades by the latter.
fn by_what_is_open(reached: &[Ranked], open: &[f32]) -> Vec<Ranked> {
    let mut order: Vec<(f32, Ranked)> = reached
        .iter()
        .zip(open)
        .map(|(hit, open)| (hit.score * (IN_OTHER_WORDS + open), Ranked { doc: hit.doc, score: open.sqrt() }))
        .collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.doc.cmp(&b.1.doc)));
    order.into_iter().map(|(_, hit)| hit).collect()
}

#[cfg(test)]
mod tests;
