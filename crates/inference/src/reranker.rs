//! (Question, passage) to score, by whichever means there is.

use crate::Error;
use crate::cross_encoder::CrossEncoder;
use crate::max_sim::MaxSim;
use std::sync::Arc;

/// A score for each passage in the order given, `None` where the deadline came first. Comparable within one question only.
pub type Scores = Vec<Option<f32>>;

/// What orders the candidates of a question. Cheap to clone, shared by threads.
#[derive(Clone)]
pub enum Reranker {
    /// A trained model of pairs; scores are logits.
    CrossEncoder(Arc<CrossEncoder>),
    /// Late interaction over the embedder's token states; scores are mean cosines.
    MaxSim(Arc<MaxSim>),
}

impl Reranker {
    /// What it is called in an answer.
    pub fn name(&self) -> &str {
        match self {
            Self::CrossEncoder(model) => model.name(),
            Self::MaxSim(model) => model.name(),
        }
    }

    /// Scores `passages` for `query`; `stop` is asked between passages and ends the work by `true`.
    ///
    /// Passages are begun in the order given, so what a deadline leaves unscored is the end of the list.
    /// Fails as [`CrossEncoder::score`] and [`MaxSim::score`] do.
    pub fn score(&self, query: &str, passages: &[&str], stop: &dyn Fn() -> bool) -> Result<Scores, Error> {
        match self {
            Self::CrossEncoder(model) => model.score(query, passages, stop),
            Self::MaxSim(model) => model.score(query, passages, stop),
        }
    }
}
