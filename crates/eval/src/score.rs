//! Scores of one ranked answer against its gold, as the field defines them.
//!
//! Relevance is graded by the judgement (1 where a set only says yes). Every score lies in 0..=1.

use serde::Serialize;
use std::collections::HashMap;

/// The scores of one question.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Scores {
    /// Normalised discounted cumulative gain of the first ten: Σ (2^grade − 1) / log2(rank + 1), over the best possible
    /// (Järvelin and Kekäläinen, TOIS 2002; the exponential form of Burges et al., ICML 2005).
    pub ndcg_at_10: f32,
    /// The share of the gold among the first five.
    pub recall_at_5: f32,
    /// The share of the gold among the first ten.
    pub recall_at_10: f32,
    /// 1 if any gold is among the first five.
    pub hit_at_5: f32,
    /// 1 if all gold is among the first five.
    pub all_at_5: f32,
    /// 1 / the place of the first gold among the first ten, else 0.
    pub mrr_at_10: f32,
}

/// The best scores any order could get: below 1 where there is more gold than places.
pub fn ceiling(n_gold: usize) -> Scores {
    if n_gold == 0 {
        return Scores::default();
    }
    let share = |places: usize| places.min(n_gold) as f32 / n_gold as f32;
    Scores {
        ndcg_at_10: 1.0,
        recall_at_5: share(5),
        recall_at_10: share(10),
        hit_at_5: 1.0,
        all_at_5: if n_gold <= 5 { 1.0 } else { 0.0 },
        mrr_at_10: 1.0,
    }
}

/// Scores an answer, best first. Without gold every score is 0: an empty gold list is never a hit.
pub fn score(answer: &[&str], gold: &HashMap<&str, u32>) -> Scores {
    if gold.is_empty() {
        return Scores::default();
    }
    let found = |places: usize| answer.iter().take(places).filter(|id| gold.contains_key(**id)).count();
    let n = gold.len() as f32;
    let first = answer.iter().take(10).position(|id| gold.contains_key(*id));
    Scores {
        ndcg_at_10: gain(answer.iter().map(|id| gold.get(id).copied().unwrap_or(0))) / best_gain(gold),
        recall_at_5: found(5) as f32 / n,
        recall_at_10: found(10) as f32 / n,
        hit_at_5: f32::from(u8::from(found(5) > 0)),
        all_at_5: f32::from(u8::from(found(5) == gold.len())),
        mrr_at_10: first.map_or(0.0, |place| 1.0 / (place as f32 + 1.0)),
    }
}

fn gain(grades: impl Iterator<Item = u32>) -> f32 {
    let discounted = |(grade, rank): (u32, i32)| ((grade.min(30) as f32).exp2() - 1.0) / (rank as f32 + 1.0).log2();
    // From 0.0: the sum of no floats is -0.0, which tables would show.
    grades.take(10).zip(1..).map(discounted).fold(0.0, |sum, gain| sum + gain)
}

fn best_gain(gold: &HashMap<&str, u32>) -> f32 {
    let mut grades: Vec<u32> = gold.values().copied().collect();
    grades.sort_unstable_by(|a, b| b.cmp(a));
    gain(grades.into_iter())
}

impl Scores {
    /// Each score under its name in JSON.
    pub const fn named(&self) -> [(&'static str, f32); 6] {
        [
            ("ndcg_at_10", self.ndcg_at_10),
            ("recall_at_5", self.recall_at_5),
            ("recall_at_10", self.recall_at_10),
            ("hit_at_5", self.hit_at_5),
            ("all_at_5", self.all_at_5),
            ("mrr_at_10", self.mrr_at_10),
        ]
    }

    /// The mean of many questions; zero of none.
    pub fn mean(all: &[Self]) -> Self {
        let n = all.len().max(1) as f32;
        let mean = |of: fn(&Self) -> f32| all.iter().map(of).fold(0.0, |sum, score| sum + score) / n;
        Self {
            ndcg_at_10: mean(|s| s.ndcg_at_10),
            recall_at_5: mean(|s| s.recall_at_5),
            recall_at_10: mean(|s| s.recall_at_10),
            hit_at_5: mean(|s| s.hit_at_5),
            all_at_5: mean(|s| s.all_at_5),
            mrr_at_10: mean(|s| s.mrr_at_10),
        }
    }
}

#[cfg(test)]
mod tests;
