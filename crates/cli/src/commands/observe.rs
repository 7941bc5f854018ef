//! `hupo observe`: the observation log, which only grows.

use crate::failure::Usage;
use crate::input;
use crate::render;
use crate::shell::{Shell, zone_of};
use anyhow::Result;
use clap::Args;
use hupo::{Batch, NewObservation, ObservationId, Proposal, Space};
use hupo_eval::dataset::{BadLine, Record};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct Observe {
    /// One JSON object, or JSONL with one observation a line; "-" reads stdin. Without it the log is shown
    file: Option<PathBuf>,
    /// Show the log after this entry
    #[arg(long, value_name = "ID", conflicts_with = "file")]
    after: Option<String>,
}

impl Observe {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<ExitCode> {
        let hupo = shell.open()?;
        let space = shell.space(&hupo)?;
        let Some(file) = &self.file else {
            self.show(shell, &space)?;
            return Ok(ExitCode::SUCCESS);
        };
        let entries = input::read_all(input::open_objects(Some(file))?, entry)?;
        if entries.is_empty() {
            return Err(Usage("there was nothing to observe; write JSON objects, one a line".into()).into());
        }
        let proposals: Vec<Proposal> = entries.into_iter().map(|(_, entry)| Proposal::Observation(entry)).collect();
        let said = space.propose(Batch::from(proposals), shell.now)?;
        render::verdicts(shell, &space, &said, false)?;
        space.close()?;
        Ok(render::code_of(&said.verdicts))
    }

    fn show(&self, shell: &mut Shell, space: &Space) -> Result<()> {
        let after = self.after.as_deref().map(entry_named).transpose()?;
        let log = space.observations(after)?;
        if shell.globals.json {
            let log: Vec<_> = log.iter().map(render::observation_json).collect();
            return Ok(shell.out.json(&json!({ "space": space.name(), "observations": log }))?);
        }
        let zone = zone_of(space);
        let cards = log.iter().map(|entry| render::observation_card(entry, &zone, &shell.out)).collect();
        Ok(shell.cards(cards, "nothing was observed")?)
    }
}

fn entry(line: Record) -> Result<NewObservation, BadLine> {
    line.parsed("an observation")
}

fn entry_named(id: &str) -> Result<ObservationId> {
    let read = ObservationId::parse(id).or_else(|| id.parse().ok().map(ObservationId::new));
    Ok(read.ok_or_else(|| Usage(format!("{id:?} is no entry of the log; write obs-3")))?)
}
