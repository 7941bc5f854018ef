//! Ids: newtypes over `u64`, given out per space in order, starting at 1.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(u64);

        impl $name {
            /// The id with this number. Numbers start at 1; 0 never names anything.
            pub const fn new(number: u64) -> Self {
                Self(number)
            }

            /// The number.
            pub const fn get(self) -> u64 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

id!(/// A message of the transcript.
    MessageId, "msg-");
id!(/// A memory.
    MemoryId, "mem-");
id!(/// An entity.
    EntityId, "ent-");
id!(/// A relation between two entities.
    RelationId, "rel-");
id!(/// A topic.
    TopicId, "top-");
id!(/// The number of a write in a space's ledger. 0 means "before the first write".
    Sequence, "#");

impl Sequence {
    /// Before the first write.
    pub const ZERO: Self = Self(0);

    /// The next number.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}
