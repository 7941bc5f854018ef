//! What can go wrong in the graph leg.

use hupo_types::Sequence;
use thiserror::Error;

/// Why the graph leg refused.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Error {
    /// An option makes no sense. The caller's fault: give a value in the range.
    #[error("graph option {name}: {value} is outside {range}; give a value inside it")]
    Option {
        /// Which option.
        name: &'static str,
        /// What was given.
        value: f64,
        /// What is accepted.
        range: &'static str,
    },
    /// A change does not follow the last one. The caller's fault: replay the ledger from `expected`.
    #[error("the graph has everything before {expected} and was given {given}; replay the ledger from {expected}")]
    Gap {
        /// The next sequence it needs.
        expected: Sequence,
        /// The one it was given.
        given: Sequence,
    },
    /// More nodes or edges than the index can number. Nobody's fault: split the space.
    #[error("the graph would have more than {limit} nodes, edges or relations; split the space")]
    Full {
        /// How many of each there may be.
        limit: usize,
    },
}

/// What the graph leg answers.
pub type Result<T> = std::result::Result<T, Error>;
