//! The best few of many candidates, in constant space.

use hupo_types::DocId;
use std::cmp::Ordering;

/// A row that may be among the best.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Candidate {
    /// The higher, the better.
    pub(crate) score: f32,
    /// Whose vector it is.
    pub(crate) doc: DocId,
    /// Where it is.
    pub(crate) row: usize,
}

impl Candidate {
    /// Better first: by score, then the smaller id.
    pub(crate) fn better_first(&self, other: &Self) -> Ordering {
        other.score.total_cmp(&self.score).then(self.doc.cmp(&other.doc))
    }
}

/// Keeps the best `keep` of all candidates offered. It holds up to twice as many and cuts when full, which costs a
/// constant time per candidate.
#[derive(Debug)]
pub(crate) struct Selection {
    keep: usize,
    floor: f32,
    candidates: Vec<Candidate>,
}

impl Selection {
    /// Keeps at most `keep`, at least one.
    pub(crate) fn new(keep: usize) -> Self {
        let keep = keep.max(1);
        Self { keep, floor: f32::NEG_INFINITY, candidates: Vec::with_capacity(keep.saturating_mul(2)) }
    }

    /// A candidate below this score cannot be among the best; one at this score can, by its id.
    #[inline]
    pub(crate) fn floor(&self) -> f32 {
        self.floor
    }

    /// How many candidates are held.
    pub(crate) fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Takes a candidate in.
    pub(crate) fn offer(&mut self, candidate: Candidate) {
        if self.candidates.len() >= self.keep.saturating_mul(2) {
            self.cut();
        }
        self.candidates.push(candidate);
    }

    /// The best, in no order.
    pub(crate) fn into_best(mut self) -> Vec<Candidate> {
        self.cut();
        self.candidates
    }

    fn cut(&mut self) {
        if self.candidates.len() <= self.keep {
            return;
        }
        let (_, worst, _) = self.candidates.select_nth_unstable_by(self.keep - 1, Candidate::better_first);
        self.floor = worst.score;
        self.candidates.truncate(self.keep);
    }
}

#[cfg(test)]
mod tests;
