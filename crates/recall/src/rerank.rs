//! Reranking: the best candidates read by a model, in context, until the deadline.

use crate::echo::echo;
use crate::focus::Focus;
use crate::fuse::Candidate;
use crate::order::{self, Ordered};
use crate::passage::passage;
use crate::plan::Plan;
use crate::question::Question;
use crate::ranking::Source;
use crate::recipe::Reranking;
use crate::spoken::Spoken;
use crate::stages::RerankedBy;
use crate::tools::Tools;
use hupo_inference::{Embedder, Reranker, Scores};
use hupo_types::{DocKind, Document};
use std::time::{Duration, Instant};

/// Kept of the deadline for choosing and quoting the answers.
const RESERVE: Duration = Duration::from_millis(5);

/// More of one text than this is not read, so it costs no more.
const READ_BYTES: usize = 800;

/// The last order, and who made it.
pub(crate) struct Reread {
    pub(crate) ordered: Vec<Ordered>,
    pub(crate) by: RerankedBy,
    pub(crate) failed: Option<String>,
    pub(crate) cut: bool,
    /// How many candidates it read.
    pub(crate) read: usize,
}

/// Who reads the candidates of a question.
enum Reader<'a> {
    /// A model of pairs, or MaxSim.
    Model(&'a Reranker),
    /// The embedder, for a piece of dialogue.
    Echo(&'a Embedder, &'a Spoken),
}

/// Orders the candidates. `start` is when the question came in.
pub(crate) fn rerank(
    tools: &Tools<'_>,
    question: &Question,
    plan: &Plan,
    candidates: Vec<Candidate>,
    start: Instant,
) -> Reread {
    let Some(reader) = reader(tools, question, plan).filter(|_| !candidates.is_empty()) else {
        return Reread { ordered: order::keep(candidates), by: RerankedBy::Nobody, failed: None, cut: false, read: 0 };
    };
    let candidates = seated(candidates, question.recipe.rerank_least, question.recipe.step_seats);
    let out_of_time = || question.deadline.is_some_and(|deadline| start.elapsed() + RESERVE >= deadline);
    let late = || question.is_cancelled() || out_of_time();
    let passages = passages(tools, question, &candidates, matches!(reader, Reader::Echo(..)));
    match read(tools, question, &reader, &passages, &late) {
        Ok(scores) => {
            let (by, share) = share(&reader, question, plan);
            let cut = scores.iter().any(Option::is_none);
            Reread {
                ordered: order::blend(candidates, &scores, share),
                by,
                failed: None,
                cut,
                read: scores.iter().flatten().count(),
            }
        }
        Err(error) => {
            let failed = Some(error.to_string());
            Reread { ordered: order::keep(candidates), by: RerankedBy::Nobody, failed, cut: false, read: 0 }
        }
    }
}

fn read(
    tools: &Tools<'_>,
    question: &Question,
    reader: &Reader<'_>,
    passages: &[String],
    late: &(dyn Fn() -> bool + Sync),
) -> Result<Scores, hupo_inference::Error> {
    let texts: Vec<&str> = passages.iter().map(String::as_str).collect();
    match reader {
        Reader::Model(reranker) => reranker.score(&question.text, &texts, &|| late()),
        Reader::Echo(embedder, spoken) => echo(tools, embedder, spoken, &texts, late),
    }
}

/// The candidates in the order in which they are read: of the seats that are sure to be read, the last are given to the
/// best that are one step away and would miss them.
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

fn reader<'a>(tools: &Tools<'a>, question: &Question, plan: &'a Plan) -> Option<Reader<'a>> {
    match question.recipe.reranking {
        Reranking::Best => tools.reranker.map(|model| by_form(tools, question, plan, model)),
        Reranking::MaxSim => tools.max_sim.map(Reader::Model),
        Reranking::Off => None,
    }
}

/// The embedder for a piece of dialogue if it gives token states, else the model.
fn by_form<'a>(tools: &Tools<'a>, question: &Question, plan: &'a Plan, model: &'a Reranker) -> Reader<'a> {
    let embedder = tools.embedder.filter(|embedder| embedder.gives_token_states() && question.recipe.blend.echo > 0.0);
    match (embedder, &plan.spoken) {
        (Some(embedder), Some(spoken)) => Reader::Echo(embedder, spoken),
        (_, None) | (None, _) => Reader::Model(model),
    }
}

fn share(reader: &Reader<'_>, question: &Question, plan: &Plan) -> (RerankedBy, f32) {
    let blend = question.recipe.blend;
    match reader {
        Reader::Model(Reranker::CrossEncoder(_)) => (RerankedBy::CrossEncoder, blend.share(plan.form)),
        Reader::Model(Reranker::MaxSim(_)) => (RerankedBy::MaxSim, blend.max_sim),
        Reader::Echo(..) => (RerankedBy::MaxSim, blend.echo),
    }
}

/// What the reranker reads: the best candidates, in context unless `alone`, of long ones the part the question is
/// about; as many as the recipe has time for. A document that is gone reads as nothing.
fn passages(tools: &Tools<'_>, question: &Question, candidates: &[Candidate], alone: bool) -> Vec<String> {
    let focus = Focus::new(&question.text);
    let read = |candidate: &Candidate| {
        let mut document = (tools.document)(candidate.doc)?;
        if alone || holds_an_exchange(&document) {
            document.context.clear();
        }
        document.text = focus.of(&document.text).to_owned();
        Some(passage(&document, tools.zone))
    };
    let recipe = &question.recipe;
    let texts = candidates.iter().take(recipe.rerank).map(|candidate| read(candidate).unwrap_or_default());
    affordable(texts, recipe.rerank_least, recipe.rerank_bytes)
}

/// The texts before the first that goes beyond `bytes` in all, but at least `least`: reading costs by the length.
fn affordable(texts: impl Iterator<Item = String>, least: usize, bytes: usize) -> Vec<String> {
    let mut used = 0_usize;
    let fits = |(place, text): &(usize, String)| {
        used = used.saturating_add(text.len().min(READ_BYTES));
        *place < least || used <= bytes
    };
    texts.enumerate().take_while(fits).map(|(_, text)| text).collect()
}

/// A message of several lines holds its own context; the turn before it would only take the reranker's room.
fn holds_an_exchange(document: &Document) -> bool {
    document.id.kind() == DocKind::Message && document.text.contains('\n')
}

#[cfg(test)]
mod tests;
