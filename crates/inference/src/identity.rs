//! What a space records with its vectors: everything that decides a text's numbers, in one hash.

use crate::Error;
use crate::files;
use crate::manifest::{ModelEntry, Pooling};
use hupo_types::ModelIdentity;
use sha2::{Digest, Sha256};
use std::path::Path;

/// Name, dimension, and the sha256 over weights, tokenizer, prefixes, pooling, passage length and centring.
///
/// Each part goes in as its name, its length and itself, so that no two settings join to the same bytes. The weights'
/// and the tokenizer's hashes are those listed; only what is not listed is read. Fails with `Read`.
pub(crate) fn identity(root: &Path, entry: &ModelEntry, centring: Option<&str>) -> Result<ModelIdentity, Error> {
    let (weights, tokenizer) = (hash(root, entry, "model.onnx")?, hash(root, entry, "tokenizer.json")?);
    let passage_tokens = entry.passage_tokens.to_string();
    let parts = [
        ("weights", weights.as_str()),
        ("tokenizer", &tokenizer),
        ("query_prefix", &entry.query_prefix),
        ("passage_prefix", &entry.passage_prefix),
        ("pooling", word(entry.pooling)),
        ("passage_tokens", &passage_tokens),
        ("centring", centring.unwrap_or("none")),
    ];
    let mut hasher = Sha256::new();
    for (name, value) in parts {
        hasher.update(format!("{name} {} {value}\n", value.len()));
    }
    let hash = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(ModelIdentity { name: entry.name.clone(), hash, dimension: entry.dimension })
}

fn hash(root: &Path, entry: &ModelEntry, file: &str) -> Result<String, Error> {
    match entry.listed(file).and_then(|listed| listed.sha256.as_ref()) {
        Some(listed) => Ok(listed.to_ascii_lowercase()),
        None => files::sha256(&entry.path(root, file)),
    }
}

const fn word(pooling: Pooling) -> &'static str {
    match pooling {
        Pooling::Mean => "mean",
        Pooling::Cls => "cls",
        Pooling::None => "none",
    }
}
