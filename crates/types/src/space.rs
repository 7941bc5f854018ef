//! A space: one relationship, the unit of storage, isolation, locking, backup and erasure.

use serde::{Deserialize, Serialize};

/// What a space was created with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpaceConfig {
    /// Its name, unique under one root.
    pub name: String,
    /// The IANA time zone in which its days begin, such as `Asia/Shanghai`.
    pub zone: String,
}
