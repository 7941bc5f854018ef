//! The promoter beside the server: a thread that does what is due in the spaces, as the server has them open, until the
//! server is told to end.

use crate::extractor::ModelArgs;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use hupo::{RunOutcome, Space};
use hupo_promoter::{BuiltIn, Extractor, Failure, Places, Stop, Told, Worker};
use hupo_server::{Clock, Code, Desk, Promoted};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;

#[derive(Args)]
pub(super) struct Promotion {
    /// Promote what is due in the background, with this extractor [default: not at all]
    #[arg(long, value_enum, value_name = "EXTRACTOR")]
    promote: Option<Which>,
    /// Seconds between two looks for what is due
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    promote_every: u64,
    /// Spaces that are promoted at once, at most
    #[arg(long, value_name = "N", default_value_t = 2)]
    promote_at_once: usize,
    #[command(flatten)]
    model: ModelArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Which {
    /// The built-in rules
    Builtin,
    /// The model at --endpoint
    Model,
}

impl Promotion {
    /// Starts it, if it is wanted. Must be called on the server's runtime.
    pub(super) fn start(&self, desk: &Desk, clock: &Clock, stop: &Stop) -> Result<()> {
        let Some(which) = self.promote else { return Ok(()) };
        let told_by = clock.clone();
        let now: Arc<dyn Fn() -> hupo::Timestamp + Send + Sync> = Arc::new(move || told_by.now());
        let extractor: Box<dyn Extractor> = match which {
            Which::Builtin => Box::new(BuiltIn),
            Which::Model => Box::new(self.model.extractor(now.clone(), stop)?),
        };
        let places = Served { desk: desk.clone(), runtime: Handle::current() };
        let (stop, at_once) = (stop.clone(), self.promote_at_once);
        let every = Duration::from_secs(self.promote_every.max(1));
        let work = move || {
            let tell = |told: &Told<'_>| count(&places.desk, told);
            let worker = Worker { places: &places, extractor: extractor.as_ref(), now, stop, at_once, tell: &tell };
            if let Err(failure) = worker.watch(every) {
                tracing::error!(why = failure.word(), "the promoter ended");
            }
        };
        std::thread::Builder::new().name("hupo-promoter".to_owned()).spawn(work).context("starting the promoter")?;
        Ok(())
    }
}

/// The spaces of a server.
struct Served {
    desk: Desk,
    runtime: Handle,
}

impl Places for Served {
    fn names(&self) -> Result<Vec<String>, Failure> {
        self.desk.names().map_err(|problem| Failure::NoSpace { why: problem.code.name() })
    }

    fn is_open(&self, name: &str) -> bool {
        self.desk.is_open(name)
    }

    fn on_space(&self, name: &str, work: &mut dyn FnMut(&Space) -> Result<(), Failure>) -> Result<(), Failure> {
        let mut done = Ok(());
        let had = self.desk.beside(&self.runtime, name, |space| {
            done = work(space);
            Ok(())
        });
        match had {
            Ok(()) => done,
            Err(problem) if problem.code == Code::Unavailable => Err(Failure::Stopped),
            Err(problem) => Err(Failure::NoSpace { why: problem.code.name() }),
        }
    }
}

/// Counts what happened, for whoever watches the server.
fn count(desk: &Desk, told: &Told<'_>) {
    match told {
        Told::Failed { failure, .. } => desk.count_promotion_failure(failure.word()),
        Told::Ended { due, report, .. } => {
            let none = std::collections::BTreeMap::new();
            let (outcome, verdicts, tokens) = match &report.outcome {
                RunOutcome::Closed { run } => ("closed", &run.verdicts, run.tokens),
                RunOutcome::ClosedBefore { .. } => ("closed_before", &none, hupo::Tokens::default()),
                RunOutcome::Overtaken { .. } => ("overtaken", &none, hupo::Tokens::default()),
                RunOutcome::NotKept => ("not_kept", &none, hupo::Tokens::default()),
            };
            desk.count_promotion(&Promoted { duty: due.duty(), outcome, verdicts, tokens });
        }
    }
}

#[cfg(test)]
mod tests;
