//! Topics: long-term themes that memories belong to.

use crate::{Timestamp, TopicId};
use serde::{Deserialize, Serialize};

/// A theme.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Topic {
    /// Its id in the space.
    pub id: TopicId,
    /// Its name; unique in the space after folding.
    pub name: String,
    /// What it is about, in a line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// When the space learned of it.
    pub recorded_at: Timestamp,
}
