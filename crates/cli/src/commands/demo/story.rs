//! `hupo demo --story` and `--year`: a month in which facts are stated, corrected, contradicted, over-claimed and erased,
//! and the year after it, in which memories are used, cool down, are summed up and come back; played through the door with
//! a moving clock. Every verdict, and what recall says before and after.

mod care;
mod labels;
mod look;
mod play;
mod script;
mod told;

pub(crate) use look::Looked;
pub(crate) use told::{Cared, Found, Saw, Tally, Told};

use crate::failure;
use crate::render::{self, Sheet};
use crate::shell::Shell;
use anyhow::{Context, Result};
use hupo::{Hupo, Options, SpaceConfig, Timestamp};
use play::Play;
use script::Line;
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;

/// What is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tale {
    /// October 2026.
    Month,
    /// The twelve months after it. October is played before, untold.
    Year,
}

/// The month, carried inside the binary.
const MONTH: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/story/script.jsonl"));
/// The year.
const YEAR: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/year/script.jsonl"));

/// When the space is made: 1 October 2026, half past nine in the evening in Shanghai.
const BEGINS: Timestamp = Timestamp::from_ms(1_790_861_400_000);

/// Plays a tale into a fresh space and prints it as it goes. Anything other than expected is a failure.
pub(super) fn run(shell: &mut Shell, root: &Path, options: Options, tale: Tale) -> Result<ExitCode> {
    let sheet = Sheet { paint: shell.out.paint, width: shell.out.width };
    let mut all = Vec::new();
    if !shell.globals.json {
        shell.out.line(render::story_heading(tale, sheet))?;
    }
    let tally = tell(root, options, tale, &mut |told| {
        if shell.globals.json {
            all.push(serde_json::to_value(told)?);
            return Ok(());
        }
        Ok(shell.out.line(render::told(told, sheet))?)
    })?;
    if shell.globals.json {
        shell.out.json(&json!({ "steps": all, "tally": tally }))?;
    } else {
        shell.out.line(render::tally(tally, sheet))?;
    }
    Ok(if tally.is_as_expected() { ExitCode::SUCCESS } else { failure::not_passed() })
}

/// Plays a tale and hands on each thing that happens.
fn tell(root: &Path, options: Options, tale: Tale, on: &mut dyn FnMut(&Told) -> Result<()>) -> Result<Tally> {
    let hupo = Hupo::open_with(root, options).with_context(|| format!("opening {}", root.display()))?;
    let config = SpaceConfig { name: "story".into(), zone: "Asia/Shanghai".into() };
    let space = hupo.space_or_create(config, BEGINS)?;
    let mut play = Play::new(&space, hupo.models().embedder.is_none());
    match tale {
        Tale::Month => through(&mut play, MONTH, on)?,
        Tale::Year => {
            through(&mut play, MONTH, &mut |_| Ok(()))?;
            play.begin();
            through(&mut play, YEAR, on)?;
        }
    }
    let tally = play.tally();
    space.close()?;
    Ok(tally)
}

/// Plays every line of a script.
fn through(play: &mut Play<'_>, script: &str, on: &mut dyn FnMut(&Told) -> Result<()>) -> Result<()> {
    for (at, line) in script.lines().enumerate() {
        let number = at + 1;
        let told = play.step(Line { number, text: line }).with_context(|| format!("the story's line {number}"))?;
        on(&told)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
