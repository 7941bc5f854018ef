//! The last order: the fused score and the reranker's, blended.
//!
//! Both are standardised over the candidates that were reranked (mean 0, deviation 1), then
//! `score = share × reranker + (1 - share) × fused`. A candidate the reranker did not read is given its lowest
//! score when it lay beyond the number to read, and the mean when the deadline cut reading short.

use crate::fuse::Candidate;
use hupo_types::DocId;
use serde::Serialize;

/// What the reranker said of a candidate, and what came of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Reranked {
    /// The reranker's own score (a logit, or MaxSim); `None`: it did not read this one.
    pub score: Option<f32>,
    /// That score standardised, or what stands for it.
    pub standardised: f32,
    /// The reranker's share of the last order.
    pub share: f32,
}

/// A candidate in its last place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ordered {
    /// The candidate.
    pub(crate) candidate: Candidate,
    /// Its fused score, standardised.
    pub(crate) fused_standardised: f32,
    /// The reranker's part; `None` when nothing reranked.
    pub(crate) reranked: Option<Reranked>,
    /// What it is sorted by.
    pub(crate) score: f32,
}

impl Ordered {
    /// Which document.
    pub(crate) fn doc(&self) -> DocId {
        self.candidate.doc
    }
}

/// The fused order, when nothing reranks: the score is the fused one.
pub(crate) fn keep(candidates: Vec<Candidate>) -> Vec<Ordered> {
    let as_is = |candidate: Candidate| {
        let score = candidate.fused;
        Ordered { candidate, fused_standardised: score, reranked: None, score }
    };
    candidates.into_iter().map(as_is).collect()
}

/// Blends the reranker's scores, which belong to the first candidates in order; best first, ties by fused place.
pub(crate) fn blend(candidates: Vec<Candidate>, scores: &[Option<f32>], share: f32) -> Vec<Ordered> {
    let read: Vec<f32> = scores.iter().flatten().copied().collect();
    let fused: Vec<f32> = candidates.iter().take(scores.len()).map(|candidate| candidate.fused).collect();
    let (of_reranker, of_fusion) = (Scale::of(&read), Scale::of(&fused));
    let lowest = read.iter().copied().map(|score| of_reranker.standardise(score)).fold(0.0, f32::min);
    let mut ordered: Vec<Ordered> = candidates
        .into_iter()
        .enumerate()
        .map(|(place, candidate)| {
            let score = scores.get(place).copied().flatten();
            let unread = if place < scores.len() { 0.0 } else { lowest };
            let standardised = score.map_or(unread, |score| of_reranker.standardise(score));
            let fused_standardised = of_fusion.standardise(candidate.fused);
            let reranked = Some(Reranked { score, standardised, share });
            let score = share * standardised + (1.0 - share) * fused_standardised;
            Ordered { candidate, fused_standardised, reranked, score }
        })
        .collect();
    ordered.sort_by(|a, b| b.score.total_cmp(&a.score));
    ordered
}

/// Mean and deviation of a list of scores.
struct Scale {
    mean: f32,
    deviation: f32,
}

impl Scale {
    fn of(scores: &[f32]) -> Self {
        let n = scores.len().max(1) as f32;
        let mean = scores.iter().sum::<f32>() / n;
        let variance = scores.iter().map(|score| (score - mean) * (score - mean)).sum::<f32>() / n;
        Self { mean, deviation: variance.sqrt() }
    }

    /// 0 when all scores are equal: then they say nothing.
    fn standardise(&self, score: f32) -> f32 {
        if self.deviation <= f32::EPSILON { 0.0 } else { (score - self.mean) / self.deviation }
    }
}

#[cfg(test)]
mod tests;
