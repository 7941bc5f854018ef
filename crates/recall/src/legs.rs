//! The legs, run at once: each adds candidates, none only re-scores.

use crate::plan::Plan;
use crate::question::Question;
use crate::ranking::{Ranked, Ranking};
use crate::stages::{LegState, ms_since};
use crate::tools::Tools;
use hupo_graph::Hit as Walked;
use hupo_keyword::{Query, QueryOptions};
use hupo_types::DocId;
use std::collections::HashMap;
use std::time::Instant;

/// Below this many eligible documents the legs run one after another: handing out the work costs more than it gains.
const PARALLEL_FROM: usize = 20_000;

/// What the legs found.
pub(crate) struct Found {
    pub(crate) words: Ranking,
    pub(crate) window: Ranking,
    pub(crate) vector: Ranking,
    pub(crate) graph: Ranking,
    pub(crate) keyword_state: LegState,
    pub(crate) vector_state: LegState,
    pub(crate) graph_state: LegState,
}

/// A leg's ranking and how it took part.
type Part = (Ranking, LegState);

/// Runs the legs on the pool when there is enough work, else in turn.
pub(crate) fn run(tools: &Tools<'_>, question: &Question, plan: &Plan) -> Found {
    let keyword = || keyword(tools, question, plan);
    let vector = || vector(tools, question, plan);
    let graph = || graph(tools, question, plan);
    let pool = tools.pool.filter(|_| plan.allowed.len() >= PARALLEL_FROM);
    let ((words, window), (vector, graph)) = match pool {
        Some(pool) => pool.install(|| rayon::join(keyword, || rayon::join(vector, graph))),
        None => (keyword(), (vector(), graph())),
    };
    Found {
        words: words.0,
        window: window.0,
        vector: vector.0,
        graph: graph.0,
        keyword_state: together(words.1, window.1),
        vector_state: vector.1,
        graph_state: graph.1,
    }
}

/// A leg that searches twice ran if either search did, and failed if either failed.
fn together(one: LegState, other: LegState) -> LegState {
    match (&one, &other) {
        (LegState::Failed { .. }, _) => one,
        (_, LegState::Failed { .. }) | (LegState::Absent { .. }, _) => other,
        (LegState::Ran, _) => one,
    }
}

fn keyword(tools: &Tools<'_>, question: &Question, plan: &Plan) -> (Part, Part) {
    let recipe = &question.recipe;
    let words = keyword_search(tools, question, plan, (recipe.weights.words, &recipe.words));
    let window = keyword_search(tools, question, plan, (recipe.weights.window, &recipe.window));
    (words, window)
}

fn keyword_search(tools: &Tools<'_>, question: &Question, plan: &Plan, (say, options): (f32, &QueryOptions)) -> Part {
    let Some(index) = tools.keyword.filter(|_| say > 0.0) else { return left_out(say, "there is no keyword index") };
    let start = Instant::now();
    let query = asked(question, plan, options);
    let found = index.search(&query, &plan.allowed, question.recipe.candidates);
    let ranked = found.map(|hits| hits.into_iter().map(|hit| Ranked { doc: hit.doc, score: hit.score }).collect());
    finish(ranked, HashMap::new(), start)
}

/// The question's words; of a piece of dialogue the last speaker's, and the others' for less.
fn asked(question: &Question, plan: &Plan, options: &QueryOptions) -> Query {
    match &plan.spoken {
        Some(spoken) => Query::new(&spoken.own, options).with_text(&spoken.others, question.recipe.others),
        None => Query::new(&question.text, options),
    }
}

fn vector(tools: &Tools<'_>, question: &Question, plan: &Plan) -> Part {
    let (index, query) = match (tools.vector, &plan.vector) {
        (Some(index), Ok(query)) => (index, query),
        (_, Err(state)) => return (Ranking::default(), state.clone()),
        (None, Ok(_)) => return (Ranking::default(), LegState::absent("the space has no vectors")),
    };
    let start = Instant::now();
    let found = index.search(query, &plan.allowed, question.recipe.candidates);
    let ranked = found.map(|hits| hits.into_iter().map(|hit| Ranked { doc: hit.doc, score: hit.score }).collect());
    finish(ranked, HashMap::new(), start)
}

fn graph(tools: &Tools<'_>, question: &Question, plan: &Plan) -> Part {
    let say = question.recipe.weights.graph;
    let Some(index) = tools.graph.filter(|_| say > 0.0) else { return left_out(say, "there is no graph") };
    if plan.seeds.is_empty() {
        return (Ranking::default(), LegState::Ran);
    }
    let start = Instant::now();
    let hits = index.walk(&plan.seeds, &plan.allowed, question.recipe.candidates, question.as_of);
    walked(hits, start)
}

/// One step from the best documents of the first fusion, past what the question names itself.
pub(crate) fn step(tools: &Tools<'_>, question: &Question, plan: &Plan, from: &[(DocId, f32)]) -> Ranking {
    let say = question.recipe.weights.step;
    let Some(index) = tools.graph.filter(|_| say > 0.0 && !from.is_empty()) else { return Ranking::default() };
    let start = Instant::now();
    walked(index.expand_past(&plan.seeds, from, &plan.allowed, question.recipe.candidates), start).0
}

fn walked(hits: Vec<Walked>, start: Instant) -> Part {
    let ranked = hits.iter().map(|hit| Ranked { doc: hit.doc, score: hit.score }).collect();
    let paths = hits.into_iter().map(|hit| (hit.doc, hit.path)).collect();
    finish(Ok::<_, std::convert::Infallible>(ranked), paths, start)
}

fn left_out(say: f32, reason: &str) -> Part {
    let reason = if say > 0.0 { reason } else { "left out by the recipe" };
    (Ranking::default(), LegState::absent(reason))
}

fn finish<E: ToString>(
    hits: Result<Vec<Ranked>, E>,
    paths: HashMap<DocId, Vec<hupo_graph::Step>>,
    start: Instant,
) -> Part {
    match hits {
        Ok(hits) => (Ranking { hits, paths, ms: ms_since(start), ..Ranking::default() }, LegState::Ran),
        Err(error) => (Ranking::default(), LegState::failed(error)),
    }
}
