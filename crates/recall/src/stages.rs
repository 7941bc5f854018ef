//! Which stages ran, which did not and why, and how long each took.

use crate::question::Form;
use serde::Serialize;
use std::time::Instant;

/// How a leg took part in an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum LegState {
    /// It searched.
    Ran,
    /// It was left out or there is none.
    Absent {
        /// Why.
        reason: String,
    },
    /// It failed; the answer is the others'.
    Failed {
        /// Why.
        reason: String,
    },
}

impl LegState {
    /// Left out, for this reason.
    pub fn absent(reason: impl Into<String>) -> Self {
        Self::Absent { reason: reason.into() }
    }

    /// Failed, for this reason.
    pub fn failed(reason: impl ToString) -> Self {
        Self::Failed { reason: reason.to_string() }
    }
}

/// Who put the candidates in their last order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RerankedBy {
    /// The cross-encoder.
    CrossEncoder,
    /// MaxSim over the embedder's token states; of a piece of dialogue, from the document's side.
    MaxSim,
    /// Nobody: the fused order stands.
    Nobody,
}

/// Wall time of each stage, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
#[expect(missing_docs, reason = "the fields are named by their stages")]
pub struct Timings {
    pub plan_ms: f32,
    pub embed_ms: f32,
    pub words_ms: f32,
    pub window_ms: f32,
    pub vector_ms: f32,
    pub graph_ms: f32,
    pub fuse_ms: f32,
    pub step_ms: f32,
    pub rerank_ms: f32,
    pub select_ms: f32,
    pub total_ms: f32,
}

/// What happened on the way to an answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Stages {
    /// Leg 1.
    pub keyword: LegState,
    /// Leg 2.
    pub vector: LegState,
    /// Leg 3.
    pub graph: LegState,
    /// Who put the candidates in their last order.
    pub reranked_by: RerankedBy,
    /// Why nobody did, when somebody should have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rerank_failed: Option<String>,
    /// The deadline came before every candidate was reranked.
    pub cut_by_deadline: bool,
    /// What the question looked like.
    pub form: Form,
    /// Times the question names, as it names them.
    pub times: Vec<String>,
    /// Documents that might have been returned.
    pub eligible: usize,
    /// Documents that some leg found.
    pub candidates: usize,
    /// How long each stage took.
    pub timings: Timings,
}

/// Milliseconds since a moment.
pub(crate) fn ms_since(start: Instant) -> f32 {
    start.elapsed().as_secs_f32() * 1000.0
}
