//! How large the graph is.

use serde::Serialize;

/// Counts of what the graph holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Stats {
    /// Messages and memories, the closed ones included.
    pub documents: usize,
    /// Entities.
    pub entities: usize,
    /// Topics.
    pub topics: usize,
    /// Documents that are never returned nor walked: superseded or erased memories, system messages.
    pub closed: usize,
    /// Edges of every kind.
    pub edges: usize,
    /// Relations among them.
    pub relations: usize,
}
