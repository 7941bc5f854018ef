//! MaxSim: a reranker without weights of its own, from the embedder's token states.

use crate::Error;
use crate::cache::Cache;
use crate::embedder::{Embedder, Part};
use crate::reranker::Scores;
use crate::spread::spread;
use crate::token_states::TokenStates;
use std::sync::Arc;

/// Numbers kept of passages' states: 64 MB, or about 440 passages of 100 tokens and 384 dimensions.
const NUMBERS_KEPT: usize = 16 << 20;

/// Late interaction over an embedder. A passage costs one run of the embedder until its states are kept.
pub struct MaxSim {
    embedder: Arc<Embedder>,
    name: String,
    passages: Cache<[u8; 16], TokenStates>,
}

impl MaxSim {
    /// Fails with `NoTokenStates` if the embedder pools by itself.
    pub fn new(embedder: Arc<Embedder>) -> Result<Self, Error> {
        if !embedder.gives_token_states() {
            return Err(Error::NoTokenStates { model: embedder.name().to_owned() });
        }
        let name = format!("maxsim over {}", embedder.name());
        Ok(Self { embedder, name, passages: Cache::new(NUMBERS_KEPT) })
    }

    /// `maxsim over` and the embedder's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The mean best cosine of each passage, -1 to 1; 0 if the question or the passage has no token of its own.
    ///
    /// When `stop` says `true` no further passage is begun, and those not begun are `None`. Fails as `Embedder::embed_query`.
    pub fn score(&self, query: &str, passages: &[&str], stop: &dyn Fn() -> bool) -> Result<Scores, Error> {
        if passages.is_empty() || stop() {
            return Ok(vec![None; passages.len()]);
        }
        let question = self.embedder.token_states(Part::Query, query)?;
        let work = |i: usize| {
            let states = self.states(passages.get(i).copied().unwrap_or_default())?;
            Ok(question.max_sim(&states).unwrap_or(0.0))
        };
        spread(passages.len(), self.embedder.workers(), &|_| stop(), &work)
    }

    fn states(&self, passage: &str) -> Result<TokenStates, Error> {
        let mut key = [0; 16];
        blake3::Hasher::new().update(passage.as_bytes()).finalize_xof().fill(&mut key);
        if let Some(states) = self.passages.get(&key) {
            return Ok(states);
        }
        let states = self.embedder.token_states(Part::Passage, passage)?;
        self.passages.put(key, states.clone(), states.weight());
        Ok(states)
    }
}
