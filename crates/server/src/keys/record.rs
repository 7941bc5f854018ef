//! What is kept of a key.

use super::{KeyError, words};
use crate::caller::{Grant, Spaces};
use crate::limits::Limits;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::time::Duration;

/// What is kept of a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyRecord {
    /// Its id: in the key, in the audit log, and to revoke it by.
    pub id: String,
    /// What it is for.
    pub name: String,
    /// The last four characters of the key.
    pub last_four: String,
    /// A hash of the secret, in hexadecimal.
    pub(super) hash: String,
    /// The spaces it covers.
    pub spaces: CoveredSpaces,
    /// The verbs it covers, as words.
    pub verbs: Vec<String>,
    /// When it was made (RFC 3339).
    pub created: jiff::Timestamp,
    /// From when on it is not valid any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<jiff::Timestamp>,
    /// When it was revoked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked: Option<jiff::Timestamp>,
    /// Limits of its own; the server's where there are none.
    #[serde(default, skip_serializing_if = "OwnLimits::is_none")]
    pub limits: OwnLimits,
}

/// The spaces a key covers, as they are written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoveredSpaces {
    /// Every space.
    All,
    /// These.
    Named(BTreeSet<String>),
    /// Those whose names begin so.
    Under(String),
}

/// Limits of a key of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnLimits {
    /// Calls a second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calls_per_second: Option<NonZeroU32>,
    /// Calls at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calls_at_once: Option<u32>,
    /// Bytes of one request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_bytes: Option<usize>,
    /// The longest a call may take, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline_ms: Option<u64>,
}

impl OwnLimits {
    fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

impl KeyRecord {
    /// What it covers.
    pub fn grant(&self) -> Result<Grant, KeyError> {
        let spaces = match &self.spaces {
            CoveredSpaces::All => Spaces::All,
            CoveredSpaces::Named(names) => Spaces::Named(names.clone()),
            CoveredSpaces::Under(prefix) => Spaces::Under(prefix.clone()),
        };
        Ok(Grant { spaces, verbs: words::verbs_named(&self.verbs)? })
    }

    /// Its limits.
    pub fn limits(&self) -> Limits {
        let (own, usual) = (&self.limits, Limits::default());
        Limits {
            request_bytes: own.request_bytes.unwrap_or(usual.request_bytes),
            calls_per_second: own.calls_per_second.unwrap_or(usual.calls_per_second),
            calls_at_once: own.calls_at_once.unwrap_or(usual.calls_at_once),
            deadline: own.deadline_ms.map_or(usual.deadline, Duration::from_millis),
            long_deadline: usual.long_deadline,
        }
    }

    /// Whether it opens anything at this time.
    pub fn is_valid(&self, now: jiff::Timestamp) -> bool {
        self.revoked.is_none() && self.expires.is_none_or(|expires| now < expires)
    }

    pub(super) fn hash(&self) -> Option<[u8; 32]> {
        blake3::Hash::from_hex(&self.hash).ok().map(<[u8; 32]>::from)
    }
}
