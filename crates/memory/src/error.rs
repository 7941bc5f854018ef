//! What can go wrong while reading a memory's life.

use hupo_types::MessageId;
use thiserror::Error;

/// A failure of this crate.
#[derive(Debug, Error)]
pub enum Error {
    /// The store could not be read. See its own message.
    #[error(transparent)]
    Store(#[from] hupo_store::Error),
    /// A memory cites a message the store does not have: the ledger is damaged. Run `hupo verify`.
    #[error("a memory cites {message}, which the store does not have; run `hupo verify`")]
    MissingSource {
        /// The cited message.
        message: MessageId,
    },
}
