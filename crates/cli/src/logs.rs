//! What the libraries have to say goes to stderr; `HUPO_LOG` chooses how much, as in `HUPO_LOG=debug`.

mod json;

use crate::args::{Cli, Verb};
use tracing::{Level, Metadata};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt, registry};

/// Libraries of the wire that log whole messages when they are asked for more than warnings.
const TALKATIVE: [&str; 7] = ["rmcp", "h2", "hyper", "hyper_util", "tonic", "tower", "axum"];

/// How the log is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub(crate) enum LogFormat {
    /// For a terminal.
    #[default]
    Text,
    /// An object a line, without the words of anybody's messages.
    Json,
}

/// Begins to write the log as the command asks.
pub(crate) fn to_stderr(cli: &Cli) {
    let (mut format, mut usual) = (LogFormat::Text, "error");
    if let Verb::Serve(serve) = &cli.verb {
        (format, usual) = (serve.log_format(), "warn,hupo_server=info");
    }
    let chosen = EnvFilter::try_from_env("HUPO_LOG").unwrap_or_else(|_| EnvFilter::new(usual));
    let layer = match format {
        LogFormat::Text => fmt::layer().with_writer(std::io::stderr).without_time().boxed(),
        LogFormat::Json => fmt::layer().with_writer(std::io::stderr).event_format(json::Json).boxed(),
    };
    let quiet = layer.with_filter(filter_fn(may_be_written));
    // Fails only if a subscriber is set already, which nobody else does.
    drop(registry().with(chosen).with(quiet).try_init());
}

/// Whatever is asked for, the libraries of the wire write no message down.
fn may_be_written(about: &Metadata<'_>) -> bool {
    let library = about.target().split("::").next().unwrap_or_default();
    !TALKATIVE.contains(&library) || *about.level() <= Level::WARN
}

#[cfg(test)]
mod tests;
