//! `hupo models fetch`: runs the fetch script of the models folder and shows what it says.

use super::{files, manifest};
use crate::folders;
use crate::shell::Shell;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use serde_json::json;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The script that knows where models come from.
const SCRIPT: &str = "fetch.py";

#[derive(Args, Default)]
pub(crate) struct Fetch {
    /// Folder that holds fetch.py and manifest.json [default: models/ of the checkout]
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
    /// Folder to put a models root of its own into [default: fetched/ beside the script]
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// Every model of the manifest, not only the default ones
    #[arg(long)]
    all: bool,
    /// Only this entry of the manifest; may be given again
    #[arg(long, value_name = "NAME", conflicts_with = "all")]
    only: Vec<String>,
}

impl Fetch {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let folder = self.fetch()?;
        if shell.globals.json {
            return Ok(shell.out.json(&json!({ "folder": folder, "fetched": true }))?);
        }
        Ok(shell.out.line(format!("models are in {}", folder.display()))?)
    }

    /// Fetches, and gives the models root to use.
    pub(crate) fn fetch(&self) -> Result<PathBuf> {
        let from =
            self.from.clone().or_else(folders::checkout_models).ok_or_else(|| {
                anyhow!("there is no checkout to fetch from; give --from with the models/ folder of one")
            })?;
        let script = from.join(SCRIPT);
        if !script.is_file() {
            bail!("{} is not there; give --from with the models/ folder of a checkout", script.display());
        }
        run(&script, &self.arguments())?;
        Ok(self.into.clone().unwrap_or(from))
    }

    fn arguments(&self) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = self.into.iter().map(|folder| folder.clone().into_os_string()).collect();
        arguments.extend(self.all.then(|| "--all".into()));
        if !self.only.is_empty() {
            arguments.push("--only".into());
            arguments.extend(self.only.iter().map(OsString::from));
        }
        arguments
    }
}

/// Runs the script; what it says goes to stderr, so that stdout stays ours.
fn run(script: &Path, arguments: &[OsString]) -> Result<()> {
    let mut python = Command::new(if cfg!(windows) { "python" } else { "python3" });
    python.arg(script).args(arguments).stdin(Stdio::null()).stdout(Stdio::from(std::io::stderr()));
    let status = python.status().context("Python 3 could not be started; fetching needs python3 with pip")?;
    if !status.success() {
        bail!("{} ended with {status}; its last lines say what is missing", script.display());
    }
    Ok(())
}

/// What of the default models is not in a folder, by name; an unreadable manifest lacks everything.
pub(crate) fn missing(folder: &Path) -> Vec<String> {
    manifest(folder).map_or_else(|error| vec![format!("{error:#}")], |manifest| files::needed(&manifest, folder))
}

#[cfg(test)]
mod tests;
