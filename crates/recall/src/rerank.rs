//! Reranking: the best candidates read by a model, in context, until the deadline.

use crate::focus::Focus;
use crate::fuse::Candidate;
use crate::order::{self, Ordered};
use crate::passage::passage;
use crate::plan::Plan;
use crate::question::Question;
use crate::ranking::Source;
use crate::recipe::Reranking;
use crate::stages::RerankedBy;
use crate::tools::Tools;
use hupo_inference::Reranker;
use hupo_types::{DocKind, Document};
use std::time::{Duration, Instant};

/// Kept of the deadline for choosing and quoting the answers.
const RESERVE: Duration = Duration::from_millis(5);

/// The last order, and who made it.
pub(crate) struct Reread {
    pub(crate) ordered: Vec<Ordered>,
    pub(crate) by: RerankedBy,
    pub(crate) failed: Option<String>,
    pub(crate) cut: bool,
}

/// Orders the candidates. `start` is when the question came in.
pub(crate) fn rerank(
    tools: &Tools<'_>,
    question: &Question,
    plan: &Plan,
    candidates: Vec<Candidate>,
    start: Instant,
) -> Reread {
    let Some(reranker) = choose(tools, question.recipe.reranking).filter(|_| !candidates.is_empty()) else {
        return Reread { ordered: order::keep(candidates), by: RerankedBy::Nobody, failed: None, cut: false };
    };
    let candidates = seated(candidates, question.recipe.rerank, question.recipe.step_seats);
    let passages = passages(tools, question, &candidates);
    let texts: Vec<&str> = passages.iter().map(String::as_str).collect();
    let late = || question.deadline.is_some_and(|deadline| start.elapsed() + RESERVE >= deadline);
    match reranker.score(&question.text, &texts, &late) {
        Ok(scores) => {
            let (by, share) = share(reranker, question, plan);
            let cut = scores.iter().any(Option::is_none);
            Reread { ordered: order::blend(candidates, &scores, share), by, failed: None, cut }
        }
        Err(error) => {
            let failed = Some(error.to_string());
            Reread { ordered: order::keep(candidates), by: RerankedBy::Nobody, failed, cut: false }
        }
    }
}

/// The candidates with the last seats to be read given to the best that are one step away and would miss them.
fn seated(mut candidates: Vec<Candidate>, seats: usize, step_seats: usize) -> Vec<Candidate> {
    let sure = seats.saturating_sub(step_seats).min(candidates.len());
    let mut rest = candidates.split_off(sure);
    rest.sort_by_key(|candidate| step_rank(candidate).unwrap_or(usize::MAX));
    let guests = rest.iter().take(step_seats).take_while(|candidate| step_rank(candidate).is_some()).count();
    let mut late = rest.split_off(guests);
    late.sort_by(|a, b| b.fused.total_cmp(&a.fused).then(a.doc.cmp(&b.doc)));
    candidates.extend(rest);
    candidates.extend(late);
    candidates
}

fn step_rank(candidate: &Candidate) -> Option<usize> {
    candidate.contributions.iter().find(|part| part.source == Source::Step).map(|part| part.rank)
}

fn choose<'a>(tools: &Tools<'a>, reranking: Reranking) -> Option<&'a Reranker> {
    match reranking {
        Reranking::Best => tools.reranker,
        Reranking::MaxSim => tools.max_sim,
        Reranking::Off => None,
    }
}

fn share(reranker: &Reranker, question: &Question, plan: &Plan) -> (RerankedBy, f32) {
    match reranker {
        Reranker::CrossEncoder(_) => (RerankedBy::CrossEncoder, question.recipe.blend.share(plan.form)),
        Reranker::MaxSim(_) => (RerankedBy::MaxSim, question.recipe.blend.max_sim),
    }
}

/// What the reranker reads: the best candidates in context, of long ones the part the question is about. A document
/// that is gone reads as nothing.
fn passages(tools: &Tools<'_>, question: &Question, candidates: &[Candidate]) -> Vec<String> {
    let focus = Focus::new(&question.text);
    let read = |candidate: &Candidate| {
        let mut document = (tools.document)(candidate.doc)?;
        if holds_an_exchange(&document) {
            document.context.clear();
        }
        document.text = focus.of(&document.text).to_owned();
        Some(passage(&document, tools.zone))
    };
    candidates.iter().take(question.recipe.rerank).map(|candidate| read(candidate).unwrap_or_default()).collect()
}

/// A message of several lines holds its own context; the turn before it would only take the reranker's room.
fn holds_an_exchange(document: &Document) -> bool {
    document.id.kind() == DocKind::Message && document.text.contains('\n')
}

#[cfg(test)]
mod tests;
