//! What was left out of a turn, and why.

use super::entry::EntryId;
use super::part::Part;
use serde::Serialize;

/// Something that a turn does not see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Where it would have been.
    pub part: Part,
    /// What it is.
    pub id: EntryId,
    /// Why it is not there.
    pub reason: LeftOutReason,
}

/// Why something is left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LeftOutReason {
    /// Its part has as many entries or tokens as it may.
    OverLimit,
    /// Everything together would cost too much, and it is the less needed. Of the current message: its middle was cut.
    OverBudget,
    /// What it says is there already.
    SaidAlready {
        /// As this entry; one that is shown.
        by: EntryId,
    },
    /// It is private, or would tell something private, and the turn is not about that outright.
    Private,
    /// It does not bear on the turn.
    NotRelevant,
    /// It no longer holds, is archived, stands behind a summary, or was erased.
    NotCurrent,
}
