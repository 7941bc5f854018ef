//! Runs: the recipes a bench compares. Each leaves out or exchanges one thing, so that the table shows what it is worth.

use crate::without::Without;
use hupo::{Blend, FieldWeights, Recipe, Reranking, Weights};

/// A named recipe.
#[derive(Debug, Clone)]
pub struct Run {
    /// Its name in tables.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The recipe.
    pub recipe: Recipe,
    /// What its documents are written without.
    pub without: Without,
    /// Asked with the models' caches empty, so that its times are those of a question nobody asked before. Else it
    /// shares them with other runs: as good an answer, in a time that says nothing.
    pub timed: bool,
}

impl Run {
    /// A run over the documents as they are, with its own times.
    pub const fn new(name: &'static str, about: &'static str, recipe: Recipe) -> Self {
        Self { name, about, recipe, without: Without::Nothing, timed: true }
    }

    /// Over documents that are written without this.
    const fn without(self, without: Without) -> Self {
        Self { without, ..self }
    }

    /// Sharing the models' caches with other runs.
    #[must_use]
    pub const fn untimed(self) -> Self {
        Self { timed: false, ..self }
    }
}

const NONE: Weights = Weights { words: 0.0, window: 0.0, vector: 0.0, graph: 0.0, step: 0.0, time: 0.0 };

/// Priors and the floor are off in benchmarks: they are for people, not for judged lists.
fn bench_recipe() -> Recipe {
    Recipe { floor: None, priors: false, ..Recipe::default() }
}

fn fused(weights: Weights) -> Recipe {
    Recipe { weights, reranking: Reranking::Off, ..bench_recipe() }
}

/// A leg alone, or what one would build first: the question is one text, and nobody lends or is lent anything.
fn leg(weights: Weights) -> Recipe {
    Recipe { others: 1.0, company: 0.0, ..fused(weights) }
}

fn vector() -> Recipe {
    leg(Weights { vector: 1.0, ..NONE })
}

/// The rows every table has.
pub fn headline() -> Vec<Run> {
    let all = Recipe::default().weights;
    vec![
        Run::new("keyword", "the document's own words, BM25", leg(Weights { words: 1.0, ..NONE })),
        Run::new("vector", "the embedder, in context", vector()),
        Run::new("graph", "the walk from the people and topics of the question", leg(Weights { graph: 1.0, ..NONE })),
        Run::new("fused", "all legs, no reranker", fused(all)),
        Run::new("full", "all legs and the reranker", bench_recipe()),
    ]
}

/// What each part is worth.
pub fn ablations() -> Vec<Run> {
    let all = Recipe::default().weights;
    let equal = Weights { words: 1.0, vector: 1.0, ..NONE };
    let full = bench_recipe;
    let legs = vec![
        Run::new("window", "own words and the previous turn's", leg(Weights { window: 1.0, ..NONE })),
        Run::new("keyword+window", "both keyword rankings", leg(Weights { words: 1.0, window: 1.0, ..NONE })),
        Run::new(
            "plain RRF",
            "keyword and vector, equal weights, k = 60: the usual hybrid",
            Recipe { rank_constant: 60.0, ..leg(equal) },
        ),
        Run::new(
            "keyword+vector",
            "no walk, no step, no times",
            fused(Weights { graph: 0.0, step: 0.0, time: 0.0, ..all }),
        ),
        Run::new("keyword+graph", "no vectors", fused(Weights { vector: 0.0, ..all })),
        Run::new("vector+graph", "no keywords", fused(Weights { words: 0.0, window: 0.0, ..all })),
        Run::new("fused -window", "fused without the previous turn's words", fused(Weights { window: 0.0, ..all })),
        Run::new("fused -header", "fused without speaker, contact and date as words", without_header(fused(all))),
        Run::new("fused -graph", "fused without the walk", fused(Weights { graph: 0.0, ..all })),
        Run::new("fused -step", "fused without the second graph step", fused(Weights { step: 0.0, ..all })),
        Run::new("fused -time", "fused without times the question names", fused(Weights { time: 0.0, ..all })),
        Run::new("vector -turn", "embedded without the previous turn", vector()).without(Without::PreviousTurn),
        Run::new("vector bare", "embedded without any context: the text alone", vector()).without(Without::Context),
        Run::new("fused -turn", "nothing knows the previous turn", fused(all)).without(Without::PreviousTurn),
        Run::new(
            "MaxSim",
            "MaxSim reranks instead of the cross-encoder",
            Recipe { reranking: Reranking::MaxSim, ..full() },
        ),
        Run::new("reranker alone", "the cross-encoder's order, no blend", reranker_alone(full())),
        Run::new("full -vector", "all but vectors", Recipe { weights: Weights { vector: 0.0, ..all }, ..full() }),
        Run::new("full -turn", "nothing knows the previous turn, nor does the reranker", full())
            .without(Without::PreviousTurn),
        Run::new(
            "full -step",
            "full without the second graph step",
            Recipe { weights: Weights { step: 0.0, ..all }, step_seats: 0, ..full() },
        ),
        Run::new(
            "full +floor",
            "full, silent below the floor: what a user gets",
            Recipe { floor: Recipe::default().floor, ..full() },
        ),
        Run::new("full +priors", "full with importance and warmth as tie-breakers", Recipe { priors: true, ..full() }),
    ];
    [legs, readings()].concat()
}

/// What the newer parts of the recipe are worth, and how much reading is.
fn readings() -> Vec<Run> {
    let full = bench_recipe;
    vec![
        Run::new("full -company", "nobody is lent points by others near in time", Recipe { company: 0.0, ..full() }),
        Run::new(
            "full -echo",
            "pieces of dialogue reranked by the cross-encoder",
            Recipe { blend: Blend { echo: 0.0, ..full().blend }, ..full() },
        ),
        Run::new(
            "full -speakers",
            "a piece of dialogue is one text, reranked by the cross-encoder",
            Recipe { others: 1.0, ..full() },
        ),
        Run::new("full step from 10", "the second graph step from ten documents", Recipe { step_from: 10, ..full() }),
        Run::new("full 8", "8 candidates reranked", Recipe { rerank: 8, ..full() }),
        Run::new("full 12", "12 candidates reranked", Recipe { rerank: 12, rerank_least: 12, ..full() }),
        Run::new("full 16", "16 candidates reranked", Recipe { rerank: 16, rerank_least: 16, ..full() }),
        Run::new("full 24", "24 candidates reranked, however long", Recipe { rerank_least: 24, ..full() }),
        Run::new("full 48", "48 candidates reranked", Recipe { rerank: 48, rerank_least: 48, ..full() }),
    ]
}

fn without_header(recipe: Recipe) -> Recipe {
    let without = |weights: FieldWeights| FieldWeights { header: 0.0, ..weights };
    let mut recipe = recipe;
    recipe.words.weights = without(recipe.words.weights);
    recipe.window.weights = without(recipe.window.weights);
    recipe
}

fn reranker_alone(recipe: Recipe) -> Recipe {
    let mut recipe = recipe;
    recipe.blend.asking = 1.0;
    recipe.blend.stating = 1.0;
    recipe.blend.dialogue = 1.0;
    recipe.blend.echo = 0.0;
    recipe
}
