//! How a root is opened.

use std::path::PathBuf;

/// When documents get their vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Embed {
    /// Before the write is committed, so that every leg sees it at once.
    #[default]
    BeforeCommit,
    /// Later, by [`crate::Space::embed_waiting`]: the write is acknowledged first, and answers say how many wait.
    Later,
}

/// How a root is opened. The default needs no files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The folder of models (it holds `manifest.json`); `None` runs on the keyword and graph legs.
    pub models: Option<PathBuf>,
    /// The ONNX Runtime library; `None` takes the one the manifest lists.
    pub runtime: Option<PathBuf>,
    /// When documents get their vectors.
    pub embed: Embed,
    /// Threads that run the legs of one recall at once.
    pub threads: usize,
    /// Page cache of one space's store, in bytes.
    pub cache_bytes: usize,
    /// Eligible vectors above which HNSW serves instead of the exact scan.
    pub hnsw_above: usize,
}

impl Default for Options {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            models: None,
            runtime: None,
            embed: Embed::default(),
            threads: cores.min(3),
            cache_bytes: hupo_store::Options::default().cache_bytes,
            hnsw_above: hupo_vector::Options::default().hnsw_above,
        }
    }
}
