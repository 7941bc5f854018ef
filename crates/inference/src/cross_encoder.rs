//! A cross-encoder: question and passage read together, one relevance logit.

use crate::cache::Cache;
use crate::manifest::ModelEntry;
use crate::network::{Network, Wanted};
use crate::reranker::Scores;
use crate::spread::spread;
use crate::tokens::Tokens;
use crate::{Error, Runtime};
use std::path::Path;
use std::sync::Arc;
use tokenizers::Encoding;

/// Scores kept: about 2 MB.
const SCORES_KEPT: usize = 16_384;

/// A model of pairs. A pair's score is its own, whatever other passages are scored with it.
pub struct CrossEncoder {
    entry: ModelEntry,
    tokens: Arc<Tokens>,
    network: Network,
    scores: Cache<Key, f32>,
}

/// A hash of question and passage; the cache belongs to one model.
type Key = [u8; 16];

impl CrossEncoder {
    pub(crate) fn open(
        runtime: &Runtime,
        root: &Path,
        entry: &ModelEntry,
        tokens: Arc<Tokens>,
        sessions: usize,
    ) -> Result<Self, Error> {
        let wanted = Wanted { names: &["logits"], rank: 2, last: 1, exact: true };
        let network = Network::open(runtime, &entry.path(root, "model.onnx"), &entry.name, sessions, wanted)?;
        Ok(Self { entry: entry.clone(), tokens, network, scores: Cache::new(SCORES_KEPT) })
    }

    /// Its name in the manifest.
    pub fn name(&self) -> &str {
        &self.entry.name
    }

    /// A logit for each passage, in their order; passages are begun in that order, so put the likely ones first.
    ///
    /// When `stop` says `true` no further passage is begun, and those not begun are `None`.
    /// Fails with `TokenizerLoad`, `Tokenise`, `Run`, `ModelShape` or `BadScore`.
    pub fn score(&self, query: &str, passages: &[&str], stop: &dyn Fn() -> bool) -> Result<Scores, Error> {
        let keys: Vec<Key> = passages.iter().map(|passage| key(query, passage)).collect();
        let mut scores: Scores = keys.iter().map(|key| self.scores.get(key)).collect();
        let open: Vec<usize> = (0..scores.len()).filter(|&i| scores.get(i) == Some(&None)).collect();
        if open.is_empty() {
            return Ok(scores);
        }
        let question = self.tokens.question(query, self.entry.query_tokens)?;
        let passage = |i: usize| open.get(i).and_then(|&i| passages.get(i)).copied().unwrap_or_default();
        let work = |i| self.pair(&question, passage(i));
        let found = spread(open.len(), self.network.workers(), &|_| stop(), &work)?;
        for (&at, score) in open.iter().zip(found) {
            if let (Some(place), Some(key), Some(score)) = (scores.get_mut(at), keys.get(at), score) {
                self.scores.put(*key, score, 1);
                *place = Some(score);
            }
        }
        Ok(scores)
    }

    fn pair(&self, question: &Encoding, passage: &str) -> Result<f32, Error> {
        let tokens = self.tokens.pair(question, passage, self.entry.max_tokens)?;
        let score = self.network.run(&tokens, |logits| logits.first().copied())?;
        score.filter(|score| score.is_finite()).ok_or_else(|| Error::BadScore { model: self.entry.name.clone() })
    }
}

/// The question's length goes in first, so that no two pairs join to the same bytes.
fn key(query: &str, passage: &str) -> Key {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&(query.len() as u64).to_le_bytes()).update(query.as_bytes()).update(passage.as_bytes());
    let mut key = Key::default();
    hasher.finalize_xof().fill(&mut key);
    key
}
