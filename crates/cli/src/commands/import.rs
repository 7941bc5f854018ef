//! `hupo import`: retrieval sets, conversation folders and transcripts, into one space a group.

use crate::failure::Usage;
use crate::input;
use crate::render::{self, Imported};
use crate::shell::Shell;
use crate::source::{Refused, Sourced};
use anyhow::Result;
use clap::Args;
use hupo::{Command, Hupo, Space, SpaceConfig};
use hupo_eval::dataset::{BadLines, Dataset, LeftOut, Reading, load_with, message, zone};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What one write takes; a larger group is several.
const WRITE: usize = hupo::limits::COMMANDS;

#[derive(Args)]
pub(crate) struct Import {
    /// Folder in BEIR layout or with a transcript.jsonl, or a transcript in JSONL
    path: PathBuf,
    /// IANA zone of local times and of new spaces [default: the one known for the set, else UTC]
    #[arg(long)]
    zone: Option<String>,
    /// Leave out lines that cannot be used, and count them
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
        let (loads, left_out) = if self.path.is_dir() { self.set(shell)? } else { self.transcript(shell)? };
        let hupo = shell.open_to_write()?;
        let mut imported = Vec::new();
        for load in loads {
            imported.push(self.fill(shell, &hupo, load)?);
        }
        Ok(render::imported(shell, &imported, &left_out)?)
    }

    fn set(&self, shell: &Shell) -> Result<(Vec<Load>, LeftOut)> {
        let bad_lines = if self.skip_bad { BadLines::Skip } else { BadLines::Stop };
        let set = load_with(&self.path, &Reading { zone: self.zone.clone(), bad_lines })?;
        let loads = loads(&set, shell.globals.space.as_deref());
        Ok((loads, set.left_out))
    }

    fn transcript(&self, shell: &Shell) -> Result<(Vec<Load>, LeftOut)> {
        let zone_name = self.zone.clone().unwrap_or_else(|| "UTC".to_owned());
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

    fn fill(&self, shell: &Shell, hupo: &Hupo, load: Load) -> Result<Imported> {
        let start = Instant::now();
        let mut imported = Imported::new(&load.space.name);
        let space = hupo.space_or_create(load.space, shell.now)?;
        let bar = shell.progress(&format!("writing {}", space.name()));
        let of = load.commands.len() as u64;
        for part in load.commands.chunks(WRITE) {
            self.write(shell, &space, part.to_vec(), &mut imported)?;
            bar.set(imported.written(), of);
        }
        drop(bar);
        if !self.embed_later {
            imported.embedded = shell.embed_waiting(hupo, &space)?;
        }
        space.close()?;
        imported.seconds = start.elapsed().as_secs_f64();
        Ok(imported)
    }

    /// Writes a part; with `--skip-bad`, again without what was refused, until nothing is.
    fn write(&self, shell: &Shell, space: &Space, mut part: Vec<Sourced>, imported: &mut Imported) -> Result<()> {
        loop {
            let error = match shell.write(space, part.clone()) {
                Ok(receipt) => {
                    imported.add(&receipt);
                    return Ok(());
                }
                Err(error) => error,
            };
            let Some(refused) = error.downcast_ref::<Refused>().filter(|_| self.skip_bad) else { return Err(error) };
            let places = refused.places();
            imported.refused += places.len();
            part = part.into_iter().enumerate().filter(|(at, _)| !places.contains(at)).map(|(_, one)| one).collect();
        }
    }
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

fn sourced(group: &hupo_eval::dataset::Group) -> Vec<Sourced> {
    group.commands().into_iter().map(Sourced::unplaced).collect()
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(|| "transcript".to_owned(), |name| name.to_string_lossy().into_owned())
}
