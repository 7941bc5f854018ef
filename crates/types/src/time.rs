//! Times: UTC milliseconds, and intervals of validity.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use std::fmt;

/// A point in time: milliseconds since 1970-01-01T00:00:00Z. Negative before it. Written as that number; read from it,
/// or from a date and time with its offset such as `2026-03-01T20:15:00+08:00` (RFC 3339).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Timestamp(i64);

impl Timestamp {
    /// 0001-01-01T00:00:00Z: the earliest time that can be written as a date.
    pub const MIN: Self = Self(-62_135_596_800_000);
    /// 9999-12-30T00:00:00Z: the latest, with a day to spare for any zone.
    pub const MAX: Self = Self(253_402_128_000_000);

    /// The time that many milliseconds after 1970-01-01T00:00:00Z.
    pub const fn from_ms(ms: i64) -> Self {
        Self(ms)
    }

    /// Milliseconds since 1970-01-01T00:00:00Z.
    pub const fn ms(self) -> i64 {
        self.0
    }

    /// Whether the time can be written as a date of the years 1 to 9999.
    pub const fn is_writable(self) -> bool {
        self.0 >= Self::MIN.0 && self.0 <= Self::MAX.0
    }

    /// This time and that many milliseconds, stopping at the ends of the range.
    #[must_use]
    pub const fn plus_ms(self, ms: i64) -> Self {
        Self(self.0.saturating_add(ms))
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Written)
    }
}

/// Reads a time as it may be written.
struct Written;

impl Visitor<'_> for Written {
    type Value = Timestamp;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("milliseconds since 1970 or a date and time with its offset (RFC 3339)")
    }

    fn visit_i64<E: de::Error>(self, ms: i64) -> Result<Timestamp, E> {
        Ok(Timestamp(ms))
    }

    fn visit_u64<E: de::Error>(self, ms: u64) -> Result<Timestamp, E> {
        i64::try_from(ms).map(Timestamp).map_err(|_| E::invalid_value(de::Unexpected::Unsigned(ms), &self))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Timestamp, E> {
        let time: Result<jiff::Timestamp, _> = text.parse();
        time.map(|time| Timestamp(time.as_millisecond()))
            .map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

impl JsonSchema for Timestamp {
    fn schema_name() -> Cow<'static, str> {
        "Timestamp".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A date and time with its offset (RFC 3339), or milliseconds since 1970-01-01T00:00:00Z.",
            "oneOf": [{ "type": "string", "format": "date-time" }, { "type": "integer", "format": "int64" }]
        })
    }
}

/// When something holds: from (inclusive) and to (exclusive), either side open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Interval {
    /// The first moment it holds; `None`: since ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Timestamp>,
    /// The first moment it no longer holds; `None`: still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Timestamp>,
}

impl Interval {
    /// Whether the interval holds no moment: its end is not after its start.
    pub fn is_empty(&self) -> bool {
        matches!((self.from, self.to), (Some(from), Some(to)) if to <= from)
    }

    /// Whether the moment lies inside.
    pub fn contains(&self, moment: Timestamp) -> bool {
        self.from.is_none_or(|from| from <= moment) && self.to.is_none_or(|to| moment < to)
    }
}
