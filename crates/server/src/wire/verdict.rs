//! Verdicts.

use super::checked::{shown, shown_or_empty};
use super::stored::told_stored;
use super::v1;
use super::word::Word;
use hupo::Verdict;

impl From<Verdict> for v1::Verdict {
    fn from(verdict: Verdict) -> Self {
        Self {
            code: verdict.code.number(),
            field: verdict.field.unwrap_or_default(),
            reason: verdict.reason,
            nearest: verdict.nearest.unwrap_or_default(),
            message: shown_or_empty(verdict.message),
            stored: told_stored(verdict.stored),
            meets: shown(&verdict.meets),
            proposal: shown_or_empty(verdict.proposal),
        }
    }
}
