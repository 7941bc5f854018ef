//! `manifest.json`: which models a folder holds, how each wants its text, and what its files must be.
//!
//! Any Hugging Face folder with `model.onnx` and `tokenizer.json` can be named: add an entry, with or without sizes and
//! hashes, and choose it as `default_embedder` or `default_reranker`. Folders are relative to the manifest, or absolute.

use crate::Error;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

const VERSION: u32 = 1;

/// How token states become one vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pooling {
    /// The mean over all tokens (e5, MiniLM).
    Mean,
    /// The first token's state (bge).
    Cls,
    /// The model pools by itself: its output is `[1, dimension]` (Universal Sentence Encoder).
    None,
}

/// What an entry is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ModelKind {
    /// Text to vector.
    Embedder,
    /// (question, text) to score.
    Reranker,
    /// The ONNX Runtime library.
    Runtime,
}

impl ModelKind {
    /// The kind in a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Embedder => "embedder",
            Self::Reranker => "reranker",
            Self::Runtime => "runtime",
        }
    }
}

/// A file of a model. Size and hash may be left out for files one adds by hand; then they are not checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelFile {
    /// Name inside the entry's folder.
    pub name: String,
    /// Size in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// sha256 in lower-case hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// One model, or the runtime library.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelEntry {
    /// Its name; vectors carry it.
    pub name: String,
    /// What it is for.
    pub kind: ModelKind,
    /// Its folder, relative to the manifest's or absolute.
    pub folder: PathBuf,
    /// SPDX expression.
    #[serde(default)]
    pub licence: String,
    /// Where the files come from, in words.
    #[serde(default)]
    pub source: String,
    /// Numbers in a vector; embedders only.
    #[serde(default)]
    pub dimension: usize,
    /// Put before a question, `query: ` for e5.
    #[serde(default)]
    pub query_prefix: String,
    /// Put before a passage, `passage: ` for e5.
    #[serde(default)]
    pub passage_prefix: String,
    /// How token states become a vector; embedders only.
    #[serde(default = "mean")]
    pub pooling: Pooling,
    /// The padding token. Texts run one at a time and are never padded; kept for tools that do.
    #[serde(default)]
    pub pad_id: u32,
    /// Longest input in tokens, special ones included; for a reranker the whole pair.
    #[serde(default = "default_max_tokens")]
    pub max_tokens: usize,
    /// What is read of a text in tokens, special ones included; embedders only, 512 at most.
    #[serde(default = "default_passage_tokens")]
    pub passage_tokens: usize,
    /// What is read of a question in a pair: its last tokens; rerankers only.
    #[serde(default = "default_query_tokens")]
    pub query_tokens: usize,
    /// What is taken out of its vectors so that meaning sorts before language; embedders only. The name is a path from
    /// the manifest's folder; without this, vectors stay as the model gives them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centring: Option<ModelFile>,
    /// Its files. Without a list, `model.onnx` and `tokenizer.json` are meant.
    #[serde(default)]
    pub files: Vec<ModelFile>,
}

fn mean() -> Pooling {
    Pooling::Mean
}

fn default_max_tokens() -> usize {
    512
}

fn default_passage_tokens() -> usize {
    256
}

fn default_query_tokens() -> usize {
    64
}

/// The whole manifest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Format; 1.
    pub version: u32,
    /// The embedder used unless another is asked for.
    #[serde(default)]
    pub default_embedder: Option<String>,
    /// The reranker used unless another is asked for.
    #[serde(default)]
    pub default_reranker: Option<String>,
    /// The models.
    pub models: Vec<ModelEntry>,
}

impl Manifest {
    /// Reads and checks `DIR/manifest.json`. Fails with `ManifestAbsent`, `ManifestUnreadable`, `ManifestEntry` or `Read`.
    pub fn read(dir: &Path) -> Result<Self, Error> {
        let path = dir.join("manifest.json");
        if !path.exists() {
            return Err(Error::ManifestAbsent { path });
        }
        let text = std::fs::read(&path).map_err(|source| Error::Read { path: path.clone(), source })?;
        let unreadable = |reason| Error::ManifestUnreadable { path: path.clone(), reason };
        let manifest: Self = serde_json::from_slice(&text).map_err(|error| unreadable(error.to_string()))?;
        if manifest.version != VERSION {
            return Err(unreadable(format!("its version is {}, this build reads {VERSION}", manifest.version)));
        }
        manifest.models.iter().try_for_each(ModelEntry::check)?;
        Ok(manifest)
    }

    /// The entry of `kind` called `name`. Fails with `NotListed`.
    pub fn entry(&self, kind: ModelKind, name: &str) -> Result<&ModelEntry, Error> {
        let of_kind = || self.models.iter().filter(move |entry| entry.kind == kind);
        of_kind().find(|entry| entry.name == name).ok_or_else(|| Error::NotListed {
            kind: kind.word(),
            name: name.to_owned(),
            known: of_kind().map(|entry| entry.name.clone()).collect(),
        })
    }

    pub(crate) fn runtime(&self) -> Option<&ModelEntry> {
        self.models.iter().find(|entry| entry.kind == ModelKind::Runtime)
    }
}

impl ModelEntry {
    fn check(&self) -> Result<(), Error> {
        let wrong = |field, reason: &str| {
            Err(Error::ManifestEntry { entry: self.name.clone(), field, reason: reason.to_owned() })
        };
        if self.name.trim().is_empty() {
            return wrong("name", "it must not be empty");
        }
        if self.kind == ModelKind::Embedder && !(1..=65_536).contains(&self.dimension) {
            return wrong("dimension", "an embedder's vectors have 1 to 65536 numbers");
        }
        if !(8..=8192).contains(&self.max_tokens) {
            return wrong("max_tokens", "it must lie between 8 and 8192");
        }
        if self.kind == ModelKind::Embedder && !(8..=self.max_tokens.min(512)).contains(&self.passage_tokens) {
            return wrong("passage_tokens", "it must lie between 8 and the smaller of max_tokens and 512");
        }
        if self.kind == ModelKind::Reranker && !(1..=self.max_tokens - 6).contains(&self.query_tokens) {
            return wrong("query_tokens", "it must lie between 1 and max_tokens - 6");
        }
        if self.kind != ModelKind::Embedder && self.centring.is_some() {
            return wrong("centring", "only an embedder's vectors can be centred");
        }
        Ok(())
    }

    pub(crate) fn path(&self, root: &Path, file: &str) -> PathBuf {
        root.join(&self.folder).join(file)
    }

    /// What is listed for `file`, if anything.
    pub(crate) fn listed(&self, file: &str) -> Option<&ModelFile> {
        self.files.iter().find(|listed| listed.name == file)
    }
}
