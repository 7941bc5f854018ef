//! The receipt of a write.

use hupo_types::{Sequence, Stored};
use serde::Serialize;

/// A write that is on the disk and that the next recall sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Receipt {
    /// Its number in the space's ledger; the current one when nothing new was written.
    pub sequence: Sequence,
    /// What became of each command, in order.
    pub stored: Vec<Stored>,
}
