//! `hupo promote`: what was said becomes proposals, by the built-in rules or by a model.

mod dry;
mod heard;

use super::serve::signals::Signals;
use crate::clock;
use crate::extractor::ModelArgs;
use crate::failure::Usage;
use crate::render;
use crate::shell::Shell;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use heard::Heard;
use hupo::{Hupo, Timestamp};
use hupo_promoter::{BuiltIn, Extractor, Root, Stop, Told, Worker};
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::time::Duration;

#[derive(Args)]
pub(crate) struct Promote {
    /// All spaces, taking turns, and not only the one that is named or the only one
    #[arg(long)]
    all: bool,
    /// Do what is due now, and end; this is what is done without --watch
    #[arg(long, conflicts_with = "watch")]
    once: bool,
    /// Go on doing what becomes due, until a signal to end
    #[arg(long, conflicts_with = "dry_run")]
    watch: bool,
    /// While watching, seconds between two looks
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    every: u64,
    /// Who makes the proposals
    #[arg(long, value_enum, value_name = "EXTRACTOR", default_value_t = Which::Builtin)]
    extractor: Which,
    /// Say what is due, and what the built-in rules would propose and be answered; nothing is written or sent
    #[arg(long)]
    dry_run: bool,
    /// Spaces that are promoted at once, at most
    #[arg(long, value_name = "N", default_value_t = 2)]
    at_once: usize,
    #[command(flatten)]
    model: ModelArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Which {
    /// The built-in rules; no model, and nothing leaves the machine
    Builtin,
    /// The model at --endpoint
    Model,
}

impl Promote {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<ExitCode> {
        let stop = Stop::default();
        let fixed = shell.globals.now;
        let now: Arc<dyn Fn() -> Timestamp + Send + Sync> = Arc::new(move || fixed.unwrap_or_else(clock::now));
        if self.watch && fixed.is_some() {
            return Err(Usage("--watch goes by the clock; leave --now away".into()).into());
        }
        if self.all && shell.globals.space.is_some() {
            return Err(Usage("--all and --space say two things; give one of them".into()).into());
        }
        let hupo = shell.open()?;
        let names = self.names(shell, &hupo)?;
        if self.dry_run {
            return dry::run(shell, &hupo, &names, self.extractor == Which::Builtin);
        }
        let extractor: Box<dyn Extractor> = match self.extractor {
            Which::Builtin => Box::new(BuiltIn),
            Which::Model => Box::new(self.model.extractor(now.clone(), &stop)?),
        };
        listen(&stop)?;
        let places = if self.all { Root::all(hupo.clone()) } else { Root::only(hupo.clone(), names) };
        self.work(shell, (&places, extractor.as_ref()), (now, stop))
    }

    fn names(&self, shell: &Shell, hupo: &Hupo) -> Result<Vec<String>> {
        if self.all { Ok(hupo.spaces()?) } else { Ok(vec![shell.space_name(hupo)?]) }
    }

    fn work(
        &self,
        shell: &mut Shell,
        (places, extractor): (&Root, &dyn Extractor),
        (now, stop): (Arc<dyn Fn() -> Timestamp + Send + Sync>, Stop),
    ) -> Result<ExitCode> {
        let mut heard = Heard::new(shell, self.watch);
        let (say, said) = mpsc::channel();
        // The worker has threads of its own; what it tells is printed here.
        let worked = std::thread::scope(|threads| {
            let worker = threads.spawn(|| {
                let tell = move |told: &Told<'_>| drop(say.send(heard::row(told)));
                let stop = stop.clone();
                let worker = Worker { places, extractor, now, stop, at_once: self.at_once, tell: &tell };
                if self.watch { worker.watch(Duration::from_secs(self.every.max(1))) } else { worker.once().map(drop) }
            });
            let printed = said.iter().try_for_each(|row| heard.hear(row, shell));
            if printed.is_err() {
                stop.stop();
            }
            (worker.join(), printed)
        });
        let (Ok(worked), printed) = worked else { anyhow::bail!("the worker fell over; what was closed stays closed") };
        worked?;
        printed?;
        let sum = heard.sum(stop.is_told());
        if shell.globals.json {
            let sum = render::promotion_json(&sum);
            if self.watch { shell.out.line(sum.to_string())? } else { shell.out.json(&sum)? }
        } else {
            let lines = render::promotion_lines(&sum, self.watch, &shell.out);
            lines.iter().try_for_each(|line| shell.out.line(line))?;
        }
        Ok(if sum.n_failed > 0 && !self.watch { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

/// Tells the worker to stop when a signal to end comes: the run in hand is closed or dropped, and nothing is half done.
fn listen(stop: &Stop) -> Result<()> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().context("listening for signals")?;
    let signals = runtime.block_on(async { Signals::listen() }).context("listening for signals")?;
    let told = stop.clone();
    let wait = move || {
        runtime.block_on(signals.first());
        told.stop();
    };
    // It ends with the process.
    std::thread::Builder::new().name("hupo-signals".to_owned()).spawn(wait).context("listening for signals")?;
    Ok(())
}
