//! NEON: 16 numbers at a time. Every aarch64 processor has it.
#![expect(unsafe_code, reason = "the instructions need it; each use says why it is sound")]

use super::plain;
use std::arch::aarch64::{
    int8x16_t, vaddvq_s32, vdupq_n_s32, vget_low_s8, vld1q_s8, vmull_high_s8, vmull_s8, vpadalq_s16,
};

/// See [`super::Kernel::dots`].
pub(super) fn dots(query: &[i8], rows: &[i8], dots: &mut [i32]) {
    // SAFETY: NEON is part of aarch64.
    unsafe { dots_neon(query, rows, dots) }
}

#[target_feature(enable = "neon")]
fn dots_neon(query: &[i8], rows: &[i8], dots: &mut [i32]) {
    for (row, dot) in rows.chunks_exact(query.len().max(1)).zip(dots) {
        *dot = dot_neon(query, row);
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn dot_neon(query: &[i8], row: &[i8]) -> i32 {
    let (query_blocks, query_rest) = query.as_chunks::<16>();
    let (row_blocks, row_rest) = row.as_chunks::<16>();
    let (mut low, mut high) = (vdupq_n_s32(0), vdupq_n_s32(0));
    for (query, row) in query_blocks.iter().zip(row_blocks) {
        let (query, row) = (load(query), load(row));
        low = vpadalq_s16(low, vmull_s8(vget_low_s8(query), vget_low_s8(row)));
        high = vpadalq_s16(high, vmull_high_s8(query, row));
    }
    vaddvq_s32(low) + vaddvq_s32(high) + plain::dot(query_rest, row_rest)
}

#[inline]
#[target_feature(enable = "neon")]
fn load(numbers: &[i8; 16]) -> int8x16_t {
    // SAFETY: the array is 16 bytes long.
    unsafe { vld1q_s8(numbers.as_ptr()) }
}
