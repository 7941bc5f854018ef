//! The model that promotion asks, as it is named on the command line; the key is in the environment and nowhere else.

use crate::failure::Usage;
use anyhow::{Context, Result};
use clap::Args;
use hupo::Timestamp;
use hupo_promoter::{ApiKey, Budget, Endpoint, EndpointOptions, ModelExtractor, ModelOptions, Pace, Stop, Tries};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Where the key is, if nothing else is said.
const KEY: &str = "HUPO_PROMOTER_KEY";

#[derive(Args, Debug, Clone)]
pub(crate) struct ModelArgs {
    /// Base URL of an OpenAI-compatible chat endpoint, such as http://127.0.0.1:8080/v1
    #[arg(long, value_name = "URL", env = "HUPO_PROMOTER_ENDPOINT")]
    endpoint: Option<String>,
    /// The model's name, as the endpoint knows it
    #[arg(long, value_name = "NAME", env = "HUPO_PROMOTER_MODEL")]
    model: Option<String>,
    /// Name of the environment variable that holds the endpoint's key
    #[arg(long, value_name = "VARIABLE", default_value = KEY)]
    key_env: String,
    /// Tokens one run may cost, read and written [default: any]
    #[arg(long, value_name = "N")]
    tokens_per_run: Option<u64>,
    /// Tokens one space may cost in a day of its zone [default: any]
    #[arg(long, value_name = "N")]
    tokens_per_day: Option<u64>,
    /// Seconds the endpoint may take for a whole answer
    #[arg(long, value_name = "SECONDS", default_value_t = 180)]
    answer_seconds: u64,
    /// Tokens an answer has at most
    #[arg(long, value_name = "N", default_value_t = 4_096)]
    answer_tokens: u64,
    /// How often the endpoint is tried
    #[arg(long, value_name = "N", default_value_t = 4)]
    tries: u32,
    /// Keep what the model says, word for word, in this folder [default: not kept]
    #[arg(long, value_name = "DIR")]
    keep_raw: Option<PathBuf>,
}

impl ModelArgs {
    /// The extractor that asks this model. Nothing is sent yet.
    pub(crate) fn extractor(
        &self,
        now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
        stop: &Stop,
    ) -> Result<ModelExtractor> {
        let wanted = |what: &Option<String>, option: &str| {
            what.clone().ok_or_else(|| Usage(format!("the model extractor needs {option}; see docs/promotion.md")))
        };
        let options = EndpointOptions {
            key: self.key()?,
            answer: Duration::from_secs(self.answer_seconds.max(1)),
            answer_tokens: self.answer_tokens,
            tries: Tries { most: self.tries.max(1), ..Tries::default() },
            ..EndpointOptions::new(wanted(&self.endpoint, "--endpoint")?, wanted(&self.model, "--model")?)
        };
        let endpoint = Endpoint::new(options, Pace::of(now, stop.clone())).map_err(|error| Usage(error.to_string()))?;
        Ok(ModelExtractor::new(endpoint, self.options(stop)))
    }

    /// What may be spent and what is kept.
    pub(crate) fn options(&self, stop: &Stop) -> ModelOptions {
        let budget = Budget { per_run: self.tokens_per_run, per_day: self.tokens_per_day };
        ModelOptions { budget, keep_raw: self.keep_raw.clone(), stop: stop.clone() }
    }

    fn key(&self) -> Result<Option<ApiKey>> {
        match std::env::var(&self.key_env) {
            Ok(text) => Ok(Some(ApiKey::new(&text).with_context(|| format!("reading the key in {}", self.key_env))?)),
            Err(std::env::VarError::NotPresent) => Ok(None),
            Err(error) => Err(error).with_context(|| format!("reading the key in {}", self.key_env)),
        }
    }
}
