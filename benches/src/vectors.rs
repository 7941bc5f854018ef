//! Vectors in clusters, as embeddings lie: two hundred centres, each vector a centre with noise.

use crate::Random;
use hupo_types::{ModelIdentity, UnitVector};

/// Numbers in a vector: those of the default embedder.
pub const DIMENSION: usize = 384;
const CENTRES: u64 = 200;
const NOISE: f32 = 0.8;

/// The model these vectors are said to come from.
pub fn identity() -> ModelIdentity {
    ModelIdentity { name: "seeded-clusters".into(), hash: "0".repeat(64), dimension: DIMENSION }
}

/// The vector with this number.
pub fn vector(number: u64) -> UnitVector {
    let mut centre = Random::new(number % CENTRES);
    let mut noise = Random::new(CENTRES + number);
    let numbers = (0..DIMENSION).map(|_| centred(&mut centre) + NOISE * centred(&mut noise)).collect();
    UnitVector::new(numbers).expect("384 numbers of a seeded stream are never all zero")
}

fn centred(random: &mut Random) -> f32 {
    random.unit() as f32 - 0.5
}
