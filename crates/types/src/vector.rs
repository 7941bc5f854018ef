//! Vectors: unit length, checked at the door; half precision on disk.

use crate::hex;
use half::f16;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use thiserror::Error;

/// Which model made a vector. Vectors of two models never meet in one space.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ModelIdentity {
    /// The model's name in the manifest.
    pub name: String,
    /// A sha256 over everything that decides its numbers (weights, tokenizer, prefixes, centring), in hexadecimal.
    pub hash: String,
    /// Numbers in a vector.
    pub dimension: usize,
}

/// Why a list of numbers is not a usable vector. Always the caller's (or the model's) fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum VectorError {
    /// There are no numbers.
    #[error("the vector is empty; pass as many numbers as the space's model has dimensions")]
    Empty,
    /// A number is NaN or infinite.
    #[error("number {index} of the vector is not finite; check the model's output")]
    NotFinite {
        /// Which number, from 0.
        index: usize,
    },
    /// Every number is zero, so the vector has no direction.
    #[error("the vector has no length; check the model's output")]
    Zero,
}

/// A vector of length 1.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitVector(Vec<f32>);

impl UnitVector {
    /// Checks the numbers and scales them to length 1.
    pub fn new(mut numbers: Vec<f32>) -> Result<Self, VectorError> {
        if numbers.is_empty() {
            return Err(VectorError::Empty);
        }
        if let Some(index) = numbers.iter().position(|x| !x.is_finite()) {
            return Err(VectorError::NotFinite { index });
        }
        let length = numbers.iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>().sqrt();
        if length == 0.0 {
            return Err(VectorError::Zero);
        }
        for x in &mut numbers {
            *x = (f64::from(*x) / length) as f32;
        }
        Ok(Self(numbers))
    }

    /// The numbers.
    pub fn as_slice(&self) -> &[f32] {
        &self.0
    }

    /// How many numbers.
    pub fn dimension(&self) -> usize {
        self.0.len()
    }

    /// What is left after a trip through half precision: the values every index sees, before and after a restart.
    #[must_use]
    pub fn rounded(&self) -> Self {
        Self(self.0.iter().map(|&x| f16::from_f32(x).to_f32()).collect())
    }

    /// Little-endian half-precision bytes, two a number.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|&x| f16::from_f32(x).to_le_bytes()).collect()
    }

    /// Reads [`Self::to_bytes`]; `None` if the bytes are no vector of finite numbers.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (pairs, []) = bytes.as_chunks::<2>() else { return None };
        let halves = || pairs.iter().map(|&pair| u16::from_le_bytes(pair));
        let finite = halves().fold(true, |finite, bits| finite & (bits & HALF_EXPONENT != HALF_EXPONENT));
        (finite && !pairs.is_empty()).then(|| Self(halves().map(from_half).collect()))
    }
}

/// The exponent of a half-precision number; all of it is set in infinities and in what is no number.
const HALF_EXPONENT: u16 = 0x7c00;

/// The number that the bits mean; exact for every finite one. The exponents of the two formats differ by 112. Opening a
/// space reads millions of these, and the compiler turns this into vector instructions.
fn from_half(bits: u16) -> f32 {
    let magnitude = f32::from_bits(u32::from(bits & 0x7fff) << 13) * f32::from_bits((127 + 112) << 23);
    f32::from_bits(magnitude.to_bits() | u32::from(bits & 0x8000) << 16)
}

/// The bytes of [`UnitVector::to_bytes`]; where people read, as hexadecimal digits, which are exact and half as long
/// as decimal numbers.
impl Serialize for UnitVector {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.serialize_str(&hex::encode(&self.to_bytes()));
        }
        serializer.serialize_bytes(&self.to_bytes())
    }
}

impl<'de> Deserialize<'de> for UnitVector {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_str(BytesVisitor);
        }
        deserializer.deserialize_bytes(BytesVisitor)
    }
}

struct BytesVisitor;

impl<'de> de::Visitor<'de> for BytesVisitor {
    type Value = UnitVector;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("half-precision bytes of a vector")
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<UnitVector, E> {
        UnitVector::from_bytes(bytes).ok_or_else(|| E::custom("not the bytes of a vector"))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<UnitVector, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = seq.next_element::<u8>()? {
            bytes.push(byte);
        }
        self.visit_bytes(&bytes)
    }

    fn visit_str<E: de::Error>(self, digits: &str) -> Result<UnitVector, E> {
        let bytes = hex::decode(digits).ok_or_else(|| E::custom("not the hexadecimal digits of a vector"))?;
        self.visit_bytes(&bytes)
    }
}

#[cfg(test)]
mod tests;
