//! The models of a root, shared by its spaces.

use crate::{Error, Options};
use hupo_inference::{Embedder, MaxSim, Models, Reranker};
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The models that are there.
pub(crate) struct Loaded {
    pub(crate) embedder: Option<Arc<Embedder>>,
    pub(crate) reranker: Option<Reranker>,
    pub(crate) max_sim: Option<Reranker>,
    report: ModelsReport,
}

/// Which models a root runs on, and which it lacks.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct ModelsReport {
    /// The embedder's name.
    pub embedder: Option<String>,
    /// The reranker's name.
    pub reranker: Option<String>,
    /// What was wanted and is not there.
    pub missing: Vec<MissingModel>,
}

impl ModelsReport {
    /// The kinds of model it runs without, each once, sorted, whether they were wanted or not.
    pub fn lacking(&self) -> Vec<String> {
        let mut kinds: BTreeSet<String> = self.missing.iter().map(|missing| missing.what.clone()).collect();
        let there = [("embedder", self.embedder.is_some()), ("reranker", self.reranker.is_some())];
        kinds.extend(there.iter().filter(|(_, is_there)| !is_there).map(|(kind, _)| (*kind).to_owned()));
        kinds.into_iter().collect()
    }
}

/// A model that is not there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissingModel {
    /// What kind of model.
    pub what: String,
    /// Why it is missing.
    pub reason: String,
    /// What to do.
    pub remedy: String,
}

impl Loaded {
    /// Opens the models the options name. Never fails: what is missing is said in the report.
    pub(crate) fn open(options: &Options) -> Self {
        let models = match &options.models {
            Some(dir) => Models::open(dir, &inference_options(options)),
            None => Models::default(),
        };
        let embedder = models.embedder;
        let max_sim =
            embedder.clone().filter(|embedder| embedder.gives_token_states()).and_then(|e| MaxSim::new(e).ok());
        let mut report = ModelsReport {
            embedder: embedder.as_ref().map(|embedder| embedder.name().to_owned()),
            reranker: models.reranker.as_ref().map(|reranker| reranker.name().to_owned()),
            missing: Vec::new(),
        };
        report.missing = models.missing.iter().map(missing).collect();
        if options.models.is_none() {
            report.missing.push(none_named());
        }
        Self { embedder, reranker: models.reranker, max_sim: max_sim.map(|m| Reranker::MaxSim(Arc::new(m))), report }
    }

    pub(crate) fn report(&self) -> &ModelsReport {
        &self.report
    }

    /// The embedder, or why there is none.
    pub(crate) fn embedder(&self) -> Result<&Arc<Embedder>, Error> {
        let reason = || self.report.missing.first().map_or_else(String::new, |m| format!("{}; {}", m.reason, m.remedy));
        self.embedder.as_ref().ok_or_else(|| Error::NoEmbedder { reason: reason() })
    }
}

fn inference_options(options: &Options) -> hupo_inference::Options {
    hupo_inference::Options { library: options.runtime.clone(), ..hupo_inference::Options::default() }
}

fn missing(missing: &hupo_inference::Missing) -> MissingModel {
    MissingModel { what: missing.what.word().into(), reason: missing.reason.to_string(), remedy: missing.remedy.into() }
}

fn none_named() -> MissingModel {
    MissingModel {
        what: "embedder".into(),
        reason: "no models folder was named".into(),
        remedy: "fetch the models and name their folder in the options".into(),
    }
}
