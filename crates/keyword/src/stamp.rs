//! The stamp of a commit: which kind of index it is, and how far it came. It rides in tantivy's commit payload.

use hupo_types::Sequence;
use serde::{Deserialize, Serialize};

/// What a commit says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stamp {
    /// Schema, tokenizer, dictionary and zone; see [`crate::Options::identity`].
    pub(crate) identity: String,
    /// The last write that is in.
    pub(crate) sequence: Sequence,
    /// How many documents are in.
    pub(crate) documents: u64,
}

/// tantivy keeps no checksum of the file that holds the stamp, so the stamp has its own.
#[derive(Serialize, Deserialize)]
struct Sealed {
    stamp: Stamp,
    check: u64,
}

impl Stamp {
    pub(crate) fn to_payload(&self) -> String {
        let sealed = Sealed { stamp: self.clone(), check: self.check() };
        serde_json::to_string(&sealed).expect("strings and numbers have a JSON form")
    }

    /// `None` if the payload is not a stamp, or not the one that was written.
    pub(crate) fn from_payload(payload: &str) -> Option<Self> {
        let sealed: Sealed = serde_json::from_str(payload).ok()?;
        (sealed.check == sealed.stamp.check()).then_some(sealed.stamp)
    }

    fn check(&self) -> u64 {
        let numbers = [self.sequence.get().to_le_bytes(), self.documents.to_le_bytes()];
        fnv1a(self.identity.bytes().chain(numbers.into_iter().flatten()))
    }
}

/// Fowler, Noll and Vo's hash, variant 1a, 64 bits: enough against flipped bits, and the same in every release.
pub(crate) fn fnv1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests;
