//! Fate: at which step a document was lost, or where it came.

use crate::answer::Outcome;
use crate::catalog::Barrier;
use crate::fuse::Contribution;
use crate::select::Dropped;
use hupo_types::DocId;
use serde::Serialize;
use std::fmt;

/// What became of one document when a question was answered.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum Fate {
    /// It is in the answer.
    Answered {
        /// Its place, from 1.
        rank: usize,
    },
    /// It could not be returned.
    NotEligible {
        /// What kept it out.
        barrier: Barrier,
    },
    /// No leg had it among its candidates.
    NotFound {
        /// How many candidates a leg gives.
        candidates: usize,
    },
    /// It was a candidate, but the fusion put it behind those that are reranked.
    NotReranked {
        /// Its place after the fusion, from 1.
        fused_rank: usize,
        /// How many were reranked.
        rerank: usize,
        /// Where its points came from.
        contributions: Vec<Contribution>,
    },
    /// It was read, and others were better.
    Outranked {
        /// Its last place, from 1.
        rank: usize,
        /// Its place after the fusion, from 1.
        fused_rank: usize,
        /// How many answers were wanted.
        k: usize,
    },
    /// An answer says the same in the same words.
    SameAs {
        /// That answer.
        doc: DocId,
    },
    /// This topic summary answers in its place.
    StoodFor {
        /// The summary.
        by: DocId,
    },
    /// It was too weak to be an answer.
    BelowFloor,
    /// It left the store while the question was answered.
    Gone,
}

/// Follows one document through a recall.
pub(crate) fn trace(outcome: &Outcome, barrier: Option<Barrier>, doc: DocId) -> Fate {
    if let Some(rank) = outcome.found.iter().position(|found| found.document.id == doc) {
        return Fate::Answered { rank: rank + 1 };
    }
    if let Some(barrier) = barrier {
        return Fate::NotEligible { barrier };
    }
    match outcome.dropped.get(&doc) {
        Some(Dropped::SameAs(same)) => Fate::SameAs { doc: *same },
        Some(Dropped::StoodFor(by)) => Fate::StoodFor { by: *by },
        Some(Dropped::BelowFloor) => Fate::BelowFloor,
        Some(Dropped::Gone) => Fate::Gone,
        None => placed(outcome, doc),
    }
}

fn placed(outcome: &Outcome, doc: DocId) -> Fate {
    let fused = outcome.fused.iter().position(|candidate| *candidate == doc);
    let last = outcome.ordered.iter().position(|ordered| ordered.doc() == doc);
    let (Some(fused), Some(last)) = (fused, last) else {
        return Fate::NotFound { candidates: outcome.candidates_each };
    };
    let read = outcome.ordered.get(last).and_then(|ordered| ordered.reranked);
    if read.is_some_and(|reranked| reranked.score.is_none()) {
        let contributions = outcome.ordered.get(last).map(|ordered| ordered.candidate.contributions.clone());
        let contributions = contributions.unwrap_or_default();
        return Fate::NotReranked { fused_rank: fused + 1, rerank: outcome.rerank, contributions };
    }
    Fate::Outranked { rank: last + 1, fused_rank: fused + 1, k: outcome.k }
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answered { rank } => write!(f, "it is answer {rank}"),
            Self::NotEligible { barrier } => write!(f, "it could not be returned: {barrier}"),
            Self::NotFound { candidates } => write!(f, "no leg had it among its best {candidates}"),
            Self::NotReranked { fused_rank, rerank, .. } => {
                write!(f, "it was candidate {fused_rank} after the fusion and only {rerank} were reranked")
            }
            Self::Outranked { rank, fused_rank, k } => {
                write!(f, "it came to place {rank} (candidate {fused_rank} after the fusion) and {k} were wanted")
            }
            Self::SameAs { doc } => write!(f, "{doc} says the same in the same words"),
            Self::StoodFor { by } => write!(f, "{by}, a topic summary, answers in its place and names it"),
            Self::BelowFloor => f.write_str("it was too weak to be an answer"),
            Self::Gone => f.write_str("it left the store meanwhile"),
        }
    }
}

impl fmt::Display for Barrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "the space has no such document",
            Self::OutOfScope => "the question was put to other documents",
            Self::Superseded => "a correction took its place",
            Self::Archived => "it is archived",
            Self::Erased => "it was erased",
            Self::NotYetKnown => "the space learned of it after the moment asked about",
            Self::Filtered => "the filter leaves it out",
        })
    }
}
