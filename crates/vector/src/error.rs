//! What can go wrong, and whose fault it is.

use thiserror::Error;

/// The largest dimension: above it an 8-bit dot product could leave 32 bits.
pub(crate) const MAX_DIMENSION: usize = 65_536;

/// The result of this crate's fallible functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What this crate refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Error {
    /// A vector does not belong here: it has another number of dimensions. The caller's fault: the vector comes from
    /// another model than the index was opened for. Embed the text again with the space's model.
    #[error("the vector has {got} dimensions, the index {expected}; embed the text with the space's model")]
    WrongDimension {
        /// The dimension of the index.
        expected: usize,
        /// The dimension of the vector.
        got: usize,
    },
    /// No index can have this dimension. The model's description is wrong: check its manifest.
    #[error("an index of {dimension} dimensions is impossible (1 to 65536); check the model's manifest")]
    ImpossibleDimension {
        /// The dimension asked for.
        dimension: usize,
    },
}
