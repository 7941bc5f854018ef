//! Fusion: many rankings to one, by reciprocal rank.
//!
//! A document's fused score is the sum of `weight / (constant + rank)` over the rankings it occurs in
//! (Cormack, Clarke, Büttcher, SIGIR 2009, with a weight for each ranking); in a graded ranking a hit's score, 0 to 1, is a
//! further factor. Every ranking adds candidates.

use crate::ranking::{Ranking, Source};
use hupo_types::DocId;
use serde::Serialize;
use std::collections::HashMap;

/// What one ranking adds to a document's fused score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Contribution {
    /// Which ranking.
    pub source: Source,
    /// The place in it, from 1.
    pub rank: usize,
    /// The ranking's own score.
    pub score: f32,
    /// What the place is worth.
    pub points: f32,
}

/// A document after fusion.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Candidate {
    /// Which document.
    pub(crate) doc: DocId,
    /// The sum of its contributions' points.
    pub(crate) fused: f32,
    /// Where the points come from.
    pub(crate) contributions: Vec<Contribution>,
}

/// A ranking with its say in the fusion.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Voice<'a> {
    /// Which ranking it is.
    pub(crate) source: Source,
    /// What it found.
    pub(crate) ranking: &'a Ranking,
    /// What a place in it counts.
    pub(crate) weight: f32,
}

impl Voice<'_> {
    /// What a hit with this score in this place is worth.
    fn points(&self, score: f32, rank: usize, rank_constant: f32) -> f32 {
        let grade = if self.ranking.graded { score } else { 1.0 };
        self.weight * grade / (rank_constant + rank as f32)
    }
}

/// Fuses rankings; best first, ties by document id.
pub(crate) fn fuse(voices: &[Voice<'_>], rank_constant: f32) -> Vec<Candidate> {
    let mut by_doc: HashMap<DocId, Vec<Contribution>> = HashMap::new();
    for voice in voices.iter().filter(|voice| voice.weight > 0.0) {
        for (hit, rank) in voice.ranking.places() {
            let points = voice.points(hit.score, rank, rank_constant);
            let contribution = Contribution { source: voice.source, rank, score: hit.score, points };
            by_doc.entry(hit.doc).or_default().push(contribution);
        }
    }
    let mut candidates: Vec<Candidate> = by_doc.into_iter().map(candidate).collect();
    sort(&mut candidates);
    candidates
}

/// Adds a ranking to a fusion already made, keeping the order of points.
pub(crate) fn add(candidates: Vec<Candidate>, voice: Voice<'_>, rank_constant: f32) -> Vec<Candidate> {
    let mut places: HashMap<DocId, usize> = candidates.iter().map(|c| c.doc).zip(0..).collect();
    let mut candidates = candidates;
    for (hit, rank) in voice.ranking.places() {
        let points = voice.points(hit.score, rank, rank_constant);
        let contribution = Contribution { source: voice.source, rank, score: hit.score, points };
        let next = candidates.len();
        let place = *places.entry(hit.doc).or_insert(next);
        match candidates.get_mut(place) {
            Some(candidate) => {
                candidate.fused += points;
                candidate.contributions.push(contribution);
            }
            None => candidates.push(candidate((hit.doc, vec![contribution]))),
        }
    }
    sort(&mut candidates);
    candidates
}

/// Adds to the candidates of a ranking that hands out points itself `weight` times those; it brings no new ones.
pub(crate) fn lift(mut candidates: Vec<Candidate>, voice: Voice<'_>) -> Vec<Candidate> {
    let places: HashMap<DocId, (f32, usize)> =
        voice.ranking.places().map(|(hit, rank)| (hit.doc, (hit.score, rank))).collect();
    for candidate in &mut candidates {
        if let Some(&(score, rank)) = places.get(&candidate.doc) {
            let points = voice.weight * score;
            candidate.fused += points;
            candidate.contributions.push(Contribution { source: voice.source, rank, score, points });
        }
    }
    sort(&mut candidates);
    candidates
}

fn candidate((doc, contributions): (DocId, Vec<Contribution>)) -> Candidate {
    let fused = contributions.iter().map(|contribution| contribution.points).sum();
    Candidate { doc, fused, contributions }
}

fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by(|a, b| b.fused.total_cmp(&a.fused).then(a.doc.cmp(&b.doc)));
}

#[cfg(test)]
mod tests;
