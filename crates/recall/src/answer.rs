//! One question, answered: plan → three legs at once → fuse → one step on → rerank → select.

use crate::company::company;
use crate::error::Error;
use crate::fate::{self, Fate};
use crate::fuse::{self, Candidate, Voice};
use crate::legs::{self, Found as LegsFound};
use crate::onward;
use crate::order::Ordered;
use crate::plan::{Plan, same_words};
use crate::question::Question;
use crate::ranking::{Ranked, Ranking, Source};
use crate::rerank;
use crate::select::{Chosen, Dropped, select};
use crate::stages::{LegState, Stages, Timings, ms_since};
use crate::tools::Tools;
use crate::why::Why;
use hupo_types::{DocId, Document};
use std::collections::HashMap;
use std::time::Instant;

/// A document that answers.
#[derive(Debug, Clone)]
pub struct Found {
    /// The document as it stands.
    pub document: Document,
    /// What it is sorted by; comparable within one answer only.
    pub score: f32,
    /// Why it is here; of a summary that only its members brought, why the best of them is.
    pub why: Why,
    /// Of a topic summary: the members it stands for that matched, best first. Their words are part of the answer: the
    /// summary may not say what they say.
    pub stands_for: Vec<Member>,
}

/// A member that matched, of a summary that stands for it.
#[derive(Debug, Clone)]
pub struct Member {
    /// The member as it stands.
    pub document: Document,
    /// What it was sorted by.
    pub score: f32,
    /// Why it is here.
    pub why: Why,
}

/// What recall found, and how.
#[derive(Debug)]
pub struct Outcome {
    /// The answers, best first.
    pub found: Vec<Found>,
    /// There were documents to search and none is an answer.
    pub nothing_relevant: bool,
    /// Which stages ran.
    pub stages: Stages,
    pub(crate) fused: Vec<DocId>,
    pub(crate) ordered: Vec<Ordered>,
    pub(crate) dropped: HashMap<DocId, Dropped>,
    pub(crate) candidates_each: usize,
    pub(crate) rerank: usize,
    pub(crate) k: usize,
}

/// Answers a question. Never writes.
pub fn recall(tools: &Tools<'_>, question: &Question) -> Result<Outcome, Error> {
    let start = Instant::now();
    let plan = Plan::make(tools, question)?;
    let planned = Planned { question, plan_ms: ms_since(start) - plan.embed_ms, plan, start };
    let found = legs::run(tools, &[(question, &planned.plan)]).pop().expect("the legs answer every question");
    Ok(answer_from(tools, planned, found))
}

/// Answers questions. Those that say the same as the first and are put to other documents cost little more than it.
pub fn recall_each(tools: &Tools<'_>, questions: &[Question]) -> Result<Vec<Outcome>, Error> {
    let Some((first, others)) = questions.split_first() else { return Ok(Vec::new()) };
    if !others.iter().all(|other| same_words(first, other)) {
        return questions.iter().map(|question| recall(tools, question)).collect();
    }
    let start = Instant::now();
    let plan = Plan::make(tools, first)?;
    let also = others.iter().map(|question| Ok((question, plan.also(tools, question)?)));
    let also = also.collect::<Result<Vec<_>, Error>>()?;
    let planned = std::iter::once((first, plan)).chain(also).map(|(question, plan)| Planned {
        question,
        plan_ms: ms_since(start) - plan.embed_ms,
        plan,
        start,
    });
    let planned: Vec<Planned<'_>> = planned.collect();
    let asked: Vec<legs::Asked<'_>> = planned.iter().map(|one| (one.question, &one.plan)).collect();
    let found = legs::run(tools, &asked);
    Ok(planned.into_iter().zip(found).map(|(planned, found)| answer_from(tools, planned, found)).collect())
}

/// A question made ready.
struct Planned<'q> {
    question: &'q Question,
    plan: Plan,
    plan_ms: f32,
    start: Instant,
}

/// What the legs found becomes the answer.
fn answer_from(tools: &Tools<'_>, planned: Planned<'_>, found: LegsFound) -> Outcome {
    let Planned { question, plan, plan_ms, start } = planned;
    let (candidates, step, fuse_ms) = fuse_all(tools, question, &plan, &found);
    let fused = candidates.iter().map(|candidate| candidate.doc).collect::<Vec<_>>();
    let rerank_start = Instant::now();
    let reread = rerank::rerank(tools, question, &plan, candidates, start);
    let rerank_ms = ms_since(rerank_start);
    let select_start = Instant::now();
    let selection = select(tools, question, &plan, reread.by, &reread.ordered);
    let timings = Timings {
        plan_ms,
        embed_ms: plan.embed_ms,
        words_ms: found.words.ms,
        window_ms: found.window.ms,
        vector_ms: found.vector.ms,
        graph_ms: found.graph.ms,
        fuse_ms,
        step_ms: step.ms,
        rerank_ms,
        select_ms: ms_since(select_start),
        total_ms: ms_since(start),
    };
    let stages = Stages {
        keyword: found.keyword_state.clone(),
        vector: found.vector_state.clone(),
        graph: step.failed.as_ref().map_or_else(|| found.graph_state.clone(), LegState::failed),
        reranked_by: reread.by,
        rerank_failed: reread.failed,
        cut_by_deadline: reread.cut,
        form: plan.form,
        times: plan.hints.iter().map(|hint| hint.matched.clone()).collect(),
        eligible: plan.allowed.len(),
        candidates: fused.len(),
        timings,
    };
    let answers = selection.chosen.into_iter().map(|chosen| answer(chosen, &found, &step)).collect::<Vec<_>>();
    Outcome {
        nothing_relevant: answers.is_empty() && !plan.allowed.is_empty(),
        found: answers,
        stages,
        fused,
        ordered: reread.ordered,
        dropped: selection.dropped,
        candidates_each: question.recipe.candidates,
        rerank: reread.read,
        k: question.k,
    }
}

/// At which step a document was lost, or where it came: the question is answered again and the document followed.
pub fn why_not(tools: &Tools<'_>, question: &Question, doc: DocId) -> Result<Fate, Error> {
    let outcome = recall(tools, question)?;
    let members = crate::plan::members(tools, question);
    let barrier = tools.catalog.barrier(question, members.as_ref(), doc);
    Ok(fate::trace(&outcome, barrier, doc))
}

/// The rankings fused, those one step away added, and those in good company lifted.
fn fuse_all(tools: &Tools<'_>, question: &Question, plan: &Plan, found: &LegsFound) -> (Vec<Candidate>, Ranking, f32) {
    let start = Instant::now();
    let recipe = &question.recipe;
    let weights = recipe.weights;
    let timely = timely(tools, plan, found);
    let voices = [
        Voice { source: Source::Words, ranking: &found.words, weight: weights.words },
        Voice { source: Source::Window, ranking: &found.window, weight: weights.window },
        Voice { source: Source::Vector, ranking: &found.vector, weight: weights.vector },
        Voice { source: Source::Graph, ranking: &found.graph, weight: weights.graph * plan.seeds.sharpness() },
        Voice { source: Source::Time, ranking: &timely, weight: weights.time },
    ];
    let candidates = fuse::fuse(&voices, recipe.rank_constant);
    let fuse_ms = ms_since(start);
    let best = candidates.iter().take(recipe.step_from).map(|candidate| (candidate.doc, candidate.fused));
    let step = onward::step(tools, question, plan, &best.collect::<Vec<_>>());
    let voice = Voice { source: Source::Step, ranking: &step, weight: weights.step };
    let candidates = fuse::add(candidates, voice, recipe.rank_constant);
    (in_company(tools, recipe.company, candidates), step, fuse_ms)
}

/// The candidates with what those near in time lend them.
fn in_company(tools: &Tools<'_>, weight: f32, candidates: Vec<Candidate>) -> Vec<Candidate> {
    if weight <= 0.0 {
        return candidates;
    }
    let time = |doc| tools.catalog.facts(doc).and_then(|facts| facts.time).map(|time| time.ms());
    let company = company(&candidates, &time);
    fuse::lift(candidates, Voice { source: Source::Company, ranking: &company, weight })
}

/// The candidates that lie in a time the question names, all in first place: a soft boost, never a filter.
fn timely(tools: &Tools<'_>, plan: &Plan, found: &LegsFound) -> Ranking {
    if plan.hints.is_empty() {
        return Ranking::default();
    }
    let rankings = [&found.words, &found.window, &found.vector, &found.graph];
    let named = |doc| {
        let time = tools.catalog.facts(doc).and_then(|facts| facts.time);
        time.is_some_and(|time| plan.names_time(time.ms()))
    };
    let mut docs: Vec<DocId> = rankings.iter().flat_map(|ranking| &ranking.hits).map(|hit| hit.doc).collect();
    docs.sort_unstable();
    docs.dedup();
    let hits = docs.into_iter().filter(|&doc| named(doc)).map(|doc| Ranked { doc, score: 1.0 }).collect();
    Ranking { hits, tied: true, ..Ranking::default() }
}

fn answer(chosen: Chosen, found: &LegsFound, step: &Ranking) -> Found {
    let member = |chosen: Chosen| {
        let (score, (document, why)) = (score(&chosen), reasons(chosen, found, step));
        Member { document, score, why }
    };
    let mut chosen = chosen;
    let stands_for = std::mem::take(&mut chosen.stands_for).into_iter().map(member).collect();
    let (score, (document, why)) = (score(&chosen), reasons(chosen, found, step));
    Found { document, score, why, stands_for }
}

fn score(chosen: &Chosen) -> f32 {
    chosen.ordered.score + chosen.prior
}

/// A document and why it is chosen; the reasons are those of the document that brought it.
fn reasons(chosen: Chosen, found: &LegsFound, step: &Ranking) -> (Document, Why) {
    let by = chosen.ordered.doc();
    let path = found.graph.paths.get(&by).or_else(|| step.paths.get(&by));
    let why = Why {
        contributions: chosen.ordered.candidate.contributions,
        fused: chosen.ordered.candidate.fused,
        fused_standardised: chosen.ordered.fused_standardised,
        rerank: chosen.ordered.reranked,
        prior: chosen.prior,
        terms: chosen.held.terms,
        coverage: chosen.held.coverage,
        path: path.map(|steps| readable(steps)),
        replaced: None,
    };
    (chosen.document, why)
}

/// `Lin —sister_of→ Mei —mentions→ msg-7`.
fn readable(steps: &[hupo_graph::Step]) -> String {
    let mut text = steps.first().map(|step| step.from.to_string()).unwrap_or_default();
    for step in steps {
        text.push_str(&format!(" —{}→ {}", step.edge, step.to));
    }
    text
}
