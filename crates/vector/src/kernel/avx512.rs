//! AVX-512 with VNNI: 64 numbers at a time.
#![expect(unsafe_code, reason = "the instructions need it; each use says why it is sound")]

use std::arch::x86_64::{
    __m512i, __mmask64, _mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_maskz_loadu_epi8, _mm512_reduce_add_epi32,
    _mm512_set1_epi8, _mm512_setzero_si512, _mm512_xor_si512,
};

/// Flipping the top bit of a signed byte adds 128 to it, which makes it unsigned as `dpbusd` wants one side.
const OFFSET: i8 = i8::MIN;

/// Whether this processor has the instructions (AVX2 for the half-precision loop).
pub(super) fn is_there() -> bool {
    super::avx2::is_there()
        && std::arch::is_x86_feature_detected!("avx512f")
        && std::arch::is_x86_feature_detected!("avx512bw")
        && std::arch::is_x86_feature_detected!("avx512vnni")
}

/// See [`super::Kernel::dots`].
pub(super) fn dots(query: &[i8], rows: &[i8], dots: &mut [i32]) {
    // SAFETY: only `Kernel::available` makes the kernel that calls this, after `is_there` said yes.
    unsafe { dots_avx512(query, rows, dots) }
}

/// The sum of (row + 128) × query is 128 × the sum of the query too large, the same for every row.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn dots_avx512(query: &[i8], rows: &[i8], dots: &mut [i32]) {
    let surplus = 128 * query.iter().map(|&x| i32::from(x)).sum::<i32>();
    for (row, dot) in rows.chunks_exact(query.len().max(1)).zip(dots) {
        // At most 255 × 127 × 65,536 < 2³¹.
        *dot = shifted_dot(query, row) - surplus;
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn shifted_dot(query: &[i8], row: &[i8]) -> i32 {
    let (query_blocks, query_rest) = query.as_chunks::<64>();
    let (row_blocks, row_rest) = row.as_chunks::<64>();
    let offset = _mm512_set1_epi8(OFFSET);
    let mut sums = _mm512_setzero_si512();
    for (query, row) in query_blocks.iter().zip(row_blocks) {
        sums = _mm512_dpbusd_epi32(sums, _mm512_xor_si512(load(row), offset), load(query));
    }
    if !query_rest.is_empty() {
        let row = _mm512_xor_si512(load_rest(row_rest), offset);
        // Past the end the row reads as 128 and the query as 0: nothing is added.
        sums = _mm512_dpbusd_epi32(sums, row, load_rest(query_rest));
    }
    _mm512_reduce_add_epi32(sums)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn load(numbers: &[i8; 64]) -> __m512i {
    // SAFETY: the array is 64 bytes long, and `loadu` asks for no alignment.
    unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) }
}

/// The numbers, and zeros up to 64. There are fewer than 64.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn load_rest(numbers: &[i8]) -> __m512i {
    let mask: __mmask64 = (1 << numbers.len()) - 1;
    // SAFETY: the mask has one bit for each number that is there, and bytes that are masked out are not touched.
    unsafe { _mm512_maskz_loadu_epi8(mask, numbers.as_ptr()) }
}
