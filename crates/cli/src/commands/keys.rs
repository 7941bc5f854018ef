//! `hupo keys`: who may ask the server for what.

mod wanted;

use crate::failure::Usage;
use crate::render;
use crate::shell::Shell;
use anyhow::Result;
use clap::{Args, Subcommand};
use hupo_server::{CoveredSpaces, KeyError, KeyFile, KeyRecord};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;
use wanted::Wanted;

#[derive(Args)]
pub(crate) struct Keys {
    /// File of keys [default: keys.json under the root]
    #[arg(long, global = true, value_name = "FILE")]
    keys: Option<PathBuf>,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Make a key, and show it once
    Create(Wanted),
    /// Show which keys there are, never the keys themselves
    List,
    /// Make a key worthless; a running server knows within two seconds
    Revoke(One),
    /// Make a new key that covers the same, and end the old one
    Rotate(Rotate),
}

#[derive(Args)]
struct One {
    /// Its id, or its name if only one valid key has it
    #[arg(value_name = "ID|NAME")]
    key: String,
}

#[derive(Args)]
struct Rotate {
    #[command(flatten)]
    one: One,
    /// Days for which the old key stays valid
    #[arg(long, value_name = "DAYS", default_value_t = 0)]
    overlap_days: u32,
}

impl Keys {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<ExitCode> {
        let path = self.keys.map_or_else(|| shell.root().map(|root| root.join("keys.json")), Ok)?;
        carry_out(shell, &KeyFile::at(path), self.what)
    }
}

fn carry_out(shell: &mut Shell, file: &KeyFile, what: What) -> Result<ExitCode> {
    let now = now(shell)?;
    match what {
        What::Create(wanted) => {
            let (record, key) = file.create(wanted.key(now)?, now).map_err(of_caller)?;
            show_new(shell, &record, &key)?;
        }
        What::List => list(shell, &file.read()?, now)?,
        What::Revoke(one) => {
            let record = file.revoke(&one.key, now).map_err(of_caller)?;
            done(shell, &record, &format!("revoked {} ({})", record.id, record.name))?;
        }
        What::Rotate(rotate) => {
            let until = wanted::days_after(now, rotate.overlap_days)?;
            let (record, key) = file.rotate(&rotate.one.key, until, now).map_err(of_caller)?;
            show_new(shell, &record, &key)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What the caller can mend is a mistake in the call.
fn of_caller(error: KeyError) -> anyhow::Error {
    match error {
        KeyError::Unknown { .. } | KeyError::Ambiguous { .. } | KeyError::Bad { .. } => Usage(error.to_string()).into(),
        KeyError::Io { .. } | KeyError::BadFile { .. } => error.into(),
    }
}

fn now(shell: &Shell) -> Result<jiff::Timestamp> {
    let out_of_range = |_| Usage("--now lies outside the years a key can be made in".into());
    Ok(jiff::Timestamp::from_millisecond(shell.now.ms()).map_err(out_of_range)?)
}

/// The key goes to stdout alone, so that a script can take it; the rest is a remark.
fn show_new(shell: &mut Shell, record: &KeyRecord, key: &str) -> Result<()> {
    if shell.globals.json {
        let mut all = described(record);
        if let Some(fields) = all.as_object_mut() {
            fields.insert("key".to_owned(), key.into());
        }
        return Ok(shell.out.json(&all)?);
    }
    shell.remark(&format!("{} ({}): {} on {}", record.id, record.name, record.verbs.join(", "), covered(record)));
    shell.remark("this is shown once; keep it where secrets are kept:");
    Ok(shell.out.line(key)?)
}

fn done(shell: &mut Shell, record: &KeyRecord, words: &str) -> Result<()> {
    if shell.globals.json {
        return Ok(shell.out.json(&described(record))?);
    }
    Ok(shell.out.line(words)?)
}

fn list(shell: &mut Shell, records: &[KeyRecord], now: jiff::Timestamp) -> Result<()> {
    if shell.globals.json {
        let all: Vec<Value> = records.iter().map(described).collect();
        return Ok(shell.out.json(&json!(all))?);
    }
    if records.is_empty() {
        return Ok(shell.out.line("no keys; the server lets in everybody on this machine, and nobody else")?);
    }
    let heads = ["id", "name", "ends in", "verbs", "spaces", "state"];
    let rows = records.iter().map(|record| row(record, now));
    let table = render::table(&heads, rows, &shell.out);
    Ok(shell.out.line(table)?)
}

fn row(record: &KeyRecord, now: jiff::Timestamp) -> Vec<String> {
    let ends = format!("…{}", record.last_four);
    vec![record.id.clone(), record.name.clone(), ends, record.verbs.join(", "), covered(record), state(record, now)]
}

fn state(record: &KeyRecord, now: jiff::Timestamp) -> String {
    match (record.revoked, record.expires) {
        (Some(at), _) => format!("revoked {at}"),
        (None, Some(at)) if at <= now => format!("expired {at}"),
        (None, Some(at)) => format!("valid until {at}"),
        (None, None) => "valid".to_owned(),
    }
}

fn covered(record: &KeyRecord) -> String {
    match &record.spaces {
        CoveredSpaces::All => "every space".to_owned(),
        CoveredSpaces::Named(names) => names.iter().cloned().collect::<Vec<_>>().join(", "),
        CoveredSpaces::Under(prefix) => format!("{prefix}…"),
    }
}

/// Everything but the hash.
fn described(record: &KeyRecord) -> Value {
    json!({
        "id": record.id,
        "name": record.name,
        "last_four": record.last_four,
        "spaces": record.spaces,
        "verbs": record.verbs,
        "created": record.created,
        "expires": record.expires,
        "revoked": record.revoked,
        "limits": record.limits,
    })
}
