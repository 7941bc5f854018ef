//! Building a graph beside the running index: a job to take away, and its result to bring back.

use crate::graph::{BuildFailure, Graph};
use crate::kernel::Kernel;
use crate::rows::Blocks;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What the index and a job share. The index notices a job that was dropped by its ticket having one owner only.
pub(crate) type Ticket = Arc<AtomicBool>;

/// The build of one graph. It shares memory with the index and holds no lock. Dropping it gives the build up; the
/// next [`crate::Index::build_due`] hands out another.
#[must_use = "a job does nothing until it runs"]
pub struct BuildJob {
    pub(crate) blocks: Blocks,
    pub(crate) dimension: usize,
    pub(crate) kernel: Kernel,
    pub(crate) ticket: Ticket,
}

/// A job's result, for [`crate::Index::install`].
#[must_use = "a graph serves once it is installed"]
pub struct Built {
    pub(crate) graph: Result<Graph, BuildFailure>,
    pub(crate) ticket: Ticket,
}

impl BuildJob {
    /// How many vectors the graph will hold.
    pub fn n_vectors(&self) -> usize {
        self.blocks.iter().map(|block| block.len()).sum()
    }

    /// Builds on this thread alone: about a millisecond a vector. Never panics. It ends early when the index is
    /// dropped or [`crate::Index::stop_building`] is called.
    ///
    /// Serial on purpose: the graph then depends on nothing but its vectors, and the pool keeps its threads for
    /// questions. Run it on a thread that nobody waits for.
    pub fn run(self) -> Built {
        let graph = Graph::build(&self.blocks, self.dimension, self.kernel, &self.ticket);
        Built { graph, ticket: self.ticket }
    }
}
