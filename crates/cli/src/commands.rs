//! The commands, one file each.

pub(crate) mod append;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod demo;
pub(crate) mod history;
pub(crate) mod import;
pub(crate) mod models;
pub(crate) mod rebuild;
pub(crate) mod recall;
pub(crate) mod remember;
mod spaces;
mod stats;
mod verify;

use crate::args::{Cli, Verb};
use crate::shell::Shell;
use anyhow::Result;
use std::process::ExitCode;

/// Runs what was asked.
pub(crate) fn run(cli: Cli) -> Result<ExitCode> {
    let mut shell = Shell::new(cli.globals);
    match cli.verb {
        Verb::Demo(demo) => return demo.run(shell),
        Verb::Models(models) => return models.run(&mut shell),
        Verb::Verify => return verify::run(&mut shell),
        Verb::Append(append) => append.run(&mut shell)?,
        Verb::Import(import) => import.run(&mut shell)?,
        Verb::Remember(remember) => remember.run(&mut shell)?,
        Verb::Recall(recall) => recall.run(&mut shell)?,
        Verb::Stats => stats::run(&mut shell)?,
        Verb::Rebuild(rebuild) => rebuild.run(&mut shell)?,
        Verb::Spaces => spaces::run(&mut shell)?,
        Verb::History(history) => history.run(&mut shell)?,
        Verb::Bench(bench) => bench.run(&mut shell)?,
        Verb::Completions(completions) => completions.run(&mut shell)?,
    }
    Ok(ExitCode::SUCCESS)
}
