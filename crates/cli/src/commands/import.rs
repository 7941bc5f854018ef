//! `hupo import`: retrieval sets, conversation folders, transcripts and exports, into one space a group.

mod export;
mod filling;
mod own;
mod part;

use crate::args::word;
use crate::failure::Usage;
use crate::input;
use crate::render::{self, Exported};
use crate::shell::Shell;
use crate::source::Sourced;
use anyhow::Result;
use clap::Args;
use export::Export;
use filling::Filling;
use hupo::{Command, SpaceConfig};
use hupo_eval::dataset::{BadLines, Dataset, Group, LeftOut, Reading, load_with, message, zone};
use hupo_exchange::{Format, OnBad};
use part::Part;
use std::path::{Path, PathBuf};

/// What one write takes; a larger group is several.
const WRITE: usize = hupo::limits::COMMANDS;

#[derive(Args)]
pub(crate) struct Import {
    /// Folder in BEIR layout or with a transcript.jsonl, transcript in JSONL, or an export: our own, or another program's (JSON, JSONL, zip)
    path: PathBuf,
    /// Whose export it is: chatgpt, claude, open-webui, mem0, mcp-memory [default: told from its content]
    #[arg(long, value_parser = word::<Format>)]
    format: Option<Format>,
    /// IANA zone of local times and of new spaces [default: the one known for the set, else UTC]
    #[arg(long)]
    zone: Option<String>,
    /// Leave out lines and records that cannot be used, and count them
    #[arg(long)]
    skip_bad: bool,
    /// Do not embed now; `hupo rebuild --embed` does it later
    #[arg(long)]
    embed_later: bool,
}

/// A space to fill, and what with.
struct Load {
    space: SpaceConfig,
    commands: Vec<Sourced>,
}

impl Import {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        if own::is_one(&self.path) {
            return self.own(shell);
        }
        if let Some(export) = Export::find(&self.path, self.format)? {
            return self.export(shell, &export);
        }
        let (loads, left_out) = if self.path.is_dir() { self.set(shell)? } else { self.transcript(shell)? };
        let hupo = shell.open_to_write()?;
        let mut imported = Vec::new();
        for load in loads {
            let mut filling = Filling::begin(shell, &hupo, load.space, load.commands.len(), self.skip_bad)?;
            load.commands.chunks(WRITE).try_for_each(|part| filling.write(part.to_vec()))?;
            imported.push(filling.finish(!self.embed_later)?);
        }
        Ok(render::imported(shell, &imported, &left_out, None)?)
    }

    /// What `hupo export` wrote says its own name and zone, and is taken whole or not at all.
    fn own(&self, shell: &mut Shell) -> Result<()> {
        let otherwise = self.format.is_some() || self.zone.is_some() || self.skip_bad || self.embed_later;
        if otherwise || shell.globals.space.is_some() {
            let usage = "an export of a space goes in whole, under its own name and with its own zone: give nothing but the file";
            return Err(Usage(usage.into()).into());
        }
        own::run(shell, &self.path)
    }

    fn set(&self, shell: &Shell) -> Result<(Vec<Load>, LeftOut)> {
        let bad_lines = if self.skip_bad { BadLines::Skip } else { BadLines::Stop };
        let set = load_with(&self.path, &Reading { zone: self.zone.clone(), bad_lines })?;
        let loads = loads(&set, shell.globals.space.as_deref());
        Ok((loads, set.left_out))
    }

    fn transcript(&self, shell: &Shell) -> Result<(Vec<Load>, LeftOut)> {
        let zone_name = self.zone_name();
        let zone = zone(&zone_name)?;
        let mut left_out = LeftOut::default();
        let messages = input::read_each(input::open(Some(&self.path))?, self.skip_bad, |line| message(line, &zone));
        let (messages, bad_lines) = messages?;
        left_out.bad_lines = bad_lines;
        if messages.is_empty() {
            return Err(Usage(format!("{} holds no message", self.path.display())).into());
        }
        let command = |message| Command::Append { message, vector: None };
        let commands = messages.into_iter().map(|(place, message)| Sourced::at(command(message), place)).collect();
        let name = shell.globals.space.clone().unwrap_or_else(|| stem(&self.path));
        Ok((vec![Load { space: SpaceConfig { name, zone: zone_name }, commands }], left_out))
    }

    /// Reads an export twice: all of it is checked and counted before anything is written.
    fn export(&self, shell: &mut Shell, export: &Export) -> Result<()> {
        let reading = self.reading(export.format)?;
        let tally = export.read(&reading, &mut |_| Ok(()))?;
        let of = tally.messages + tally.titles + tally.entities + tally.relations;
        if of == 0 && tally.bad == 0 {
            return Err(Usage(format!("{} holds nothing to import", self.path.display())).into());
        }
        let name = shell.globals.space.clone().unwrap_or_else(|| export.format.name().to_owned());
        let hupo = shell.open_to_write()?;
        let space = SpaceConfig { name, zone: self.zone_name() };
        let mut filling = Filling::begin(shell, &hupo, space, of, self.skip_bad)?;
        write(export, &reading, &mut filling)?;
        let imported = filling.finish(!self.embed_later)?;
        let exported = Exported { format: export.format, tally };
        Ok(render::imported(shell, &[imported], &LeftOut::default(), Some(&exported))?)
    }

    fn reading(&self, format: Format) -> Result<hupo_exchange::Reading> {
        let on_bad = if self.skip_bad { OnBad::Skip } else { OnBad::Stop };
        Ok(hupo_exchange::Reading { format: Some(format), on_bad, zone: zone(&self.zone_name())? })
    }

    fn zone_name(&self) -> String {
        self.zone.clone().unwrap_or_else(|| "UTC".to_owned())
    }
}

/// Writes an export part by part, so that a large one is never held whole.
fn write(export: &Export, reading: &hupo_exchange::Reading, filling: &mut Filling<'_>) -> Result<()> {
    let mut part = Part::default();
    export.read(reading, &mut |piece| {
        part.add(piece);
        if part.is_full() { filling.write(part.take()) } else { Ok(()) }
    })?;
    filling.write(part.take())
}

/// One load a group; `--space` takes the place of the set's name.
fn loads(set: &Dataset, name: Option<&str>) -> Vec<Load> {
    let named = |space: SpaceConfig| match name {
        Some(name) => SpaceConfig { name: space.name.replacen(&set.name, name, 1), ..space },
        None => space,
    };
    let load = |group| Load { space: named(set.space(group)), commands: sourced(group) };
    set.groups.iter().map(load).collect()
}

fn sourced(group: &Group) -> Vec<Sourced> {
    group.commands().into_iter().map(Sourced::unplaced).collect()
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(|| "transcript".to_owned(), |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests;
