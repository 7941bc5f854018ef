//! `hupo remember`: memories with the words they rest on.

use crate::failure::Usage;
use crate::input;
use crate::render::{self, Written};
use crate::shell::{Shell, zone_of};
use crate::source::{Sourced, name_of};
use anyhow::Result;
use clap::Args;
use hupo::Command;
use hupo_eval::dataset::memory;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct Remember {
    /// One JSON object, or JSONL with one memory a line; "-" or nothing reads stdin
    file: Option<PathBuf>,
}

impl Remember {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let hupo = shell.open_to_write()?;
        let space = shell.space(&hupo)?;
        let zone = zone_of(&space);
        let memories = input::read_all(input::open_objects(self.file.as_deref())?, |line| memory(line, &zone))?;
        if memories.is_empty() {
            return Err(Usage("there was no memory to keep; write JSON objects, one a line".into()).into());
        }
        let commands: Vec<Sourced> = memories
            .into_iter()
            .map(|(place, memory)| Sourced::at(Command::Remember { memory: Box::new(memory), vector: None }, place))
            .collect();
        let names = commands.iter().map(|one| name_of(&one.command)).collect();
        let receipt = shell.write(&space, commands)?;
        let embedded = shell.embed_waiting(&hupo, &space)?;
        render::receipt(shell, &Written { space: &space, names, receipt, embedded })?;
        Ok(space.close()?)
    }
}
