//! The legs, run at once: each adds candidates, none only re-scores.

use crate::plan::Plan;
use crate::question::Question;
use crate::ranking::{Ranked, Ranking};
use crate::recipe::Recipe;
use crate::stages::{LegState, ms_since};
use crate::tools::Tools;
use hupo_graph::Hit as Walked;
use hupo_keyword::QueryOptions;
use hupo_types::panic_point::PanicPoint;
use hupo_types::{DocId, DocSet};
use rayon::ThreadPool;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
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

/// A question with its plan.
pub(crate) type Asked<'a> = (&'a Question, &'a Plan);

/// Runs the legs on the pool when there is enough work, else in turn. All questions have the same words, and each leg
/// answers them together.
pub(crate) fn run(tools: &Tools<'_>, asked: &[Asked<'_>]) -> Vec<Found> {
    let keyword = |point, by: By| contained(point, || keyword(tools, asked, by), |why| fell(asked, why));
    let words = || keyword(PanicPoint::KeywordSearch, |recipe| (recipe.weights.words, &recipe.words));
    let window = || keyword(PanicPoint::KeywordWindow, |recipe| (recipe.weights.window, &recipe.window));
    let vectors = || asked.iter().map(|(question, plan)| vector(tools, question, plan)).collect::<Vec<Part>>();
    let vector = || contained(PanicPoint::VectorSearch, vectors, |why| fell(asked, why));
    let graph = || contained(PanicPoint::GraphSearch, || graph(tools, asked), |why| fell(asked, why));
    let pool = tools.pool.filter(|_| asked.iter().any(|(_, plan)| plan.allowed.len() >= PARALLEL_FROM));
    let (words, window, (vector, graph)) = match pool {
        Some(pool) => at_once(pool, words, window, || rayon::join(vector, graph)),
        None => (words(), window(), (vector(), graph())),
    };
    let parts = words.into_iter().zip(window).zip(vector).zip(graph);
    parts.map(|(((words, window), vector), graph)| together(words, window, vector, graph)).collect()
}

/// Runs three pieces of work at once, the first by this thread: what the others wait for is at most a pool's thread.
fn at_once<A, B: Send, C: Send>(
    pool: &ThreadPool,
    first: impl FnOnce() -> A,
    second: impl FnOnce() -> B + Send,
    third: impl FnOnce() -> C + Send,
) -> (A, B, C) {
    let (mut two, mut three) = (None, None);
    let one = pool.in_place_scope(|scope| {
        scope.spawn(|_| two = Some(second()));
        scope.spawn(|_| three = Some(third()));
        first()
    });
    let done = "a scope ends when its work is done";
    (one, two.expect(done), three.expect(done))
}

/// Has a leg answer; if it panics, it has failed, and the others answer.
fn contained<T>(point: PanicPoint, leg: impl FnOnce() -> T, failed: impl FnOnce(&str) -> T) -> T {
    let answered = catch_unwind(AssertUnwindSafe(|| {
        point.pass();
        leg()
    }));
    answered.unwrap_or_else(|_| failed("it panicked"))
}

/// What a leg answers that failed.
fn fell(asked: &[Asked<'_>], why: &str) -> Vec<Part> {
    asked.iter().map(|_| (Ranking::default(), LegState::failed(why))).collect()
}

fn together(words: Part, window: Part, vector: Part, graph: Part) -> Found {
    Found {
        words: words.0,
        window: window.0,
        vector: vector.0,
        graph: graph.0,
        keyword_state: either(words.1, window.1),
        vector_state: vector.1,
        graph_state: graph.1,
    }
}

/// A leg that searches twice ran if either search did, and failed if either failed.
fn either(one: LegState, other: LegState) -> LegState {
    match (&one, &other) {
        (LegState::Failed { .. }, _) => one,
        (_, LegState::Failed { .. }) | (LegState::Absent { .. }, _) => other,
        (LegState::Ran, _) => one,
    }
}

/// What a search by keywords says in the fusion, and how it weighs the words.
type By = fn(&Recipe) -> (f32, &QueryOptions);

fn keyword(tools: &Tools<'_>, asked: &[Asked<'_>], by: By) -> Vec<Part> {
    let Some((question, plan)) = asked.first() else { return Vec::new() };
    let (say, options) = by(&question.recipe);
    let Some(index) = tools.keyword.filter(|_| say > 0.0) else {
        return asked.iter().map(|_| left_out(say, "there is no keyword index")).collect();
    };
    let start = Instant::now();
    let sets: Vec<&DocSet> = asked.iter().map(|(_, plan)| &plan.allowed).collect();
    let found = plan.wording.with_searched(question, options, plan.spoken.as_ref(), |lookup| {
        index.search_each(lookup, options, &sets, question.recipe.candidates)
    });
    match found {
        Ok(found) => found
            .into_iter()
            .map(|hits| finish(Ok::<_, std::convert::Infallible>(ranked(hits)), HashMap::new(), start))
            .collect(),
        Err(error) => asked.iter().map(|_| finish(Err(&error), HashMap::new(), start)).collect(),
    }
}

fn ranked(hits: Vec<hupo_keyword::Hit>) -> Vec<Ranked> {
    hits.into_iter().map(|hit| Ranked { doc: hit.doc, score: hit.score }).collect()
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

fn graph(tools: &Tools<'_>, asked: &[Asked<'_>]) -> Vec<Part> {
    let Some((question, plan)) = asked.first() else { return Vec::new() };
    let say = question.recipe.weights.graph;
    let Some(index) = tools.graph.filter(|_| say > 0.0) else {
        return asked.iter().map(|_| left_out(say, "there is no graph")).collect();
    };
    if plan.seeds.is_empty() {
        return asked.iter().map(|_| (Ranking::default(), LegState::Ran)).collect();
    }
    let start = Instant::now();
    let sets: Vec<&DocSet> = asked.iter().map(|(_, plan)| &plan.allowed).collect();
    let walks = index.walk_each(&plan.seeds, &sets, question.recipe.candidates, question.as_of);
    walks.into_iter().map(|hits| walked(hits, start)).collect()
}

/// One step from the best documents of the first fusion, past what the question names itself.
pub(crate) fn step(tools: &Tools<'_>, question: &Question, plan: &Plan, from: &[(DocId, f32)]) -> Ranking {
    let say = question.recipe.weights.step;
    let Some(index) = tools.graph.filter(|_| say > 0.0 && !from.is_empty()) else { return Ranking::default() };
    let start = Instant::now();
    let expand = || index.expand_past(&plan.seeds, from, &plan.allowed, question.recipe.candidates);
    let failed = |why: &str| Ranking { failed: Some(why.to_owned()), ..Ranking::default() };
    contained(PanicPoint::GraphStep, || walked(expand(), start).0, failed)
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

#[cfg(test)]
mod tests;
