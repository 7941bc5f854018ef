//! A recipe: every number that decides how an answer is made, in one place.
//!
//! The defaults are fitted on training parts only, by the scripts in `benches/fit`; `docs/quality.md` has the figures.
//! Weights of the legs, the constant, the share for questions (`fit.py`): LoCoMo conv-26, Hotpot-100, LongMemEval-20.
//! `company` and how much is reranked (`fit.py --sets`): these and LifeBench-en. `step_from` and the weight of the step:
//! Hotpot-100 with the names its passages share as entities (`named.py`). `others` and `blend.echo`: 26 pieces of conv-26
//! (`dialogue.py`). The other shares of `blend` are the reranker's card's.

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
    /// One step from the best documents of the first fusion; counts less the less of the question's open part is held.
    pub step: f32,
    /// Lying in a time the question names.
    pub time: f32,
}

/// Who puts the candidates in their last order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reranking {
    /// The cross-encoder, but for pieces of dialogue the embedder's token states, from the document's side; without a
    /// cross-encoder MaxSim; without any model the fused order.
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
    /// For pieces of dialogue that a cross-encoder reads.
    pub dialogue: f32,
    /// For pieces of dialogue that the embedder's token states read; 0 leaves them to the cross-encoder.
    pub echo: f32,
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
    /// What the words of the others count in a piece of dialogue beside the last speaker's own; 1 reads the piece as one
    /// text.
    pub others: f32,
    /// What company counts: the share of the points of good candidates that others near them in time are lent.
    pub company: f32,
    /// How many of the best documents seed the second step.
    pub step_from: usize,
    /// Of the candidates that are reranked, how many may be there for being one step away alone: fused with the others
    /// they would come too late to be read, and put before them they would displace what the question asks for.
    pub step_seats: usize,
    /// Who reranks.
    pub reranking: Reranking,
    /// How many candidates are reranked at most.
    pub rerank: usize,
    /// How many are reranked however long they are.
    pub rerank_least: usize,
    /// Bytes of text that are reranked beyond those: reading costs by the length, so of long texts fewer are read.
    pub rerank_bytes: usize,
    /// The reranker's share in the last order.
    pub blend: Blend,
    /// When to say that nothing is relevant; `None` never says it.
    pub floor: Option<Floor>,
    /// Whether importance and temperature may break near-ties among memories.
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
            weights: Weights { words: 0.75, window: 0.75, vector: 1.0, graph: 1.0, step: 2.0, time: 1.0 },
            others: 0.5,
            company: 0.1,
            step_from: 1,
            step_seats: 3,
            reranking: Reranking::Best,
            rerank: 24,
            rerank_least: 8,
            rerank_bytes: 5_000,
            blend: Blend { asking: 0.45, stating: 0.4, dialogue: 0.3, echo: 0.4, max_sim: 0.3 },
            floor: Some(Floor { logit: -6.0, coverage: 0.12, cosine: 0.40 }),
            priors: true,
        }
    }
}
