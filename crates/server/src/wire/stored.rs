//! What became of something that was handed in.

use super::checked::told;
use super::v1;
use hupo::Stored;

impl From<Stored> for v1::Stored {
    fn from(stored: Stored) -> Self {
        let (id, existed) = match stored {
            Stored::Message { id, existed } => (id.to_string(), existed),
            Stored::Entity { id, existed } => (id.to_string(), existed),
            Stored::Relation { id, existed } => (id.to_string(), existed),
            Stored::Topic { id, existed } => (id.to_string(), existed),
            Stored::Memory { id, existed } => (id.to_string(), existed),
            Stored::Vector { doc } => (doc.to_string(), false),
            Stored::Observation { id, existed } => (id.to_string(), existed),
            Stored::ProfileFact { id, existed } => (id.to_string(), existed),
            Stored::TemporalItem { id, existed } => (id.to_string(), existed),
            Stored::Page { id, existed } => (id.to_string(), existed),
            Stored::Proposal { id, existed } => (id.to_string(), existed),
            Stored::Beliefs { .. } | Stored::Done => (String::new(), false),
        };
        Self { id, existed }
    }
}

/// What became of each, in order.
pub(crate) fn told_stored(stored: Vec<Stored>) -> Vec<v1::Stored> {
    told(stored)
}
