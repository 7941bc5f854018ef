//! What the promoter beside the server did, counted. The server knows no promoter: whoever starts both tells it.

use super::Desk;
use hupo::{Duty, Tokens, VerdictCode};
use std::collections::BTreeMap;

/// A run of the promoter that ended.
#[derive(Debug, Clone, Copy)]
pub struct Promoted<'r> {
    /// What it was to make.
    pub duty: Duty,
    /// What became of it, in one word of ours.
    pub outcome: &'static str,
    /// How many proposals and beliefs got which verdict.
    pub verdicts: &'r BTreeMap<VerdictCode, u64>,
    /// What it cost.
    pub tokens: Tokens,
}

impl Desk {
    /// Whether a space is open now; never opens one.
    pub fn is_open(&self, space: &str) -> bool {
        self.hupo().open_space(space).is_some()
    }

    /// Counts a run that ended.
    pub fn count_promotion(&self, run: &Promoted<'_>) {
        self.metrics().count_promotion(run);
    }

    /// Counts a run that came to nothing, by a reason in one word of ours.
    pub fn count_promotion_failure(&self, why: &'static str) {
        self.metrics().count_promotion_failure(why);
    }
}
