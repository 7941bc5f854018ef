//! What a caller may choose when models are opened.

use std::path::PathBuf;

/// Choices for `Models::open`. The default serves an embedded engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The ONNX Runtime library (HUPO_ORT_LIBRARY); without it, the one in the manifest.
    pub library: Option<PathBuf>,
    /// The embedder by name; without it, the manifest's default.
    pub embedder: Option<String>,
    /// What orders the candidates.
    pub reranker: RerankerChoice,
    /// How many texts a model may run at once. Each session is opened when first needed and takes the model's size in
    /// memory. As many as cores; by default the machine's cores, four at most.
    pub sessions: usize,
    /// Compare every file with the sha256 in the manifest, not only its size.
    pub verify: bool,
}

/// Which reranker to use.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum RerankerChoice {
    /// The manifest's default cross-encoder; MaxSim if it is missing.
    #[default]
    Default,
    /// This cross-encoder of the manifest; MaxSim if it is missing.
    Named(String),
    /// MaxSim over the embedder.
    MaxSim,
    /// None: the fused order stands.
    Off,
}

impl Default for Options {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let reranker = RerankerChoice::default();
        Self { library: None, embedder: None, reranker, sessions: cores.min(4), verify: false }
    }
}
