//! Leg 2: near in meaning. An exact scan over int8 vectors where that is cheap, HNSW above.
//!
//! Every vector is kept twice in memory: as 8-bit numbers for the scan and in half precision for the final score,
//! 1,152 bytes for 384 dimensions. The scan finds the best hundred, the half-precision copy orders them. Nothing is
//! written to disk: the store keeps the vectors, and [`Index::insert_all`] reads them in.
//!
//! The crate starts no thread. The graph is built by whoever runs the job that [`Index::build_due`] hands out.
#![warn(missing_docs)]

mod encoded;
mod error;
mod graph;
mod index;
mod job;
mod kernel;
mod rows;
mod selection;

pub use error::{Error, Result};
pub use index::{Degraded, Hit, Index, Options, Path};
pub use job::{BuildJob, Built};
pub use kernel::Kernel;

#[cfg(test)]
mod samples;
