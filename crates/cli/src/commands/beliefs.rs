//! `hupo beliefs`: what is believed, what it rests on, and what beliefs are made from.

use crate::input;
use crate::render;
use crate::shell::Shell;
use anyhow::Result;
use clap::Args;
use hupo::{NewBelief, ObservationId, Space};
use hupo_eval::dataset::{BadLine, Record};
use serde::Deserialize;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct Beliefs {
    /// Print what beliefs are made from: the slots and the log, never an earlier belief
    #[arg(long, conflicts_with = "put")]
    input: bool,
    /// Replace all beliefs by those of this JSON file: {"made_from": "obs-7", "beliefs": [{"slot", "value", "confidence", "cites"}]}
    #[arg(long, value_name = "FILE")]
    put: Option<PathBuf>,
}

/// A whole set, as it is handed in.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Set {
    made_from: ObservationId,
    beliefs: Vec<NewBelief>,
}

impl Beliefs {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<ExitCode> {
        let hupo = shell.open_plain()?;
        let space = shell.space(&hupo)?;
        if let Some(file) = &self.put {
            return put(shell, &space, file);
        }
        if self.input {
            shell.out.json(&render::beliefs_input_json(&space.beliefs_input()?))?;
        } else {
            show(shell, &space)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn put(shell: &mut Shell, space: &Space, file: &Path) -> Result<ExitCode> {
    let set = input::read_one(Some(file), "one set of beliefs", set)?;
    let verdicts = space.put_beliefs(set.beliefs, set.made_from, shell.now)?;
    render::verdict_list(shell, space, &verdicts)?;
    Ok(render::code_of(&verdicts))
}

fn set(line: Record) -> Result<Set, BadLine> {
    line.parsed("a set of beliefs")
}

fn show(shell: &mut Shell, space: &Space) -> Result<()> {
    let beliefs = space.beliefs()?;
    if shell.globals.json {
        let beliefs: Vec<_> = beliefs.iter().map(render::belief_json).collect();
        return Ok(shell.out.json(&json!({ "space": space.name(), "beliefs": beliefs }))?);
    }
    let cards = beliefs.iter().map(|belief| render::belief_card(belief, &shell.out)).collect();
    Ok(shell.cards(cards, "nothing is believed")?)
}
