//! AVX2: 32 numbers at a time.
#![expect(unsafe_code, reason = "the instructions need it; each use says why it is sound")]

use super::halves::{self, LANES};
use super::plain;
use std::arch::x86_64::{
    __m128i, __m256i, _MM_FROUND_TO_NEAREST_INT, _MM_HINT_T0, _mm_add_epi32, _mm_cvtsi128_si32, _mm_loadu_si128,
    _mm_prefetch, _mm_shuffle_epi32, _mm_storeu_si128, _mm256_abs_epi8, _mm256_add_epi32, _mm256_add_pd,
    _mm256_castps256_ps128, _mm256_castsi256_si128, _mm256_cvtph_ps, _mm256_cvtps_pd, _mm256_cvtps_ph,
    _mm256_extractf128_ps, _mm256_extracti128_si256, _mm256_loadu_ps, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_maddubs_epi16, _mm256_mul_pd, _mm256_set1_epi16, _mm256_setzero_pd, _mm256_setzero_si256, _mm256_sign_epi8,
    _mm256_storeu_pd,
};

/// How far ahead of the scan memory is asked, in bytes: eight rows of 384.
const AHEAD: usize = 3072;

/// Whether this processor has the instructions (F16C reads and writes half precision).
pub(super) fn is_there() -> bool {
    std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("f16c")
}

/// See [`super::Kernel::dots`].
pub(super) fn dots(query: &[i8], rows: &[i8], dots: &mut [i32]) {
    // SAFETY: only `Kernel::available` makes the kernel that calls this, after `is_there` said yes.
    unsafe { dots_avx2(query, rows, dots) }
}

/// See [`super::Kernel::half_dot`].
pub(super) fn half_dot(query: &[f32], row: &[u16]) -> f64 {
    // SAFETY: as in `dots`; the AVX-512 set also asks for AVX2.
    unsafe { half_dot_avx2(query, row) }
}

/// See [`super::Kernel::to_halves`].
pub(super) fn to_halves(numbers: &[f32]) -> Vec<u16> {
    // SAFETY: as in `half_dot`.
    unsafe { to_halves_avx2(numbers) }
}

#[target_feature(enable = "avx2")]
fn dots_avx2(query: &[i8], rows: &[i8], dots: &mut [i32]) {
    for (row, dot) in rows.chunks_exact(query.len().max(1)).zip(dots) {
        *dot = dot_avx2(query, row);
    }
}

#[target_feature(enable = "avx2,f16c")]
fn half_dot_avx2(query: &[f32], row: &[u16]) -> f64 {
    let (query_blocks, query_rest) = query.as_chunks::<LANES>();
    let (row_blocks, row_rest) = row.as_chunks::<LANES>();
    let (mut low, mut high) = (_mm256_setzero_pd(), _mm256_setzero_pd());
    for (query, row) in query_blocks.iter().zip(row_blocks) {
        // SAFETY: the array is 32 bytes long, and `loadu` asks for no alignment.
        let query = unsafe { _mm256_loadu_ps(query.as_ptr()) };
        let row = _mm256_cvtph_ps(load_halves(row));
        let (query_low, row_low) = (_mm256_castps256_ps128(query), _mm256_castps256_ps128(row));
        let (query_high, row_high) = (_mm256_extractf128_ps::<1>(query), _mm256_extractf128_ps::<1>(row));
        low = _mm256_add_pd(low, _mm256_mul_pd(_mm256_cvtps_pd(query_low), _mm256_cvtps_pd(row_low)));
        high = _mm256_add_pd(high, _mm256_mul_pd(_mm256_cvtps_pd(query_high), _mm256_cvtps_pd(row_high)));
    }
    let mut sums = [0.0; LANES];
    let ([to_low, to_high], []) = sums.as_chunks_mut::<4>() else { return f64::NAN };
    // SAFETY: both arrays are 32 bytes long, and `storeu` asks for no alignment.
    unsafe {
        _mm256_storeu_pd(to_low.as_mut_ptr(), low);
        _mm256_storeu_pd(to_high.as_mut_ptr(), high);
    }
    halves::total(sums, query_rest, row_rest)
}

#[target_feature(enable = "avx2,f16c")]
fn to_halves_avx2(numbers: &[f32]) -> Vec<u16> {
    let (blocks, rest) = numbers.as_chunks::<LANES>();
    let mut halves = Vec::with_capacity(numbers.len());
    for block in blocks {
        let mut bits = [0_u16; LANES];
        // SAFETY: `block` is 32 bytes long and `bits` 16, and neither instruction asks for alignment.
        unsafe {
            let block = _mm256_loadu_ps(block.as_ptr());
            _mm_storeu_si128(bits.as_mut_ptr().cast(), _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(block));
        }
        halves.extend_from_slice(&bits);
    }
    halves.extend(halves::to_halves(rest));
    halves
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_halves(numbers: &[u16; LANES]) -> __m128i {
    // SAFETY: the array is 16 bytes long, and `loadu` asks for no alignment.
    unsafe { _mm_loadu_si128(numbers.as_ptr().cast()) }
}

/// `maddubs` wants one side unsigned: the sign of the query moves to the row. Pairs stay below 2 × 127² < 2¹⁵, so
/// nothing saturates as long as no number is −128.
#[inline]
#[target_feature(enable = "avx2")]
fn dot_avx2(query: &[i8], row: &[i8]) -> i32 {
    let (query_blocks, query_rest) = query.as_chunks::<32>();
    let (row_blocks, row_rest) = row.as_chunks::<32>();
    let ones = _mm256_set1_epi16(1);
    let mut sums = _mm256_setzero_si256();
    for (query, row) in query_blocks.iter().zip(row_blocks) {
        fetch_ahead(row);
        let (query, row) = (load(query), load(row));
        let pairs = _mm256_maddubs_epi16(_mm256_abs_epi8(query), _mm256_sign_epi8(row, query));
        sums = _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, ones));
    }
    total(sums) + plain::dot(query_rest, row_rest)
}

/// Asks memory for the numbers of some rows later: a seventh less time for 100,000 rows, which no cache holds.
#[inline]
#[target_feature(enable = "avx2")]
fn fetch_ahead(numbers: &[i8; 32]) {
    // A hint: it reads nothing and never faults, wherever the address lies.
    _mm_prefetch::<_MM_HINT_T0>(numbers.as_ptr().wrapping_add(AHEAD));
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(numbers: &[i8; 32]) -> __m256i {
    // SAFETY: the array is 32 bytes long, and `loadu` asks for no alignment.
    unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) }
}

/// The sum of eight 32-bit numbers.
#[inline]
#[target_feature(enable = "avx2")]
fn total(sums: __m256i) -> i32 {
    let four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b00_00_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b01>(two)))
}
