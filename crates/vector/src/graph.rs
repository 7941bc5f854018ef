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
/// How wide the search is by which every point must find itself: narrower than any question's.
const EF_CHECK: usize = 48;
/// Of how many neighbours it must be one.
const CHECK_NEIGHBOURS: usize = 10;
/// A graph in which more than one point in this many is lost is refused.
const LOST_PART: usize = 10;

/// A finished graph.
pub(crate) struct Graph {
    /// `None` only while it is being dropped.
    hnsw: Option<Hnsw<'static, i8, Cosine>>,
    twins: HashMap<usize, Vec<usize>>,
    rows: usize,
    lost: Vec<usize>,
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
        points: usize,
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
        let (points, twins) = points(blocks, dimension);
        let hnsw = Hnsw::new(LINKS, points.len(), LAYERS, EF_CONSTRUCTION, Cosine { kernel });
        let rows = blocks.iter().map(|block| block.len()).sum();
        let mut graph = Self { hnsw: Some(hnsw), twins, rows, lost: Vec::new() };
        graph.fill(&points, stop)?;
        graph.check(&points, stop)?;
        Ok(graph)
    }

    /// How many rows it knows: those numbered below this.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Rows that the graph holds and did not find when it was checked; they are to be scanned beside it. Points far
    /// from all others are lost like this: their neighbours prefer other neighbours, and no link leads to them.
    pub(crate) fn lost(&self) -> &[usize] {
        &self.lost
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
        let point = with_length(query, inverse_length);
        let neighbours = catch_unwind(AssertUnwindSafe(|| hnsw.search(&point, wanted, ef))).map_err(|_| Panicked)?;
        let mut rows = Vec::with_capacity(neighbours.len());
        for neighbour in neighbours {
            rows.push(neighbour.d_id);
            rows.extend(self.twins.get(&neighbour.d_id).into_iter().flatten());
        }
        Ok(rows)
    }

    fn fill(&self, points: &[Point<'_>], stop: &AtomicBool) -> Result<(), BuildFailure> {
        let Some(hnsw) = &self.hnsw else { return Ok(()) };
        for point in points {
            if stop.load(Ordering::Relaxed) {
                return Err(BuildFailure::Stopped);
            }
            let numbers = with_length(point.numbers, point.inverse_length);
            catch_unwind(AssertUnwindSafe(|| hnsw.insert_slice((&numbers, point.row))))
                .map_err(|_| BuildFailure::Panicked)?;
        }
        Ok(())
    }

    /// Lets every point look for itself.
    fn check(&mut self, points: &[Point<'_>], stop: &AtomicBool) -> Result<(), BuildFailure> {
        for point in points {
            if stop.load(Ordering::Relaxed) {
                return Err(BuildFailure::Stopped);
            }
            let near = self.near(point.numbers, point.inverse_length, CHECK_NEIGHBOURS, EF_CHECK);
            if !near.map_err(|Panicked| BuildFailure::Panicked)?.contains(&point.row) {
                self.lost.push(point.row);
                self.lost.extend(self.twins.get(&point.row).into_iter().flatten());
            }
        }
        let enough = self.lost.len() * LOST_PART <= self.rows;
        let failure = BuildFailure::SelfRecall { found: self.rows.saturating_sub(self.lost.len()), points: self.rows };
        enough.then_some(()).ok_or(failure)
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

/// A row that stands for all rows with its numbers.
#[derive(Debug, Clone, Copy)]
struct Point<'a> {
    row: usize,
    numbers: &'a [i8],
    inverse_length: f32,
}

/// Which rows become points, and the other rows by their point's.
fn points(blocks: &Blocks, dimension: usize) -> (Vec<Point<'_>>, HashMap<usize, Vec<usize>>) {
    let mut first_with: HashMap<&[i8], usize> = HashMap::new();
    let (mut points, mut twins) = (Vec::new(), HashMap::<usize, Vec<usize>>::new());
    let rows = blocks.iter().flat_map(|block| block.int8_rows(dimension));
    for (row, (numbers, inverse_length)) in rows.enumerate() {
        let first = *first_with.entry(numbers).or_insert(row);
        if first == row {
            points.push(Point { row, numbers, inverse_length });
        } else {
            twins.entry(first).or_default().push(row);
        }
    }
    (points, twins)
}

/// A row as `hnsw_rs` sees it: the numbers, then the four bytes of 1 / length.
fn with_length(numbers: &[i8], inverse_length: f32) -> Vec<i8> {
    let mut all = Vec::with_capacity(numbers.len() + 4);
    all.extend_from_slice(numbers);
    all.extend(inverse_length.to_le_bytes().map(u8::cast_signed));
    all
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
