//! Centring: what texts of one language share is taken out of their vectors, so that meaning sorts before language.
//!
//! A multilingual model gives all texts of a language a common direction, questions one and passages another; nearest
//! neighbours then speak the same language first and mean the same second. The means are measured beforehand on neutral
//! text and subtracted; a text in two languages gets both, each by its share. After Mu and Viswanath, "All-but-the-Top"
//! (2018), one mean a language and side instead of one for all.

use crate::manifest::ModelEntry;
use crate::{Error, Part, files};
use hupo_types::UnitVector;
use serde::Deserialize;
use std::path::Path;

const VERSION: u32 = 1;
/// Less than this is left of a vector that is the mean itself: its direction would be rounding noise.
const LEAST_LENGTH: f32 = 1e-3;

/// The means of one model, and what its vectors are to be told apart by.
#[derive(Debug)]
pub(crate) struct Centring {
    means: Means,
    /// The sha256 of the file.
    pub(crate) hash: String,
}

/// The file: for each side, two lists of as many numbers as the model's vectors have.
#[derive(Debug, Deserialize)]
struct Means {
    version: u32,
    query: Side,
    passage: Side,
}

#[derive(Debug, Deserialize)]
struct Side {
    zh: Vec<f32>,
    en: Vec<f32>,
}

impl Centring {
    /// Reads the file that `entry` names, if it names one. Small, so its size and hash are always compared with the list.
    ///
    /// Fails with `CentringAbsent`, `CentringDamaged` or `Read`.
    pub(crate) fn open(root: &Path, entry: &ModelEntry) -> Result<Option<Self>, Error> {
        let Some(file) = &entry.centring else { return Ok(None) };
        let path = root.join(&file.name);
        if !path.is_file() {
            return Err(Error::CentringAbsent { path });
        }
        let hash = files::sha256(&path)?;
        let damaged = |reason| Error::CentringDamaged { path: path.clone(), reason };
        if let Some(listed) = file.sha256.as_ref().filter(|listed| !listed.eq_ignore_ascii_case(&hash)) {
            return Err(damaged(format!("its sha256 is {hash}, the manifest lists {listed}")));
        }
        let text = std::fs::read(&path).map_err(|source| Error::Read { path: path.clone(), source })?;
        let means: Means = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
        means.check(entry.dimension).map_err(damaged)?;
        Ok(Some(Self { means, hash }))
    }

    /// `vector` without what its language shares; `han_share` from 0 to 1. A vector that is nothing else stays as it is.
    pub(crate) fn centre(&self, part: Part, han_share: f32, vector: UnitVector) -> UnitVector {
        let side = match part {
            Part::Query => &self.means.query,
            Part::Passage => &self.means.passage,
        };
        let mean = side.zh.iter().zip(&side.en).map(|(zh, en)| han_share * zh + (1.0 - han_share) * en);
        let left: Vec<f32> = vector.as_slice().iter().zip(mean).map(|(number, mean)| number - mean).collect();
        let length = left.iter().map(|number| number * number).sum::<f32>().sqrt();
        if length < LEAST_LENGTH { vector } else { UnitVector::new(left).unwrap_or(vector) }
    }
}

impl Means {
    fn check(&self, dimension: usize) -> Result<(), String> {
        if self.version != VERSION {
            return Err(format!("its version is {}, this build reads {VERSION}", self.version));
        }
        for mean in [&self.query.zh, &self.query.en, &self.passage.zh, &self.passage.en] {
            if mean.len() != dimension {
                return Err(format!("it has a mean of {} numbers, the model's vectors have {dimension}", mean.len()));
            }
            if mean.iter().any(|number| !(-1.0..=1.0).contains(number)) {
                return Err("a mean of unit vectors has numbers from -1 to 1".to_owned());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
