//! What makes a write happen once: the caller's key for it, and the answer it got.

use crate::{Timestamp, bytes};
use serde::{Deserialize, Serialize};

/// A write that must not be done twice: kept with what it wrote, in the same commit, as its last event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// The hash of the caller's key, keyed with the space's birth.
    #[serde(with = "bytes::hash")]
    pub key: [u8; 32],
    /// A hash of what was asked, keyed likewise: the same key with something else is refused. Zeros once emptied.
    #[serde(with = "bytes::hash")]
    pub request: [u8; 32],
    /// The answer may quote what was said: every later erasure empties it. One of ids alone is emptied only with
    /// another event of its write.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quotes: bool,
    /// The answer, sealed by whoever gave it; empty if it was emptied, or too long to be kept.
    #[serde(with = "bytes::any", default, skip_serializing_if = "Vec::is_empty")]
    pub answer: Vec<u8>,
    /// When.
    pub at: Timestamp,
}
