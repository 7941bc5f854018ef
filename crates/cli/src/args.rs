//! The arguments every command shares, and the list of commands.

use crate::commands::{
    append, audit, backup, beliefs, bench, completions, context, demo, erase, export, history, import, keys, look,
    maintain, mcp, models, observe, pages, people, plans, profile, promote, propose, rebuild, recall, remember, repair,
    review, rules, serve, topics, used,
};
use clap::{Args, Parser, Subcommand};
use hupo::Timestamp;
use serde::de::DeserializeOwned;
use std::path::PathBuf;

/// The memory of a companion: what was said is kept, and found again with the words it rests on.
#[derive(Parser)]
#[command(name = "hupo", version, about, after_help = "Every command and its JSON: docs/cli.md", max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) globals: Globals,
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

#[derive(Args, Clone)]
pub(crate) struct Globals {
    /// Folder that holds the spaces [default: hupo in the data directory of the user]
    #[arg(long, global = true, env = "HUPO_ROOT", value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    /// Space to use [default: the only one there is, or "default" for a first write]
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) space: Option<String>,
    /// Folder of models, with manifest.json [default: models/ of the checkout, where there is one]
    #[arg(long, global = true, env = "HUPO_MODELS", value_name = "DIR")]
    pub(crate) models: Option<PathBuf>,
    /// Print JSON instead of text, errors too
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// No progress bars and no remarks
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Pretend it is this time (RFC 3339), so that a run can be repeated
    #[arg(long, global = true, value_name = "TIME", value_parser = rfc3339)]
    pub(crate) now: Option<Timestamp>,
}

#[derive(Subcommand)]
pub(crate) enum Verb {
    /// Import nine months of a conversation and ask eight questions of it
    Demo(demo::Demo),
    /// Fetch, list or check the models
    #[command(subcommand)]
    Models(models::Models),
    /// Add lines to the transcript: one by --text, or JSONL from a file or stdin
    Append(append::Append),
    /// Import a retrieval set (BEIR layout), a conversation folder, a transcript, or an export of another program
    Import(import::Import),
    /// Keep memories with their evidence: JSON from a file or stdin
    Remember(remember::Remember),
    /// Hand in proposals and get a verdict each: JSON from a file or stdin
    Propose(propose::Propose),
    /// What waits for a person, and the person's decision
    Review(review::Review),
    /// What the space demands of proposals
    Rules(rules::Rules),
    /// Add entries to the observation log, or show it
    Observe(observe::Observe),
    /// What was stated of the user and the companion
    Profile(profile::Profile),
    /// What is believed, and what it rests on
    Beliefs(beliefs::Beliefs),
    /// Who is known, what is known of them, and who is the same
    People(people::People),
    /// Plans and other matters with a time, and where they are in their life
    Plans(plans::Plans),
    /// The short-term layers: continuity, notes, diaries, segments
    Pages(pages::Pages),
    /// What one turn sees: the slice of the space that a model is given
    Context(context::Context),
    /// Say what a turn used, or read it off the reply
    Used(used::Used),
    /// Make proposals of what was said, by the built-in rules or a model
    Promote(promote::Promote),
    /// Take what went cold out of recall, and say what is due
    Maintain(maintain::Maintain),
    /// Topics, the months of them that are worth a summary, and what a summary was made from
    Topics(topics::Topics),
    /// How many memories are hot, warm, cool, cold and archived
    Temperature,
    /// Look at a memory; an archived one comes back
    Look(look::Look),
    /// Bring memories back into recall
    Restore(look::Restore),
    /// A whole space as JSON Lines, to be imported again
    Export(export::Export),
    /// A space as one file: made while it is used, checked, brought back as a new space
    #[command(subcommand)]
    Backup(backup::Backup),
    /// Empty for good what was said, and what rests on it alone
    Erase(erase::Erase),
    /// Ask: the best answers with the words they rest on
    Recall(recall::Recall),
    /// What a space holds and how its legs stand
    Stats,
    /// Check every record, hash and index of a space
    Verify,
    /// Make a space's indexes anew from its ledger
    Rebuild(rebuild::Rebuild),
    /// Save what is intact of a damaged space into a new one, and list what is lost
    Repair(repair::Repair),
    /// Give the pages that a space no longer uses back to the disk
    Compact,
    /// List the spaces
    Spaces,
    /// What a memory replaced, and what replaced it
    History(history::History),
    /// Score and time recall on data sets, run against run
    Bench(bench::Bench),
    /// Serve the spaces to other programs: gRPC, JSON and MCP on one port
    Serve(serve::Serve),
    /// Who may ask the server for what: make, list, revoke and rotate keys
    Keys(keys::Keys),
    /// Check a server's audit log: that no line was changed or taken out
    Audit(audit::Audit),
    /// Give a model the memory as tools, over stdin and stdout (MCP)
    Mcp(mcp::Mcp),
    /// Print a completion script for a shell
    Completions(completions::Completions),
}

/// A time with its offset.
fn rfc3339(text: &str) -> Result<Timestamp, String> {
    let time: jiff::Timestamp =
        text.parse().map_err(|_| "write a time such as 2026-09-26T09:00:00+08:00".to_owned())?;
    Ok(Timestamp::from_ms(time.as_millisecond()))
}

/// A word that names one of an enum's values, as it does in JSON.
pub(crate) fn word<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_value(serde_json::Value::String(text.to_owned())).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
