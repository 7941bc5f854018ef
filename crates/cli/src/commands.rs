//! The commands, one file each.

pub(crate) mod append;
pub(crate) mod audit;
pub(crate) mod backup;
pub(crate) mod beliefs;
pub(crate) mod bench;
mod compact;
pub(crate) mod completions;
pub(crate) mod context;
pub(crate) mod demo;
pub(crate) mod erase;
pub(crate) mod export;
pub(crate) mod history;
pub(crate) mod import;
pub(crate) mod keys;
pub(crate) mod look;
pub(crate) mod maintain;
pub(crate) mod mcp;
pub(crate) mod models;
pub(crate) mod observe;
pub(crate) mod pages;
pub(crate) mod people;
pub(crate) mod plans;
pub(crate) mod profile;
pub(crate) mod promote;
pub(crate) mod propose;
pub(crate) mod rebuild;
pub(crate) mod recall;
pub(crate) mod remember;
pub(crate) mod repair;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod serve;
mod spaces;
mod stats;
mod temperature;
pub(crate) mod topics;
pub(crate) mod used;
mod verify;

use crate::args::{Cli, Verb};
use crate::shell::Shell;
use anyhow::Result;
use std::process::ExitCode;

/// Runs what was asked.
pub(crate) fn run(cli: Cli) -> Result<ExitCode> {
    run_in(Shell::new(cli.globals), cli.verb)
}

fn run_in(mut shell: Shell, verb: Verb) -> Result<ExitCode> {
    match verb {
        Verb::Demo(demo) => return demo.run(shell),
        Verb::Models(models) => return models.run(&mut shell),
        Verb::Verify => return verify::run(&mut shell),
        Verb::Repair(repair) => return repair.run(&mut shell),
        Verb::Compact => compact::run(&mut shell)?,
        Verb::Mcp(mcp) => mcp.run(shell)?,
        Verb::Serve(serve) => serve.run(&mut shell)?,
        Verb::Keys(keys) => return keys.run(&mut shell),
        Verb::Audit(audit) => return audit.run(&mut shell),
        Verb::Append(append) => append.run(&mut shell)?,
        Verb::Import(import) => import.run(&mut shell)?,
        Verb::Remember(remember) => remember.run(&mut shell)?,
        Verb::Propose(propose) => return propose.run(&mut shell),
        Verb::Review(review) => return review.run(&mut shell),
        Verb::Observe(observe) => return observe.run(&mut shell),
        Verb::Beliefs(beliefs) => return beliefs.run(&mut shell),
        Verb::Rules(rules) => rules.run(&mut shell)?,
        Verb::Profile(profile) => profile.run(&mut shell)?,
        Verb::People(people) => people.run(&mut shell)?,
        Verb::Plans(plans) => plans.run(&mut shell)?,
        Verb::Pages(pages) => pages.run(&mut shell)?,
        Verb::Context(context) => context.run(&mut shell)?,
        Verb::Used(used) => used.run(&mut shell)?,
        Verb::Promote(promote) => return promote.run(&mut shell),
        Verb::Maintain(maintain) => maintain.run(&mut shell)?,
        Verb::Topics(topics) => topics.run(&mut shell)?,
        Verb::Temperature => temperature::run(&mut shell)?,
        Verb::Look(look) => look.run(&mut shell)?,
        Verb::Restore(restore) => restore.run(&mut shell)?,
        Verb::Export(export) => export.run(&mut shell)?,
        Verb::Backup(backup) => backup.run(&mut shell)?,
        Verb::Erase(erase) => erase.run(&mut shell)?,
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

#[cfg(test)]
mod tests;
