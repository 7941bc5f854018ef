//! Text to vector.

use crate::cache::{Cache, CacheCounts};
use crate::centring::Centring;
use crate::identity::identity;
use crate::language::han_share;
use crate::manifest::{ModelEntry, Pooling};
use crate::network::{Network, Wanted};
use crate::pooling::pool;
use crate::spread::spread;
use crate::token_states::TokenStates;
use crate::tokens::Tokens;
use crate::{Error, Runtime};
use hupo_types::{ModelIdentity, UnitVector, VectorError};
use std::path::Path;
use std::sync::Arc;
use tokenizers::Encoding;

/// Question vectors kept: of 384 numbers, about 3 MB.
const QUERIES_KEPT: usize = 2048;

/// An embedding model: texts in, unit vectors out. Shared by threads; the same text gives the same vector, in any company.
pub struct Embedder {
    entry: ModelEntry,
    identity: ModelIdentity,
    tokens: Arc<Tokens>,
    network: Network,
    centring: Option<Centring>,
    queries: Cache<Arc<str>, UnitVector>,
}

/// Whether a text asks or answers: some models want another prefix for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A question.
    Query,
    /// What is searched.
    Passage,
}

impl Embedder {
    pub(crate) fn open(
        runtime: &Runtime,
        root: &Path,
        entry: &ModelEntry,
        tokens: Arc<Tokens>,
        sessions: usize,
    ) -> Result<Self, Error> {
        let centring = Centring::open(root, entry)?;
        let path = entry.path(root, "model.onnx");
        let network = Network::open(runtime, &path, &entry.name, sessions, wanted(entry))?;
        let identity = identity(root, entry, centring.as_ref().map(|centring| centring.hash.as_str()))?;
        let queries = Cache::new(QUERIES_KEPT);
        Ok(Self { entry: entry.clone(), identity, tokens, network, centring, queries })
    }

    /// Its name in the manifest.
    pub fn name(&self) -> &str {
        &self.entry.name
    }

    /// What a space records with its vectors: name, dimension, and a sha256 over all that decides the numbers: weights,
    /// tokenizer, prefixes, pooling, passage length and centring.
    pub fn identity(&self) -> &ModelIdentity {
        &self.identity
    }

    /// Numbers in a vector.
    pub fn dimension(&self) -> usize {
        self.entry.dimension
    }

    /// The vector of a question, from a cache of the last 2,048 if it was asked before.
    ///
    /// Fails with `TokenizerLoad`, `Tokenise`, `NoTokens`, `Run`, `ModelShape` or `BadVector`.
    pub fn embed_query(&self, text: &str) -> Result<UnitVector, Error> {
        let key: Arc<str> = text.into();
        if let Some(vector) = self.queries.get(&key) {
            return Ok(vector);
        }
        let vector = self.embed(Part::Query, text)?;
        self.queries.put(key, vector.clone(), 1);
        Ok(vector)
    }

    /// How often a question's vector was in the cache, and how often it was not.
    pub fn query_cache(&self) -> CacheCounts {
        self.queries.counts()
    }

    /// The vector of a text to be searched; what is beyond the entry's `passage_tokens` is not read. Fails as `embed_query`.
    pub fn embed_passage(&self, text: &str) -> Result<UnitVector, Error> {
        self.embed(Part::Passage, text)
    }

    /// The vectors of many texts, each the same as [`Self::embed_passage`] gives, on as many threads as there are sessions.
    ///
    /// `progress` hears how many are done, on the caller's thread. Long texts go first, so that no thread ends late.
    /// Fails as `embed_query`, with the first text that fails.
    pub fn embed_passages(&self, texts: &[&str], progress: &dyn Fn(usize)) -> Result<Vec<UnitVector>, Error> {
        let mut order: Vec<(usize, &str)> = texts.iter().copied().enumerate().collect();
        order.sort_by_key(|(_, text)| std::cmp::Reverse(text.len()));
        let between = |done| {
            progress(done);
            false
        };
        let work = |i: usize| order.get(i).map_or(Ok(None), |(_, text)| self.embed_passage(text).map(Some));
        let vectors = spread(texts.len(), self.network.workers(), &between, &work)?;
        progress(texts.len());
        let mut found: Vec<(usize, UnitVector)> =
            order.iter().zip(vectors).filter_map(|((at, _), vector)| Some((*at, vector??))).collect();
        found.sort_by_key(|(at, _)| *at);
        Ok(found.into_iter().map(|(_, vector)| vector).collect())
    }

    /// The states of a text's own tokens, for MaxSim; they are not centred.
    ///
    /// Fails as `embed_query`, and with `NoTokenStates` if the model pools by itself.
    pub fn token_states(&self, part: Part, text: &str) -> Result<TokenStates, Error> {
        if !self.gives_token_states() {
            return Err(Error::NoTokenStates { model: self.entry.name.clone() });
        }
        let tokens = self.tokenise(part, text)?;
        let own = own_tokens(&tokens, self.prefix(part).len());
        let states = self.network.run(&tokens, |states| TokenStates::new(states, self.dimension(), own))?;
        states.map_err(|source| self.bad(source))
    }

    /// Whether [`Self::token_states`] works: the model gives a state a token.
    pub fn gives_token_states(&self) -> bool {
        match self.entry.pooling {
            Pooling::Mean | Pooling::Cls => true,
            Pooling::None => false,
        }
    }

    pub(crate) fn workers(&self) -> usize {
        self.network.workers()
    }

    fn embed(&self, part: Part, text: &str) -> Result<UnitVector, Error> {
        let tokens = self.tokenise(part, text)?;
        let pooled = self.network.run(&tokens, |states| pool(self.entry.pooling, states, self.dimension()))?;
        let vector = UnitVector::new(pooled.unwrap_or_default()).map_err(|source| self.bad(source))?;
        let Some(centring) = &self.centring else { return Ok(vector) };
        Ok(centring.centre(part, han_share(self.read(part, text, &tokens)), vector))
    }

    /// The part of `text` that the model reads: what lies beyond it may not change the vector.
    fn read<'text>(&self, part: Part, text: &'text str, tokens: &Encoding) -> &'text str {
        let end = tokens.get_offsets().iter().map(|&(_, end)| end).max().unwrap_or(0);
        text.get(..end.saturating_sub(self.prefix(part).len())).unwrap_or(text)
    }

    fn tokenise(&self, part: Part, text: &str) -> Result<Encoding, Error> {
        self.tokens.single(&format!("{}{text}", self.prefix(part)), self.entry.passage_tokens)
    }

    fn prefix(&self, part: Part) -> &str {
        match part {
            Part::Query => &self.entry.query_prefix,
            Part::Passage => &self.entry.passage_prefix,
        }
    }

    fn bad(&self, source: VectorError) -> Error {
        Error::BadVector { model: self.entry.name.clone(), source }
    }
}

/// For each token, whether it belongs to the text rather than to the prefix or the template.
fn own_tokens(tokens: &Encoding, prefix: usize) -> impl Iterator<Item = bool> {
    let special = tokens.get_special_tokens_mask().iter();
    special.zip(tokens.get_offsets()).map(move |(&special, &(_, end))| special == 0 && end > prefix)
}

fn wanted(entry: &ModelEntry) -> Wanted {
    match entry.pooling {
        Pooling::Mean | Pooling::Cls => {
            Wanted { names: &["last_hidden_state", "token_embeddings"], rank: 3, last: entry.dimension, exact: false }
        }
        Pooling::None => Wanted { names: &["sentence_embedding"], rank: 2, last: entry.dimension, exact: false },
    }
}
