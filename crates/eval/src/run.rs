//! Runs: the recipes a bench compares. Each leaves out or exchanges one thing, so that the table shows what it is worth.

use hupo::{FieldWeights, Recipe, Reranking, Weights};

/// A named recipe.
#[derive(Debug, Clone)]
pub struct Run {
    /// Its name in tables.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The recipe.
    pub recipe: Recipe,
}

const NONE: Weights = Weights { words: 0.0, window: 0.0, vector: 0.0, graph: 0.0, step: 0.0, time: 0.0 };

/// Priors and the floor are off in benchmarks: they are for people, not for judged lists.
fn bench_recipe() -> Recipe {
    Recipe { floor: None, priors: false, ..Recipe::default() }
}

fn fused(weights: Weights) -> Recipe {
    Recipe { weights, reranking: Reranking::Off, ..bench_recipe() }
}

/// The rows every table has.
pub fn headline() -> Vec<Run> {
    let all = Recipe::default().weights;
    vec![
        Run { name: "keyword", about: "the document's own words, BM25", recipe: fused(Weights { words: 1.0, ..NONE }) },
        Run { name: "vector", about: "the embedder, in context", recipe: fused(Weights { vector: 1.0, ..NONE }) },
        Run {
            name: "graph",
            about: "the walk from the people and topics of the question",
            recipe: fused(Weights { graph: 1.0, ..NONE }),
        },
        Run { name: "fused", about: "all legs, no reranker", recipe: fused(all) },
        Run { name: "full", about: "all legs and the reranker: what users get", recipe: bench_recipe() },
    ]
}

/// What each part is worth.
pub fn ablations() -> Vec<Run> {
    let all = Recipe::default().weights;
    let equal = Weights { words: 1.0, vector: 1.0, ..NONE };
    let full = bench_recipe;
    vec![
        Run {
            name: "window",
            about: "own words and the previous turn's",
            recipe: fused(Weights { window: 1.0, ..NONE }),
        },
        Run {
            name: "keyword+window",
            about: "both keyword rankings",
            recipe: fused(Weights { words: 1.0, window: 1.0, ..NONE }),
        },
        Run {
            name: "plain RRF",
            about: "keyword and vector, equal weights, k = 60: the usual hybrid",
            recipe: Recipe { rank_constant: 60.0, ..fused(equal) },
        },
        Run { name: "keyword+graph", about: "no vectors", recipe: fused(Weights { vector: 0.0, ..all }) },
        Run { name: "vector+graph", about: "no keywords", recipe: fused(Weights { words: 0.0, window: 0.0, ..all }) },
        Run {
            name: "fused -window",
            about: "fused without the previous turn's words",
            recipe: fused(Weights { window: 0.0, ..all }),
        },
        Run {
            name: "fused -header",
            about: "fused without speaker, contact and date as words",
            recipe: without_header(fused(all)),
        },
        Run { name: "fused -graph", about: "fused without the walk", recipe: fused(Weights { graph: 0.0, ..all }) },
        Run {
            name: "fused -step",
            about: "fused without the second graph step",
            recipe: fused(Weights { step: 0.0, ..all }),
        },
        Run {
            name: "fused -time",
            about: "fused without times the question names",
            recipe: fused(Weights { time: 0.0, ..all }),
        },
        Run {
            name: "MaxSim",
            about: "MaxSim reranks instead of the cross-encoder",
            recipe: Recipe { reranking: Reranking::MaxSim, ..full() },
        },
        Run { name: "reranker alone", about: "the cross-encoder's order, no blend", recipe: reranker_alone(full()) },
        Run {
            name: "full -vector",
            about: "all but vectors",
            recipe: Recipe { weights: Weights { vector: 0.0, ..all }, ..full() },
        },
        Run {
            name: "full +priors",
            about: "full with importance as tie-breaker",
            recipe: Recipe { priors: true, ..full() },
        },
        Run { name: "full 48", about: "48 candidates reranked", recipe: Recipe { rerank: 48, ..full() } },
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
    recipe
}
