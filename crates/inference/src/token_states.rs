//! What a model knows of each token of a text, for late interaction.

use crate::pooling::dot;
use hupo_types::{UnitVector, VectorError};
use std::sync::Arc;

/// Unit-length states of a text's own tokens: special tokens and the prefix are left out. Cheap to clone.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenStates {
    dimension: usize,
    numbers: Arc<[f32]>,
}

impl TokenStates {
    /// Takes the rows of `states` that `kept` says. Fails if a row is not finite or has no direction.
    pub(crate) fn new(states: &[f32], dimension: usize, kept: impl Iterator<Item = bool>) -> Result<Self, VectorError> {
        let mut numbers = Vec::new();
        for (row, _) in states.chunks_exact(dimension).zip(kept).filter(|(_, kept)| *kept) {
            numbers.extend(UnitVector::new(row.to_vec())?.as_slice());
        }
        Ok(Self { dimension, numbers: numbers.into() })
    }

    /// How many tokens.
    pub fn n_tokens(&self) -> usize {
        self.numbers.len() / self.dimension
    }

    /// Numbers in a state.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// One state a token, in the order of the text.
    pub fn rows(&self) -> impl Iterator<Item = &[f32]> {
        self.numbers.chunks_exact(self.dimension)
    }

    /// MaxSim: the mean over these tokens of the best cosine to a token of `passage`, from -1 to 1.
    ///
    /// `None` if one of the two has no token, or their dimensions differ. Late interaction as in ColBERT (Khattab and
    /// Zaharia, 2020), with the mean in place of the sum so that long questions do not score higher.
    pub fn max_sim(&self, passage: &Self) -> Option<f32> {
        if self.numbers.is_empty() || passage.numbers.is_empty() || self.dimension != passage.dimension {
            return None;
        }
        let best = |row| passage.rows().map(|other| dot(row, other)).fold(-1.0, f32::max);
        Some(self.rows().map(best).sum::<f32>() / self.n_tokens() as f32)
    }

    pub(crate) fn weight(&self) -> usize {
        self.numbers.len()
    }
}

#[cfg(test)]
mod tests;
