//! Quality gates: figures that were reached once, and how far below them a change may fall.
//!
//! The questions of a part are the same every time and the pipeline is deterministic, so a fall is not the noise of a
//! sample: it is a question that is answered worse. What may differ between machines is the last bit of a model's
//! arithmetic (kernels with and without VNNI) and with it a near-tie here and there. `allowed_fall` is room for that:
//! 0.02 is one question of fifty, gone from first place to nowhere.

use crate::part::Part;
use crate::report::Row;
use crate::score::Scores;
use serde::{Deserialize, Serialize};

/// A file of gates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gates {
    /// What the figures are, for whoever opens the file.
    pub about: String,
    /// The parts that are asked.
    pub parts: Vec<GatedPart>,
}

/// A part of a set with its gates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GatedPart {
    /// The set, by the name of its folder.
    pub set: String,
    /// Only this group of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Only every so many of its questions.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub every: usize,
    /// Questions that can be answered. Another number is another part, whose figures cannot be compared.
    pub n: usize,
    /// What must be reached.
    pub gates: Vec<Gate>,
}

const fn one() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_one(every: &usize) -> bool {
    *every == 1
}

/// One figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// The run, by name.
    pub run: String,
    /// What is measured.
    pub metric: Metric,
    /// What was reached when it was recorded.
    pub figure: f32,
    /// How far below it is still no fall.
    pub allowed_fall: f32,
}

/// A mean over the questions that can be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the variants are named by the scores they stand for")]
pub enum Metric {
    #[serde(rename = "ndcg_at_10")]
    NdcgAt10,
    #[serde(rename = "recall_at_5")]
    RecallAt5,
    #[serde(rename = "recall_at_10")]
    RecallAt10,
    #[serde(rename = "hit_at_5")]
    HitAt5,
    #[serde(rename = "all_at_5")]
    AllAt5,
    #[serde(rename = "mrr_at_10")]
    MrrAt10,
}

impl Metric {
    /// Its value among these scores.
    pub const fn of(self, scores: &Scores) -> f32 {
        match self {
            Self::NdcgAt10 => scores.ndcg_at_10,
            Self::RecallAt5 => scores.recall_at_5,
            Self::RecallAt10 => scores.recall_at_10,
            Self::HitAt5 => scores.hit_at_5,
            Self::AllAt5 => scores.all_at_5,
            Self::MrrAt10 => scores.mrr_at_10,
        }
    }
}

/// How a gate was passed, or why not.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    /// The figure holds.
    Holds {
        /// What was reached now.
        reached: f32,
    },
    /// It fell by more than it may.
    Fell {
        /// What was reached now.
        reached: f32,
    },
    /// Another number of questions was asked.
    OtherPart {
        /// How many.
        n: usize,
    },
    /// The run was not made.
    NotRun,
}

impl Verdict {
    /// Whether a change may land.
    pub const fn holds(&self) -> bool {
        matches!(self, Self::Holds { .. })
    }
}

/// Rounding of the recorded figures.
const PLACES: f32 = 10_000.0;

impl GatedPart {
    /// The part of the set that is asked.
    pub fn part(&self) -> Part {
        Part { group: self.group.clone(), every: self.every }
    }

    /// A verdict for each gate, in their order.
    pub fn check(&self, rows: &[Row]) -> Vec<Verdict> {
        self.gates.iter().map(|gate| self.verdict(gate, rows)).collect()
    }

    fn verdict(&self, gate: &Gate, rows: &[Row]) -> Verdict {
        let Some(row) = row(gate, rows) else { return Verdict::NotRun };
        let reached = gate.metric.of(&row.scores);
        if row.n != self.n {
            Verdict::OtherPart { n: row.n }
        } else if reached < gate.figure - gate.allowed_fall {
            Verdict::Fell { reached }
        } else {
            Verdict::Holds { reached }
        }
    }

    /// Takes what was reached now as the figures to hold. A gate whose run was not made keeps its own.
    pub fn record(&mut self, rows: &[Row]) {
        for gate in &mut self.gates {
            if let Some(row) = row(gate, rows) {
                self.n = row.n;
                gate.figure = (gate.metric.of(&row.scores) * PLACES).round() / PLACES;
            }
        }
    }
}

fn row<'a>(gate: &Gate, rows: &'a [Row]) -> Option<&'a Row> {
    rows.iter().find(|row| row.run == gate.run && row.category == "all")
}

#[cfg(test)]
mod tests;
