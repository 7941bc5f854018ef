//! Bytes in one piece, as records hold them; as hexadecimal digits where people read.

use crate::hex;
use serde::{Deserializer, Serializer, de};
use std::fmt;

/// However many bytes.
pub(crate) mod any {
    use super::{Deserializer, Pieces, Serializer, hex};

    pub(crate) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.serialize_str(&hex::encode(bytes));
        }
        serializer.serialize_bytes(bytes)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_str(Pieces);
        }
        deserializer.deserialize_bytes(Pieces)
    }
}

/// The thirty-two bytes of a hash.
pub(crate) mod hash {
    use super::{Deserializer, Serializer, any, de};

    pub(crate) fn serialize<S: Serializer>(hash: &[u8; 32], serializer: S) -> Result<S::Ok, S::Error> {
        any::serialize(hash, serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 32], D::Error> {
        let bytes = any::deserialize(deserializer)?;
        <[u8; 32]>::try_from(bytes).map_err(|other| de::Error::invalid_length(other.len(), &"thirty-two bytes"))
    }
}

struct Pieces;

impl de::Visitor<'_> for Pieces {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes, or their hexadecimal digits")
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }

    fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
        Ok(bytes)
    }

    fn visit_str<E: de::Error>(self, digits: &str) -> Result<Vec<u8>, E> {
        hex::decode(digits).ok_or_else(|| E::custom("not pairs of lower-case hexadecimal digits"))
    }
}
