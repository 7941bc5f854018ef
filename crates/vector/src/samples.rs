//! Vectors for tests: random, clustered, reproducible; in half precision, as the store gives them.

use hupo_types::UnitVector;

/// A small generator of numbers that look random (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number in 0..below.
    pub(crate) fn below(&mut self, below: usize) -> usize {
        (self.next() % below as u64) as usize
    }
    /// A number around 0 with variance 1.
    pub(crate) fn normal(&mut self) -> f32 {
        let sum: f64 = (0..12).map(|_| (self.next() >> 11) as f64 / (1_u64 << 53) as f64).sum();
        (sum - 6.0) as f32
    }
    pub(crate) fn numbers(&mut self, dimension: usize) -> Vec<f32> {
        (0..dimension).map(|_| self.normal()).collect()
    }
    pub(crate) fn vector(&mut self, dimension: usize) -> UnitVector {
        UnitVector::new(self.numbers(dimension)).unwrap().rounded()
    }
    /// Vectors around some centres, as texts lie around subjects.
    pub(crate) fn clustered(&mut self, n: usize, dimension: usize, centres: usize) -> Vec<UnitVector> {
        let centres: Vec<_> = (0..centres).map(|_| self.numbers(dimension)).collect();
        (0..n)
            .map(|_| {
                let centre = &centres[self.below(centres.len())];
                UnitVector::new(centre.iter().map(|&c| c + 0.7 * self.normal()).collect()).unwrap().rounded()
            })
            .collect()
    }
}
