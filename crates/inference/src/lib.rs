//! Text to vector, and (question, text) to score: local ONNX models, where they come from, and what to do without them.
//!
//! `Models::open` takes a models root (a folder with `manifest.json`) and gives what is there; a missing model, or a missing
//! runtime library, is a value that says what to do. Everything is synchronous, `Send + Sync`, and runs one text at a time,
//! so that a text's numbers depend on the text and the model alone. No other crate knows `ort` or `tokenizers`.
//!
//! ```no_run
//! use hupo_inference::{Models, Options};
//! # fn main() -> Result<(), hupo_inference::Error> {
//! let models = Models::open("models".as_ref(), &Options::default());
//! for missing in &models.missing {
//!     eprintln!("{} ({})", missing.reason, missing.remedy);
//! }
//! if let Some(embedder) = &models.embedder {
//!     let question = embedder.embed_query("小雨什么时候搬去里斯本？")?;
//!     let passage = embedder.embed_passage("小雨明年春天搬去里斯本。")?;
//!     assert_eq!(question.dimension(), passage.dimension());
//! }
//! if let Some(reranker) = &models.reranker {
//!     let scores = reranker.score("When does Lily move?", &["In spring.", "We had coffee."], &|| false)?;
//!     assert_eq!(scores.len(), 2);
//! }
//! # Ok(())
//! # }
//! ```

mod cache;
mod centring;
mod cross_encoder;
mod embedder;
mod error;
mod files;
mod identity;
mod language;
mod library;
mod manifest;
mod max_sim;
mod missing;
mod models;
mod network;
mod options;
mod pool;
mod pooling;
mod reranker;
mod runtime;
mod spread;
#[cfg(test)]
mod tests;
mod token_states;
mod tokens;

pub use cache::CacheCounts;
pub use cross_encoder::CrossEncoder;
pub use embedder::{Embedder, Part};
pub use error::Error;
pub use manifest::{Manifest, ModelEntry, ModelFile, ModelKind, Pooling};
pub use max_sim::MaxSim;
pub use missing::Missing;
pub use models::Models;
pub use options::{Options, RerankerChoice};
pub use reranker::{Reranker, Scores};
pub use runtime::Runtime;
pub use token_states::TokenStates;
