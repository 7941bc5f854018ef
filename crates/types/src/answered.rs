//! What makes a write happen once: the caller's key for it, and the answer it got.

use crate::Timestamp;
use serde::{Deserialize, Serialize};

/// A write that must not be done twice: kept with what it wrote, in the same commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// The hash of the caller's key, keyed with the space's birth.
    pub key: [u8; 32],
    /// A hash of what was asked: the same key with something else is refused.
    pub request: [u8; 32],
    /// The answer, sealed by whoever gave it; emptied by every later erasure, as it may quote what goes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answer: Vec<u8>,
    /// When.
    pub at: Timestamp,
}
