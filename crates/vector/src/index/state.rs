//! What the lock guards: the rows, the graph, and what happened since the graph was built.

use crate::encoded::Encoded;
use crate::graph::{BuildFailure, Graph};
use crate::index::Options;
use crate::job::{BuildJob, Built, Ticket};
use crate::rows::{Placed, Rows};
use hupo_types::{DocId, Sequence};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A graph is rebuilt when it lacks one row in this many.
const REBUILD_PART: usize = 5;

/// Why the graph was given up. The scan serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Degraded {
    /// `hnsw_rs` panicked while building.
    BuildPanicked,
    /// `hnsw_rs` panicked while searching.
    SearchPanicked,
    /// After the build too many vectors did not find themselves.
    SelfRecall {
        /// How many did.
        found: usize,
        /// Of how many.
        points: usize,
    },
}

/// Everything that changes.
pub(crate) struct State {
    pub(crate) rows: Rows,
    pub(crate) applied: Sequence,
    pub(crate) degraded: Option<Degraded>,
    pub(crate) served: Option<Served>,
    pending: Option<Pending>,
}

/// A serving graph.
pub(crate) struct Served {
    pub(crate) graph: Graph,
    /// Rows of the graph that are scanned beside it: they have another vector now, or the graph does not find them.
    pub(crate) beside: BTreeSet<usize>,
}

/// A job under way.
struct Pending {
    ticket: Ticket,
    /// How many rows the job saw.
    rows: usize,
    /// Those that got another vector since.
    stale: BTreeSet<usize>,
}

impl State {
    pub(crate) fn new(dimension: usize) -> Self {
        Self { rows: Rows::new(dimension), applied: Sequence::ZERO, degraded: None, served: None, pending: None }
    }

    /// Stores a vector, and remembers which graphs no longer know its row.
    pub(crate) fn put(&mut self, doc: DocId, vector: &Encoded) {
        let Placed::Replaced(row) = self.rows.put(doc, vector) else { return };
        if let Some(served) = self.served.as_mut().filter(|served| row < served.graph.rows()) {
            served.beside.insert(row);
        }
        if let Some(pending) = self.pending.as_mut().filter(|pending| row < pending.rows) {
            pending.stale.insert(row);
        }
    }

    pub(crate) fn graph_len(&self) -> usize {
        self.served.as_ref().map_or(0, |served| served.graph.rows())
    }

    pub(crate) fn build_due(&mut self, options: Options) -> Option<BuildJob> {
        if self.degraded.is_some() || self.is_building() || !self.needs_graph(options.hnsw_above) {
            return None;
        }
        let ticket = Ticket::default();
        self.pending = Some(Pending { ticket: Arc::clone(&ticket), rows: self.rows.len(), stale: BTreeSet::new() });
        let blocks = self.rows.snapshot();
        Some(BuildJob { blocks, dimension: self.rows.dimension(), kernel: options.kernel, ticket })
    }

    /// A job holds the second handle of its ticket until its result is installed or dropped.
    fn is_building(&self) -> bool {
        self.pending.as_ref().is_some_and(|pending| Arc::strong_count(&pending.ticket) > 1)
    }

    fn needs_graph(&self, hnsw_above: usize) -> bool {
        let lacking = match &self.served {
            Some(served) => self.rows.len() - served.graph.rows() + served.beside.len(),
            None => self.rows.len(),
        };
        self.rows.len() > hnsw_above && lacking * REBUILD_PART >= self.graph_len()
    }

    /// Returns what is to be dropped after the lock: taking a graph apart runs on a thread pool.
    #[must_use]
    pub(crate) fn install(&mut self, built: Built) -> (Option<Served>, Option<Graph>) {
        let Some(pending) = self.pending.take_if(|pending| Arc::ptr_eq(&pending.ticket, &built.ticket)) else {
            return (None, built.graph.ok());
        };
        match built.graph {
            Ok(graph) => {
                let beside: BTreeSet<usize> = pending.stale.into_iter().chain(graph.lost().iter().copied()).collect();
                tracing::debug!(rows = graph.rows(), beside = beside.len(), "an HNSW graph serves");
                (self.served.replace(Served { graph, beside }), None)
            }
            Err(BuildFailure::Stopped) => (None, None),
            Err(BuildFailure::Panicked) => (self.degrade(Degraded::BuildPanicked), None),
            Err(BuildFailure::SelfRecall { found, points }) => {
                (self.degrade(Degraded::SelfRecall { found, points }), None)
            }
        }
    }

    /// Gives the graph up; returns it, to be dropped after the lock.
    #[must_use]
    pub(crate) fn degrade(&mut self, why: Degraded) -> Option<Served> {
        tracing::warn!(?why, "the HNSW graph is given up; the exact scan serves");
        self.degraded = Some(why);
        self.served.take()
    }

    pub(crate) fn stop_building(&mut self) {
        if let Some(pending) = self.pending.take() {
            pending.ticket.store(true, Ordering::Relaxed);
        }
    }
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut f = f.debug_struct("State");
        f.field("rows", &self.rows.len()).field("applied", &self.applied).field("graph", &self.graph_len());
        f.field("building", &self.is_building()).field("degraded", &self.degraded).finish()
    }
}
