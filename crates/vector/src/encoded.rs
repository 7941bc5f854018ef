//! A vector as the index keeps it: 8-bit numbers to find it, half precision to score it.

use crate::kernel::{Kernel, from_half};
use hupo_types::UnitVector;

/// The 8-bit copy. Its scale is its own: the largest number becomes ±127. Only its direction is used, so the scale
/// is not kept: the cosine of two copies is their dot product times both inverse lengths.
#[derive(Debug, Clone)]
pub(crate) struct Int8 {
    /// Numbers in −127..=127.
    pub(crate) numbers: Vec<i8>,
    /// 1 / length of `numbers`; 0 if every number is 0, so that no score is ever NaN.
    pub(crate) inverse_length: f32,
}

impl Int8 {
    /// Rounds the numbers, which are at most 65,536, to 8 bits.
    pub(crate) fn new(numbers: &[f32], kernel: Kernel) -> Self {
        // Without their signs, larger floats have larger bits; as integers the maximum takes vector instructions.
        let largest = f32::from_bits(numbers.iter().map(|x| x.abs().to_bits()).max().unwrap_or(0));
        let scale = if largest > SMALLEST { 127.0 / largest } else { 0.0 };
        let numbers: Vec<i8> = numbers.iter().map(|&x| round(x * scale)).collect();
        let squares = kernel.dot(&numbers, &numbers);
        Self { numbers, inverse_length: inverse_root(f64::from(squares)) as f32 }
    }
}

/// Numbers no larger than this count as 0, so that the scale stays finite.
const SMALLEST: f32 = 1e-30;

/// The nearest integer of a number in −127..=127. Adding 1.5 × 2²³ leaves no bits for a fraction, and the integer in
/// the lowest byte; the compiler turns this, unlike a cast, into a few vector instructions.
#[inline]
fn round(x: f32) -> i8 {
    (x + 12_582_912.0).to_bits() as i8
}

/// A vector ready to be stored.
#[derive(Debug, Clone)]
pub(crate) struct Encoded {
    /// The 8-bit copy of `halves`.
    pub(crate) int8: Int8,
    /// Half-precision bits.
    pub(crate) halves: Vec<u16>,
    /// 1 / length of `halves`; 0 if every number is 0.
    pub(crate) inverse_length: f64,
}

impl Encoded {
    /// Everything is made from the half-precision numbers, so that a vector counts the same before and after a
    /// restart.
    pub(crate) fn new(vector: &UnitVector, kernel: Kernel) -> Self {
        let halves = kernel.to_halves(vector.as_slice());
        let rounded: Vec<f32> = halves.iter().map(|&bits| from_half(bits)).collect();
        let inverse_length = inverse_root(kernel.half_dot(&rounded, &halves));
        Self { int8: Int8::new(&rounded, kernel), inverse_length, halves }
    }
}

/// A question, ready to be compared.
#[derive(Debug)]
pub(crate) struct Query<'a> {
    /// The question as it came.
    pub(crate) numbers: &'a [f32],
    /// 1 / length of `numbers`; 0 if every number is 0.
    pub(crate) inverse_length: f64,
    /// Its 8-bit copy.
    pub(crate) int8: Int8,
}

impl<'a> Query<'a> {
    /// Prepares a question.
    pub(crate) fn new(vector: &'a UnitVector, kernel: Kernel) -> Self {
        let numbers = vector.as_slice();
        let squares = numbers.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
        Self { numbers, inverse_length: inverse_root(squares), int8: Int8::new(numbers, kernel) }
    }
}

fn inverse_root(squares: f64) -> f64 {
    if squares > 0.0 { squares.sqrt().recip() } else { 0.0 }
}

#[cfg(test)]
mod tests;
