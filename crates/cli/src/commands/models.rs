//! `hupo models`: the models on this machine: fetched, listed, checked.

pub(crate) mod fetch;
mod files;

use crate::failure;
use crate::render;
use crate::shell::Shell;
use anyhow::{Context, Result, anyhow};
use clap::Subcommand;
use files::{Checked, State};
use hupo_inference::Manifest;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Subcommand)]
pub(crate) enum Models {
    /// Fetch what the manifest lists and is not here
    Fetch(fetch::Fetch),
    /// List the models of the manifest, and whether their files are here
    List,
    /// Compare every file with its sha256
    Verify,
}

impl Models {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<ExitCode> {
        match self {
            Self::Fetch(fetch) => fetch.run(shell)?,
            Self::List => return list(shell),
            Self::Verify => return verify(shell),
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn folder(shell: &Shell) -> Result<PathBuf> {
    shell.models().ok_or_else(|| {
        anyhow!("there is no folder of models; give --models or HUPO_MODELS, or run `hupo models fetch`")
    })
}

/// The manifest of a folder.
fn manifest(folder: &Path) -> Result<Manifest> {
    Manifest::read(folder).with_context(|| format!("reading the manifest of {}", folder.display()))
}

fn list(shell: &mut Shell) -> Result<ExitCode> {
    let folder = folder(shell)?;
    let checked = files::look(&manifest(&folder)?, &folder);
    show(shell, &folder, &checked)?;
    Ok(ExitCode::SUCCESS)
}

fn verify(shell: &mut Shell) -> Result<ExitCode> {
    let folder = folder(shell)?;
    let bar = shell.progress("hashing");
    let checked = files::hash(&manifest(&folder)?, &folder, &|done, of| bar.set(done, of));
    drop(bar);
    show(shell, &folder, &checked)?;
    let wrong = checked.iter().any(|model| matches!(model.state, State::Wrong { .. }));
    Ok(if wrong { failure::not_passed() } else { ExitCode::SUCCESS })
}

fn show(shell: &mut Shell, folder: &Path, checked: &[Checked]) -> Result<()> {
    if shell.globals.json {
        return Ok(shell.out.json(&json!({ "folder": folder, "models": checked }))?);
    }
    let rows = checked.iter().map(|model| {
        let bytes = format!("{:.1} MB", model.bytes as f64 / 1e6);
        vec![model.name.clone(), model.kind.to_owned(), bytes, model.licence.clone(), model.state.to_string()]
    });
    let table = render::table(&["model", "kind", "size", "licence", "state"], rows, &shell.out);
    shell.out.line(format!("{}\n{table}", folder.display()))?;
    Ok(())
}
