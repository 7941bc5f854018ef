//! What can go wrong between a text and its numbers. Every variant says whose fault it is and what to do.

use hupo_types::VectorError;
use std::path::PathBuf;
use thiserror::Error;

/// Everything this crate refuses or reports. `Models::open` hands most of these out as values in `Missing`.
#[derive(Debug, Error)]
pub enum Error {
    /// The ONNX Runtime library is not there. The installation's fault: fetch the models, or name the library.
    #[error("the ONNX Runtime library {} is not there; run `hupo models fetch` or set HUPO_ORT_LIBRARY", path.display())]
    RuntimeAbsent {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The file is not a whole shared library. The installation's fault: fetch it again.
    #[error("{} is not a usable ONNX Runtime library ({reason}); fetch it again", path.display())]
    RuntimeDamaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The library is older than this build needs. The installation's fault: install version 1.24 or newer.
    #[error("{} is ONNX Runtime {found}; version {needed} or newer is needed", path.display())]
    RuntimeTooOld {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: String,
        /// The oldest version that serves.
        needed: String,
    },
    /// Another library already serves this process; there can be one only. The caller's fault: use the loaded one.
    #[error("ONNX Runtime is already loaded from {}, so {} cannot be loaded too; one process uses one library", loaded.display(), asked.display())]
    RuntimeTaken {
        /// What is loaded.
        loaded: PathBuf,
        /// What was asked for.
        asked: PathBuf,
    },
    /// The library is whole but would not start. The installation's fault: its own words say why.
    #[error("ONNX Runtime would not start: {reason}")]
    RuntimeFailed {
        /// The library's words.
        reason: String,
    },
    /// There is no manifest, so this folder is no models root. The caller's fault: point at the right folder.
    #[error("{} is not there, so the folder is no models root; point --models or HUPO_MODELS at one", path.display())]
    ManifestAbsent {
        /// Where the manifest was looked for.
        path: PathBuf,
    },
    /// The manifest cannot be read as one. The fault of whoever edited it: put it right.
    #[error("{} cannot be read as a manifest: {reason}", path.display())]
    ManifestUnreadable {
        /// The file.
        path: PathBuf,
        /// Line, column and reason.
        reason: String,
    },
    /// An entry says something that cannot be. The fault of whoever edited the manifest: correct the field.
    #[error("the manifest's entry {entry:?} has a wrong {field}: {reason}")]
    ManifestEntry {
        /// Name of the entry.
        entry: String,
        /// Which field.
        field: &'static str,
        /// What it should be.
        reason: String,
    },
    /// No entry of that name and kind exists. The caller's fault: choose one of the known names.
    #[error("the manifest has no {kind} named {name:?}; it has: {}", known.join(", "))]
    NotListed {
        /// What was looked for.
        kind: &'static str,
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// A listed file is not there. The installation's fault: fetch the models.
    #[error("{} is not there; run `hupo models fetch`", path.display())]
    FileAbsent {
        /// The file.
        path: PathBuf,
    },
    /// A listed file has another size. The installation's fault: fetch it again.
    #[error("{} has {found} bytes, the manifest lists {expected}; fetch it again", path.display())]
    FileSize {
        /// The file.
        path: PathBuf,
        /// Bytes in the manifest.
        expected: u64,
        /// Bytes on disk.
        found: u64,
    },
    /// A listed file has other bytes. The installation's fault: fetch it again.
    #[error("{} has sha256 {found}, the manifest lists {expected}; fetch it again", path.display())]
    FileHash {
        /// The file.
        path: PathBuf,
        /// The sha256 in the manifest.
        expected: String,
        /// The sha256 of what is there.
        found: String,
    },
    /// The centring file of an entry is not there. The installation's fault: restore it, or take it out of the entry.
    #[error("the centring file {} is not there; restore it, or take `centring` out of the manifest", path.display())]
    CentringAbsent {
        /// The file.
        path: PathBuf,
    },
    /// The centring file is another one, or does not fit the model. The installation's fault: restore it.
    #[error("{} cannot be used as a centring file: {reason}; restore it, or take `centring` out of the manifest", path.display())]
    CentringDamaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The disk refused. The machine's fault: its words say why.
    #[error("{} cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's words.
        source: std::io::Error,
    },
    /// ONNX Runtime cannot load the model. The file's fault: fetch it again, or name another one.
    #[error("{} cannot be loaded as a model: {reason}", path.display())]
    ModelLoad {
        /// The file.
        path: PathBuf,
        /// ONNX Runtime's words.
        reason: String,
    },
    /// The model takes or gives something else than the manifest says. The manifest's fault: correct the entry.
    #[error("the model {model:?} does not fit its manifest entry: {reason}")]
    ModelShape {
        /// Name of the model.
        model: String,
        /// What does not fit.
        reason: String,
    },
    /// The tokenizer cannot be loaded. The file's fault: fetch it again.
    #[error("{} cannot be loaded as a tokenizer: {reason}", path.display())]
    TokenizerLoad {
        /// The file.
        path: PathBuf,
        /// The loader's words.
        reason: String,
    },
    /// The tokenizer failed on a text. The tokenizer's fault: leave the text out and report it.
    #[error("a text could not be cut into tokens by {}: {reason}", path.display())]
    Tokenise {
        /// The tokenizer's file.
        path: PathBuf,
        /// The tokenizer's words.
        reason: String,
    },
    /// Nothing of the text reaches the model. The caller's fault: pass text that is not empty.
    #[error("the text holds no token for the model {model:?}; pass text that is not empty")]
    NoTokens {
        /// Name of the model.
        model: String,
    },
    /// A run failed. The model's or the machine's fault: ONNX Runtime's words say which.
    #[error("the model {model:?} failed on a text: {reason}")]
    Run {
        /// Name of the model.
        model: String,
        /// ONNX Runtime's words.
        reason: String,
    },
    /// The model gave numbers that make no vector. The model's fault: another model, or another runtime, is needed.
    #[error("the model {model:?} gave no usable vector: {source}")]
    BadVector {
        /// Name of the model.
        model: String,
        /// What is wrong with the numbers.
        source: VectorError,
    },
    /// The model gave a score that is no number. The model's fault: another model, or another runtime, is needed.
    #[error("the model {model:?} gave a score that is not finite")]
    BadScore {
        /// Name of the model.
        model: String,
    },
    /// The model gives one vector a text and no token states, so MaxSim cannot use it. The caller's fault: choose another.
    #[error("the model {model:?} gives no token states; MaxSim needs an embedder with pooling mean or cls")]
    NoTokenStates {
        /// Name of the model.
        model: String,
    },
}
