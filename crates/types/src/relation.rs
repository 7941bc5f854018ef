//! Relations: typed edges between two entities, each resting on evidence.

use crate::{EntityId, Evidence, Interval, RelationId, Timestamp};
use serde::{Deserialize, Serialize};

/// `from` —predicate→ `to`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Relation {
    /// Its id in the space.
    pub id: RelationId,
    /// Where the edge starts.
    pub from: EntityId,
    /// What it says: `sister_of`, `works_at`.
    pub predicate: String,
    /// Where it ends.
    pub to: EntityId,
    /// The words it rests on; never empty (promise 1).
    pub evidence: Vec<Evidence>,
    /// When it holds.
    #[serde(default)]
    pub valid: Interval,
    /// When the space learned of it.
    pub recorded_at: Timestamp,
    /// The relation that took its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<RelationId>,
    /// Its evidence was erased, and so is what it said.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub erased: bool,
}
