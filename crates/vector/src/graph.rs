//! The HNSW graph over the 8-bit rows: `hnsw_rs`, kept at arm's length.
//!
//! What it gives is a list of rows that may be near; scores, filters and vectors written since are the caller's
//! matter. Rows with the same numbers are one point (chats are full of 好的 and "ok", and a heap of equal points
//! tears a hole into such a graph). It is searched without a filter always, and never written to disk.

use crate::kernel::Kernel;
use crate::rows::Blocks;
use hnsw_rs::prelude::{Distance, Hnsw};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

/// Links of a point on each layer above the lowest, which has twice as many ("M").
const LINKS: usize = 16;
/// Candidates looked at when a point is linked.
const EF_CONSTRUCTION: usize = 200;
/// Layers at most; `hnsw_rs` allows no more.
const LAYERS: usize = 16;
/// Points that must find themselves after a build.
const SAMPLE: usize = 256;
/// How many of a hundred sampled points may be missed: an approximate graph misses one now and then.
const MISSES_ALLOWED_PERCENT: usize = 1;
/// How many neighbours a sampled point may be among.
const SAMPLE_NEIGHBOURS: usize = 10;

/// A finished graph.
pub(crate) struct Graph {
    /// `None` only while it is being dropped.
    hnsw: Option<Hnsw<'static, i8, Cosine>>,
    twins: HashMap<usize, Vec<usize>>,
    rows: usize,
}

/// Why there is no graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BuildFailure {
    /// Nobody wants it any more.
    Stopped,
    /// `hnsw_rs` panicked.
    Panicked,
    /// Too many points did not find themselves.
    SelfRecall {
        /// How many did.
        found: usize,
        /// Of how many.
        sampled: usize,
    },
}

/// `hnsw_rs` panicked while searching.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Panicked;

impl Graph {
    /// Builds a graph of all rows, one after the other on this thread, and checks it. Stops soon after `stop` is set.
    /// The same rows in the same order give the same graph.
    pub(crate) fn build(
        blocks: &Blocks,
        dimension: usize,
        kernel: Kernel,
        stop: &AtomicBool,
    ) -> Result<Self, BuildFailure> {
        let rows: usize = blocks.iter().map(|block| block.len()).sum();
        let hnsw = Hnsw::new(LINKS, rows, LAYERS, EF_CONSTRUCTION, Cosine { kernel });
        let mut graph = Self { hnsw: Some(hnsw), twins: HashMap::new(), rows };
        let filled = catch_unwind(AssertUnwindSafe(|| graph.fill(blocks, dimension, stop)));
        if !filled.map_err(|_| BuildFailure::Panicked)? {
            return Err(BuildFailure::Stopped);
        }
        graph.check(blocks, dimension)?;
        Ok(graph)
    }

    /// How many rows it knows: those numbered below this.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// At least `wanted` rows near the question, if there are as many, in no order. `ef` is the width of the search.
    pub(crate) fn near(
        &self,
        query: &[i8],
        inverse_length: f32,
        wanted: usize,
        ef: usize,
    ) -> Result<Vec<usize>, Panicked> {
        let Some(hnsw) = &self.hnsw else { return Ok(Vec::new()) };
        let point = point(query, inverse_length);
        let neighbours = catch_unwind(AssertUnwindSafe(|| hnsw.search(&point, wanted, ef))).map_err(|_| Panicked)?;
        let mut rows = Vec::with_capacity(neighbours.len());
        for neighbour in neighbours {
            rows.push(neighbour.d_id);
            rows.extend(self.twins.get(&neighbour.d_id).into_iter().flatten());
        }
        Ok(rows)
    }

    /// Inserts every row; says whether it was not stopped.
    fn fill(&mut self, blocks: &Blocks, dimension: usize, stop: &AtomicBool) -> bool {
        let mut first_with: HashMap<&[i8], usize> = HashMap::with_capacity(self.rows);
        for (row, (numbers, inverse_length)) in all_rows(blocks, dimension).enumerate() {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            let first = *first_with.entry(numbers).or_insert(row);
            if first != row {
                self.twins.entry(first).or_default().push(row);
            } else if let Some(hnsw) = &self.hnsw {
                hnsw.insert_slice((&point(numbers, inverse_length), row));
            }
        }
        true
    }

    /// Looks up a sample of the rows by their own numbers.
    fn check(&self, blocks: &Blocks, dimension: usize) -> Result<(), BuildFailure> {
        let (mut found, mut sampled) = (0, 0);
        for (row, (numbers, inverse_length)) in
            all_rows(blocks, dimension).enumerate().step_by(self.rows.div_ceil(SAMPLE).max(1))
        {
            let near = self.near(numbers, inverse_length, SAMPLE_NEIGHBOURS, EF_CONSTRUCTION / 2);
            sampled += 1;
            found += usize::from(near.map_err(|Panicked| BuildFailure::Panicked)?.contains(&row));
        }
        let enough = (sampled - found) * 100 <= sampled * MISSES_ALLOWED_PERCENT;
        enough.then_some(()).ok_or(BuildFailure::SelfRecall { found, sampled })
    }
}

impl Drop for Graph {
    /// `hnsw_rs` takes its graph apart on the rayon pool of this thread, and reads a clock whose going backwards makes
    /// it panic: never under a lock, and contained.
    fn drop(&mut self) {
        let hnsw = self.hnsw.take();
        if catch_unwind(AssertUnwindSafe(|| drop(hnsw))).is_err() {
            tracing::warn!("taking an HNSW graph apart panicked; its memory may be lost until the end of the process");
        }
    }
}

fn all_rows(blocks: &Blocks, dimension: usize) -> impl Iterator<Item = (&[i8], f32)> {
    blocks.iter().flat_map(move |block| block.int8_rows(dimension))
}

/// A row as `hnsw_rs` sees it: the numbers, then the four bytes of 1 / length.
fn point(numbers: &[i8], inverse_length: f32) -> Vec<i8> {
    let mut point = Vec::with_capacity(numbers.len() + 4);
    point.extend_from_slice(numbers);
    point.extend(inverse_length.to_le_bytes().map(u8::cast_signed));
    point
}

/// 1 − cosine of two points. The crate's own `DistDot` panics when rounding makes a cosine larger than 1; this one
/// stops at 0. A NaN, which cannot be made from stored rows, passes through, and `hnsw_rs` panics on it rather than
/// taking it for the nearest point.
#[derive(Debug, Clone, Copy)]
struct Cosine {
    kernel: Kernel,
}

impl Distance<i8> for Cosine {
    fn eval(&self, left: &[i8], right: &[i8]) -> f32 {
        let (Some((left, left_length)), Some((right, right_length))) =
            (left.split_last_chunk(), right.split_last_chunk())
        else {
            return f32::NAN;
        };
        let length = |bytes: &[i8; 4]| f32::from_le_bytes(bytes.map(i8::cast_unsigned));
        let cosine = self.kernel.dot(left, right) as f32 * length(left_length) * length(right_length);
        (1.0 - cosine).clamp(0.0, 2.0)
    }
}

#[cfg(test)]
mod tests;
