//! What models there are. A missing one is a value, not an error: the engine runs with what there is and says so.

use crate::cross_encoder::CrossEncoder;
use crate::embedder::Embedder;
use crate::files;
use crate::manifest::{Manifest, ModelEntry, ModelKind};
use crate::max_sim::MaxSim;
use crate::reranker::Reranker;
use crate::tokens::Tokens;
use crate::{Error, Missing, Options, RerankerChoice, Runtime};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The models of a folder, as far as they are there.
#[derive(Default)]
pub struct Models {
    /// Text to vector.
    pub embedder: Option<Arc<Embedder>>,
    /// (Question, passage) to score: the cross-encoder, or MaxSim in its place, or nothing.
    pub reranker: Option<Reranker>,
    /// What was wanted and is not there, with the reason and what to do.
    pub missing: Vec<Missing>,
}

impl Models {
    /// Opens what `dir/manifest.json` lists and `options` choose. Never fails; see `missing`.
    ///
    /// Loads the runtime library if this is the first use in the process, so call it before other threads are busy.
    pub fn open(dir: &Path, options: &Options) -> Self {
        let opened = Manifest::read(dir).and_then(|manifest| {
            let runtime = runtime(dir, &manifest, options)?;
            Ok(Opening { dir, options, runtime, tokens: shared_tokens(dir, &manifest), manifest })
        });
        match opened {
            Ok(opening) => opening.models(),
            Err(reason) => Self { missing: vec![Missing::new(ModelKind::Runtime, reason)], ..Self::default() },
        }
    }
}

fn runtime(dir: &Path, manifest: &Manifest, options: &Options) -> Result<Runtime, Error> {
    if let Some(library) = &options.library {
        return Runtime::load(library);
    }
    let unlisted = || Error::NotListed { kind: "runtime", name: "onnxruntime".into(), known: Vec::new() };
    let entry = manifest.runtime().ok_or_else(unlisted)?;
    let file = entry.files.first().ok_or_else(unlisted)?;
    let library = entry.path(dir, &file.name);
    if !library.exists() {
        return Err(Error::RuntimeAbsent { path: library });
    }
    files::check(dir, entry, options.verify)?;
    Runtime::load(&library)
}

/// One tokenizer for all entries whose `tokenizer.json` is listed with the same hash; else one for each.
fn shared_tokens(dir: &Path, manifest: &Manifest) -> HashMap<String, Arc<Tokens>> {
    let mut by_hash: HashMap<&str, Arc<Tokens>> = HashMap::new();
    let mut by_name = HashMap::new();
    for entry in &manifest.models {
        let fresh = || Arc::new(Tokens::new(entry.path(dir, "tokenizer.json")));
        let hash = entry.listed("tokenizer.json").and_then(|file| file.sha256.as_deref());
        let tokens = hash.map_or_else(fresh, |hash| Arc::clone(by_hash.entry(hash).or_insert_with(fresh)));
        by_name.insert(entry.name.clone(), tokens);
    }
    by_name
}

struct Opening<'a> {
    dir: &'a Path,
    options: &'a Options,
    runtime: Runtime,
    manifest: Manifest,
    tokens: HashMap<String, Arc<Tokens>>,
}

impl Opening<'_> {
    /// The two models load at the same time: each takes about a tenth of a second of one core.
    fn models(&self) -> Models {
        let (embedder, cross_encoder) = std::thread::scope(|scope| {
            let second = scope.spawn(|| self.cross_encoder());
            (self.embedder(), second.join())
        });
        let cross_encoder = cross_encoder.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let mut models = Models::default();
        models.embedder = models.keep(ModelKind::Embedder, embedder);
        let cross_encoder = models.keep(ModelKind::Reranker, cross_encoder);
        models.reranker = cross_encoder.map(Reranker::CrossEncoder).or_else(|| self.max_sim(models.embedder.as_ref()));
        models
    }

    fn embedder(&self) -> Result<Option<Arc<Embedder>>, Error> {
        let Some(name) = self.options.embedder.as_ref().or(self.manifest.default_embedder.as_ref()) else {
            return Ok(None);
        };
        let (entry, tokens) = self.entry(ModelKind::Embedder, name)?;
        let embedder = Embedder::open(&self.runtime, self.dir, entry, tokens, self.options.sessions)?;
        Ok(Some(Arc::new(embedder)))
    }

    fn cross_encoder(&self) -> Result<Option<Arc<CrossEncoder>>, Error> {
        let chosen = match &self.options.reranker {
            RerankerChoice::Default => self.manifest.default_reranker.as_ref(),
            RerankerChoice::Named(name) => Some(name),
            RerankerChoice::MaxSim | RerankerChoice::Off => None,
        };
        let Some(name) = chosen else { return Ok(None) };
        let (entry, tokens) = self.entry(ModelKind::Reranker, name)?;
        let model = CrossEncoder::open(&self.runtime, self.dir, entry, tokens, self.options.sessions)?;
        Ok(Some(Arc::new(model)))
    }

    fn max_sim(&self, embedder: Option<&Arc<Embedder>>) -> Option<Reranker> {
        let wanted = self.options.reranker != RerankerChoice::Off;
        let embedder = embedder.filter(|embedder| wanted && embedder.gives_token_states())?;
        MaxSim::new(Arc::clone(embedder)).ok().map(|model| Reranker::MaxSim(Arc::new(model)))
    }

    fn entry(&self, kind: ModelKind, name: &str) -> Result<(&ModelEntry, Arc<Tokens>), Error> {
        let entry = self.manifest.entry(kind, name)?;
        files::check(self.dir, entry, self.options.verify)?;
        let fresh = || Arc::new(Tokens::new(PathBuf::from(self.dir).join(&entry.folder).join("tokenizer.json")));
        Ok((entry, self.tokens.get(name).map_or_else(fresh, Arc::clone)))
    }
}

impl Models {
    fn keep<T>(&mut self, part: ModelKind, opened: Result<Option<T>, Error>) -> Option<T> {
        opened.unwrap_or_else(|reason| {
            self.missing.push(Missing::new(part, reason));
            None
        })
    }
}
