//! A blake3 hash as a record holds it: thirty-two bytes in one piece; as hexadecimal digits where people read.

use std::fmt;

use hupo_types::hex;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Hash(pub(crate) [u8; 32]);

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.serialize_str(&hex::encode(&self.0));
        }
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_str(HashVisitor);
        }
        deserializer.deserialize_bytes(HashVisitor)
    }
}

struct HashVisitor;

impl de::Visitor<'_> for HashVisitor {
    type Value = Hash;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("thirty-two bytes")
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Hash, E> {
        bytes.try_into().map(Hash).map_err(|_| E::invalid_length(bytes.len(), &self))
    }

    fn visit_str<E: de::Error>(self, digits: &str) -> Result<Hash, E> {
        let bytes = hex::decode(digits).ok_or_else(|| E::invalid_value(de::Unexpected::Str(digits), &self))?;
        self.visit_bytes(&bytes)
    }
}
