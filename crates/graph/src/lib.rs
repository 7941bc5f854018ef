//! The graph leg: along people, things, topics and neighbouring turns, from what a question names to what it needs.
//!
//! [`Index::apply`] writes into a petgraph graph, the book of record in memory. Readers walk an immutable view of it:
//! compressed rows, and beside them the few edges that are newer than the rows.
#![warn(missing_docs)]

mod adjacency;
mod bits;
mod book;
mod delta;
mod edge;
mod error;
mod expand;
mod hit;
mod index;
mod names;
mod node;
mod options;
mod rows;
mod same;
mod scratch;
mod seeds;
mod stats;
mod view;
mod walk;

pub use edge::EdgeKind;
pub use error::{Error, Result};
pub use hit::{Hit, Neighbour, Step};
pub use index::Index;
pub use node::NodeRef;
pub use options::Options;
pub use seeds::{Seed, Seeds};
pub use stats::Stats;

#[cfg(test)]
mod tests;
