//! Half precision: reading and writing it, and the dot product that decides the final order.

use half::f16;

/// How many sums run side by side. Fixed, so that every processor adds in the same order and scores are the same bits.
pub(super) const LANES: usize = 8;

/// The number that the bits mean. Exact for every finite number; infinities and NaN are never stored.
#[inline(always)]
pub(crate) fn from_half(bits: u16) -> f32 {
    // The exponents of the two formats differ by 112: shift the bits into place, then multiply by 2^112.
    let magnitude = f32::from_bits(u32::from(bits & 0x7fff) << 13) * f32::from_bits((127 + 112) << 23);
    f32::from_bits(magnitude.to_bits() | u32::from(bits & 0x8000) << 16)
}

/// The half-precision bits nearest to each number. No number is NaN.
pub(super) fn to_halves(numbers: &[f32]) -> Vec<u16> {
    numbers.iter().map(|&x| f16::from_f32(x).to_bits()).collect()
}

/// The dot product in double precision. Each product is exact there (24 + 11 bits), so only the sums round.
pub(super) fn half_dot(query: &[f32], row: &[u16]) -> f64 {
    let (query_blocks, query_rest) = query.as_chunks::<LANES>();
    let (row_blocks, row_rest) = row.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for (query, row) in query_blocks.iter().zip(row_blocks) {
        add_products(&mut sums, query, row);
    }
    total(sums, query_rest, row_rest)
}

/// Adds the products of what is left at the end, and all sums, in the order that every kernel keeps to.
#[inline]
pub(super) fn total(mut sums: [f64; LANES], query_rest: &[f32], row_rest: &[u16]) -> f64 {
    add_products(&mut sums, query_rest, row_rest);
    sums.iter().sum()
}

#[inline]
fn add_products(sums: &mut [f64; LANES], query: &[f32], row: &[u16]) {
    for ((sum, &a), &b) in sums.iter_mut().zip(query).zip(row) {
        *sum += f64::from(a) * f64::from(from_half(b));
    }
}
