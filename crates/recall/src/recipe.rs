//! A recipe: every number that decides how an answer is made, in one place.
//!
//! The defaults are fitted on training parts only; `docs/quality.md` names the run that produced them.

use crate::question::Form;
use hupo_keyword::{QueryOptions, Weights as FieldWeights};
use serde::{Deserialize, Serialize};

/// How much a place in each ranking counts in the fusion; 0 leaves the ranking out.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// The document's own words.
    pub words: f32,
    /// Its words and those of its context (the previous turn, the quotes).
    pub window: f32,
    /// Nearness in meaning.
    pub vector: f32,
    /// The walk from the people and topics of the question; counts less the less telling they are
    /// ([`hupo_graph::Seeds::sharpness`]).
    pub graph: f32,
    /// One step from the best documents of the first fusion.
    pub step: f32,
    /// Lying in a time the question names.
    pub time: f32,
}

/// Who puts the candidates in their last order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reranking {
    /// The cross-encoder; without one MaxSim; without any model the fused order.
    #[default]
    Best,
    /// MaxSim over the embedder's token states.
    MaxSim,
    /// Nobody: the fused order stands.
    Off,
}

/// How much of the last order is the reranker's, by the form of the question: 0 none, 1 all.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Blend {
    /// For questions.
    pub asking: f32,
    /// For statements.
    pub stating: f32,
    /// For pieces of dialogue.
    pub dialogue: f32,
    /// When MaxSim reranks, whatever the form.
    pub max_sim: f32,
}

impl Blend {
    /// The reranker's share for a form, when a cross-encoder reranks.
    pub const fn share(&self, form: Form) -> f32 {
        match form {
            Form::Asking => self.asking,
            Form::Stating => self.stating,
            Form::Dialogue => self.dialogue,
        }
    }
}

/// Below which a best answer is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Floor {
    /// The cross-encoder's logit.
    pub logit: f32,
    /// Without a cross-encoder: the share of the question's informative words that must occur,
    /// unless the vector is near enough.
    pub coverage: f32,
    /// Without a cross-encoder: the cosine that is near enough, or the MaxSim that is.
    pub cosine: f32,
}

/// Every number of recall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recipe {
    /// Candidates from each leg.
    pub candidates: usize,
    /// How the keyword leg reads a document's own words.
    pub words: QueryOptions,
    /// How it reads them with those of the context.
    pub window: QueryOptions,
    /// The constant of reciprocal rank fusion: a place `rank` (from 1) is worth `weight / (constant + rank)`.
    pub rank_constant: f32,
    /// What each ranking counts.
    pub weights: Weights,
    /// How many of the best documents seed the second step.
    pub step_from: usize,
    /// Of the candidates that are reranked, how many may be there for being one step away alone: fused with the others
    /// they would come too late to be read, and put before them they would displace what the question asks for.
    pub step_seats: usize,
    /// Who reranks.
    pub reranking: Reranking,
    /// How many candidates are reranked.
    pub rerank: usize,
    /// The reranker's share in the last order.
    pub blend: Blend,
    /// When to say that nothing is relevant; `None` never says it.
    pub floor: Option<Floor>,
    /// Whether importance may break near-ties among memories.
    pub priors: bool,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            candidates: 100,
            words: QueryOptions {
                weights: FieldWeights { context: 0.0, ..FieldWeights::default() },
                ..QueryOptions::default()
            },
            window: QueryOptions::default(),
            rank_constant: 5.0,
            weights: Weights { words: 0.75, window: 0.75, vector: 1.0, graph: 1.0, step: 0.5, time: 1.0 },
            step_from: 10,
            step_seats: 6,
            reranking: Reranking::Best,
            rerank: 24,
            blend: Blend { asking: 0.45, stating: 0.4, dialogue: 0.3, max_sim: 0.3 },
            floor: Some(Floor { logit: -6.0, coverage: 0.12, cosine: 0.40 }),
            priors: true,
        }
    }
}
