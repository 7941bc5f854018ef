//! Stages: how long each step of an answer took, over many questions.

use crate::bench::Judged;
use hupo::Timings;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A stage's name in figures, and where an answer keeps its time.
type Stage = (&'static str, fn(&Timings) -> f32);

const STAGES: [Stage; 10] = [
    ("plan", |times| times.plan_ms),
    ("embed", |times| times.embed_ms),
    ("words", |times| times.words_ms),
    ("window", |times| times.window_ms),
    ("vector", |times| times.vector_ms),
    ("graph", |times| times.graph_ms),
    ("fuse", |times| times.fuse_ms),
    ("step", |times| times.step_ms),
    ("rerank", |times| times.rerank_ms),
    ("select", |times| times.select_ms),
];

/// How times are spread, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Spread {
    /// Half of the questions took at most this.
    pub p50_ms: f32,
    /// Nineteen of twenty.
    pub p95_ms: f32,
    /// Ninety-nine of a hundred.
    pub p99_ms: f32,
}

impl Spread {
    /// Of these times; zero of none.
    pub(crate) fn of(times: impl Iterator<Item = f32>) -> Self {
        let mut times: Vec<f32> = times.collect();
        times.sort_by(f32::total_cmp);
        let last = times.len().saturating_sub(1);
        let at = |share: f64| times.get((share * last as f64).round() as usize).copied().unwrap_or_default();
        Self { p50_ms: at(0.5), p95_ms: at(0.95), p99_ms: at(0.99) }
    }

    fn write<M: SerializeMap>(&self, map: &mut M, before: &str) -> Result<(), M::Error> {
        map.serialize_entry(&format!("{before}p50_ms"), &self.p50_ms)?;
        map.serialize_entry(&format!("{before}p95_ms"), &self.p95_ms)?;
        map.serialize_entry(&format!("{before}p99_ms"), &self.p99_ms)
    }
}

/// The times of one run. In JSON `p50_ms` and so on for the whole answer, `search_p50_ms` without the query's embedding
/// and without reranking, and `embed_p50_ms` and its like for each stage.
#[derive(Debug, Clone, PartialEq)]
pub struct Times {
    /// The whole answer.
    pub total: Spread,
    /// Without the query's embedding and without reranking.
    pub search: Spread,
    /// Each stage, in the order they happen.
    pub stages: Vec<(&'static str, Spread)>,
    /// Questions answered in a second by one asker: their number over the sum of their times.
    pub questions_per_second: f32,
}

impl Times {
    pub(crate) fn of(judged: &[&Judged]) -> Self {
        let spread = |of: &dyn Fn(&Timings) -> f32| Spread::of(judged.iter().map(|judged| of(&judged.times)));
        let seconds = judged.iter().map(|judged| judged.times.total_ms).sum::<f32>() / 1000.0;
        Self {
            total: spread(&|times| times.total_ms),
            search: spread(&|times| times.total_ms - times.embed_ms - times.rerank_ms),
            stages: STAGES.iter().map(|(name, of)| (*name, spread(of))).collect(),
            questions_per_second: if seconds > 0.0 { judged.len() as f32 / seconds } else { 0.0 },
        }
    }
}

impl Serialize for Times {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.total.write(&mut map, "")?;
        self.search.write(&mut map, "search_")?;
        for (name, spread) in &self.stages {
            spread.write(&mut map, &format!("{name}_"))?;
        }
        map.serialize_entry("questions_per_second", &self.questions_per_second)?;
        map.end()
    }
}

#[cfg(test)]
mod tests;
