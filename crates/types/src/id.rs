//! Ids: newtypes over `u64`, given out per space in order, starting at 1.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use std::fmt;

/// Reads an id as it is written: its number, or its prefix and number.
struct Written(&'static str);

impl Visitor<'_> for Written {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number, or a text such as \"{}3\"", self.0)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<u64, E> {
        Ok(number)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<u64, E> {
        u64::try_from(number).map_err(|_| E::invalid_value(de::Unexpected::Signed(number), &self))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<u64, E> {
        number_of(text, self.0).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

/// The number of an id written with its prefix.
fn number_of(text: &str, prefix: &str) -> Option<u64> {
    text.strip_prefix(prefix)?.parse().ok()
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
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

            /// The id that is written so, prefix and number as [`fmt::Display`] writes them.
            pub fn parse(text: &str) -> Option<Self> {
                number_of(text, $prefix).map(Self)
            }
        }

        impl From<u64> for $name {
            fn from(number: u64) -> Self {
                Self(number)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any(Written($prefix)).map(Self)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "description": concat!("An id of the space: its number, or ", $prefix, "N."),
                    "oneOf": [
                        { "type": "integer", "minimum": 1 },
                        { "type": "string", "pattern": concat!("^", $prefix, "[0-9]+$") }
                    ]
                })
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
id!(/// An entry of the observation log.
    ObservationId, "obs-");
id!(/// A fact of the profile.
    ProfileFactId, "pro-");
id!(/// A temporal item.
    TemporalItemId, "item-");
id!(/// A page.
    PageId, "page-");
id!(/// A proposal in the review queue.
    ProposalId, "prop-");
id!(/// A run of the promoter.
    RunId, "run-");
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
