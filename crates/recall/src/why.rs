//! Why an answer is where it is.

use crate::fuse::Contribution;
use crate::order::Reranked;
use hupo_types::MemoryId;
use serde::{Serialize, Serializer};

/// The way a document came to its place. `fused` is the sum of the contributions' points; with a reranker the
/// score is `share × standardised + (1 - share) × fused_standardised + prior`, without one `fused + prior`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Why {
    /// Its place in each ranking and what that was worth.
    pub contributions: Vec<Contribution>,
    /// The fused score.
    pub fused: f32,
    /// The fused score, standardised over the candidates that were reranked.
    pub fused_standardised: f32,
    /// The reranker's part; `None` when nothing reranked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rerank: Option<Reranked>,
    /// What its importance and its warmth added; never more than breaks a near-tie.
    pub prior: f32,
    /// The question's words that it holds, as the question wrote them, folded.
    pub terms: Vec<String>,
    /// The share of the question's informative words that it holds, 0 to 1.
    pub coverage: f32,
    /// The way through the graph, readable, from where the walk began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The memory it took the place of.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shown")]
    pub replaced: Option<MemoryId>,
}

/// `mem-7`, as everywhere ids are shown.
fn shown<S: Serializer>(id: &Option<MemoryId>, serializer: S) -> Result<S::Ok, S::Error> {
    id.map(|id| id.to_string()).serialize(serializer)
}
