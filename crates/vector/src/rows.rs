//! The vectors in memory: rows in blocks, and which row belongs to which document.

mod block;

use crate::encoded::{Encoded, Query};
use crate::kernel::Kernel;
use crate::selection::{Candidate, Selection};
use hupo_types::DocId;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use block::{Block, int8_score};

/// Rows in a block. A block's bytes lie next to each other, growing never moves more than one block, and a snapshot
/// shares the blocks.
const BLOCK_ROWS: usize = 1024;

/// All rows. A row keeps its number for ever; a new vector of the same document takes the place of the old one.
#[derive(Debug)]
pub(crate) struct Rows {
    dimension: usize,
    blocks: Vec<Arc<Block>>,
    row_of: HashMap<u64, usize, BuildHasherDefault<IdHasher>>,
}

/// What the build of a graph reads, without a lock.
pub(crate) type Blocks = Vec<Arc<Block>>;

/// Whether a vector got a new row or took the place of an older vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Placed {
    /// It has the next row.
    New,
    /// It replaced the vector of this row.
    Replaced(usize),
}

impl Rows {
    /// No rows yet.
    pub(crate) fn new(dimension: usize) -> Self {
        Self { dimension, blocks: Vec::new(), row_of: HashMap::default() }
    }

    /// How many rows.
    pub(crate) fn len(&self) -> usize {
        self.row_of.len()
    }

    /// Numbers in a row.
    pub(crate) fn dimension(&self) -> usize {
        self.dimension
    }

    /// The row of a document.
    pub(crate) fn row_of(&self, doc: DocId) -> Option<usize> {
        self.row_of.get(&doc.to_u64()).copied()
    }

    /// Stores a vector.
    pub(crate) fn put(&mut self, doc: DocId, vector: &Encoded) -> Placed {
        match self.row_of(doc) {
            Some(row) => {
                if let Some(block) = self.blocks.get_mut(row / BLOCK_ROWS) {
                    Arc::make_mut(block).replace(row % BLOCK_ROWS, vector);
                }
                Placed::Replaced(row)
            }
            None => {
                self.push(doc, vector);
                Placed::New
            }
        }
    }

    fn push(&mut self, doc: DocId, vector: &Encoded) {
        let row = self.len();
        if row.is_multiple_of(BLOCK_ROWS) {
            self.blocks.push(Arc::default());
        }
        if let Some(block) = self.blocks.last_mut() {
            Arc::make_mut(block).push(doc, vector);
        }
        self.row_of.insert(doc.to_u64(), row);
    }

    /// The blocks as they are now. Later writes copy a block before they change it.
    pub(crate) fn snapshot(&self) -> Blocks {
        self.blocks.clone()
    }

    /// The half-precision numbers of a row and 1 / their length.
    pub(crate) fn halves(&self, row: usize) -> Option<(&[u16], f64)> {
        self.blocks.get(row / BLOCK_ROWS)?.halves(row % BLOCK_ROWS, self.dimension)
    }

    /// The bytes that rows and lookup take.
    pub(crate) fn heap_bytes(&self) -> usize {
        let blocks: usize = self.blocks.iter().map(|block| block.heap_bytes()).sum();
        blocks + self.row_of.capacity() * size_of::<(u64, usize)>()
    }
}

/// Comparing rows with a question.
impl Rows {
    /// Offers every row from `from` on whose document passes the test. The test is asked only of good rows.
    pub(crate) fn scan(&self, from: usize, scan: &Scan<'_>, selection: &mut Selection) {
        for (number, block) in self.blocks.iter().enumerate() {
            let first = number * BLOCK_ROWS;
            block.scan(from.saturating_sub(first), first, scan, selection);
        }
    }

    /// Offers one row, whatever its document.
    pub(crate) fn offer(&self, row: usize, query: &Query<'_>, kernel: Kernel, selection: &mut Selection) {
        let Some(block) = self.blocks.get(row / BLOCK_ROWS) else { return };
        let Some((doc, numbers, inverse_length)) = block.int8(row % BLOCK_ROWS, self.dimension) else { return };
        let score = int8_score(kernel.dot(&query.int8.numbers, numbers), inverse_length);
        if score >= selection.floor() {
            selection.offer(Candidate { score, doc, row });
        }
    }

    /// The document of a row.
    pub(crate) fn doc(&self, row: usize) -> Option<DocId> {
        self.blocks.get(row / BLOCK_ROWS)?.doc(row % BLOCK_ROWS)
    }

    /// The cosine of the question and the half-precision vector of a row, correct to the last bit or so.
    pub(crate) fn cosine(&self, row: usize, query: &Query<'_>, kernel: Kernel) -> Option<f32> {
        let (halves, inverse_length) = self.halves(row)?;
        let cosine = kernel.half_dot(query.numbers, halves) * inverse_length * query.inverse_length;
        Some(cosine.clamp(-1.0, 1.0) as f32)
    }
}

/// A scan: the question, and who may answer.
pub(crate) struct Scan<'a> {
    /// The question.
    pub(crate) query: &'a Query<'a>,
    /// The loops to use.
    pub(crate) kernel: Kernel,
    /// Who may answer.
    pub(crate) allowed: &'a hupo_types::DocSet,
}

/// Spreads document ids, which are small numbers given out in order, over the table.
#[derive(Debug, Default)]
struct IdHasher(u64);

impl Hasher for IdHasher {
    fn write_u64(&mut self, id: u64) {
        let product = id.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ (product >> 32);
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0.rotate_left(8) ^ u64::from(byte));
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests;
