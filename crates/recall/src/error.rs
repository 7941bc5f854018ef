//! What can go wrong in recall. A leg that fails is not an error: the answer says so and is the others'.

use thiserror::Error;

/// A failure of recall.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller's: the question cannot be asked as it is.
    #[error("{field}: {reason}")]
    BadQuestion {
        /// Which part of it.
        field: &'static str,
        /// What is wrong and what to do.
        reason: String,
    },
}
