//! A block of rows: the columns, and the loop that scans them.

use super::Scan;
use crate::encoded::Encoded;
use crate::selection::{Candidate, Selection};
use hupo_types::DocId;

/// Rows whose dot products are taken at once.
const BATCH_ROWS: usize = 64;

/// The int8 cosine but for the length of the question, which is the same for every row.
#[inline]
pub(super) fn int8_score(dot: i32, inverse_length: f32) -> f32 {
    dot as f32 * inverse_length
}

/// Up to [`super::BLOCK_ROWS`] rows.
#[derive(Debug, Clone, Default)]
pub(crate) struct Block {
    int8: Vec<i8>,
    int8_inverse_lengths: Vec<f32>,
    halves: Vec<u16>,
    inverse_lengths: Vec<f64>,
    docs: Vec<DocId>,
}

impl Block {
    pub(super) fn push(&mut self, doc: DocId, vector: &Encoded) {
        self.int8.extend_from_slice(&vector.int8.numbers);
        self.int8_inverse_lengths.push(vector.int8.inverse_length);
        self.halves.extend_from_slice(&vector.halves);
        self.inverse_lengths.push(vector.inverse_length);
        self.docs.push(doc);
    }

    pub(super) fn replace(&mut self, row: usize, vector: &Encoded) {
        let dimension = vector.halves.len();
        if let Some(numbers) = self.int8.chunks_exact_mut(dimension).nth(row) {
            numbers.copy_from_slice(&vector.int8.numbers);
        }
        if let Some(numbers) = self.halves.chunks_exact_mut(dimension).nth(row) {
            numbers.copy_from_slice(&vector.halves);
        }
        if let Some(length) = self.int8_inverse_lengths.get_mut(row) {
            *length = vector.int8.inverse_length;
        }
        if let Some(length) = self.inverse_lengths.get_mut(row) {
            *length = vector.inverse_length;
        }
    }

    pub(super) fn doc(&self, row: usize) -> Option<DocId> {
        self.docs.get(row).copied()
    }

    pub(super) fn halves(&self, row: usize, dimension: usize) -> Option<(&[u16], f64)> {
        let halves = self.halves.get(row * dimension..(row + 1) * dimension)?;
        Some((halves, *self.inverse_lengths.get(row)?))
    }

    pub(super) fn int8(&self, row: usize, dimension: usize) -> Option<(DocId, &[i8], f32)> {
        let numbers = self.int8.get(row * dimension..(row + 1) * dimension)?;
        Some((*self.docs.get(row)?, numbers, *self.int8_inverse_lengths.get(row)?))
    }

    /// How many rows.
    pub(crate) fn len(&self) -> usize {
        self.docs.len()
    }

    /// The 8-bit rows and their inverse lengths, in order.
    pub(crate) fn int8_rows(&self, dimension: usize) -> impl Iterator<Item = (&[i8], f32)> {
        self.int8.chunks_exact(dimension).zip(self.int8_inverse_lengths.iter().copied())
    }

    /// Offers the rows from `from` on whose document is allowed; `first` is the number of the block's first row.
    pub(super) fn scan(&self, from: usize, first: usize, scan: &Scan<'_>, selection: &mut Selection) {
        let mut dots = [0_i32; BATCH_ROWS];
        let dimension = scan.query.int8.numbers.len();
        let lengths = self.int8_inverse_lengths.get(from..).unwrap_or_default().chunks(BATCH_ROWS);
        let docs = self.docs.get(from..).unwrap_or_default().chunks(BATCH_ROWS);
        let rows = self.int8.get(from * dimension..).unwrap_or_default().chunks(BATCH_ROWS * dimension);
        for (batch, ((rows, lengths), docs)) in rows.zip(lengths).zip(docs).enumerate() {
            let (dots, _) = dots.split_at_mut(docs.len());
            scan.kernel.dots(&scan.query.int8.numbers, rows, dots);
            let row = first + from + batch * BATCH_ROWS;
            for (offset, ((&dot, &length), &doc)) in dots.iter().zip(lengths).zip(docs).enumerate() {
                let score = int8_score(dot, length);
                if score >= selection.floor() && scan.allowed.contains(doc) {
                    selection.offer(Candidate { score, doc, row: row + offset });
                }
            }
        }
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.int8.capacity()
            + self.int8_inverse_lengths.capacity() * size_of::<f32>()
            + self.halves.capacity() * size_of::<u16>()
            + self.inverse_lengths.capacity() * size_of::<f64>()
            + self.docs.capacity() * size_of::<DocId>()
    }
}
