//! What can go wrong while reading or writing a memory's life.

use hupo_types::{MessageId, Refusal};
use thiserror::Error;

/// A failure of this crate.
#[derive(Debug, Error)]
pub enum Error {
    /// The store could not be read or written. See its own message.
    #[error(transparent)]
    Store(#[from] hupo_store::Error),
    /// A memory cites a message the store does not have: the ledger is damaged. Run `hupo verify`.
    #[error("a memory cites {message}, which the store does not have; run `hupo verify`")]
    MissingSource {
        /// The cited message.
        message: MessageId,
    },
    /// The store refused what the rules had let through: the later half of a proposal, or a step of maintenance.
    /// Nobody's fault but ours: nothing of the transaction was written; report it.
    #[error("the store refused what the rules had let through ({refusal}); nothing was written, please report it")]
    LateRefusal {
        /// What the store said.
        refusal: Refusal,
    },
}
