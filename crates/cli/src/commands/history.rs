//! `hupo history`: the chain of corrections a memory belongs to, oldest first.

use super::recall::document;
use crate::failure::Usage;
use crate::render;
use crate::shell::Shell;
use anyhow::Result;
use clap::Args;
use hupo::{DocId, Memory, Space};
use serde_json::json;

#[derive(Args)]
pub(crate) struct History {
    /// The memory: mem-3, or your own id
    id: String,
}

impl History {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let hupo = shell.open_plain()?;
        let space = shell.space(&hupo)?;
        let chain = chain(&space, &self.id)?;
        if shell.globals.json {
            let memories: Vec<_> =
                chain.iter().map(|memory| render::memory_json(&space, memory)).collect::<Result<_>>()?;
            return Ok(shell.out.json(&json!({ "space": space.name(), "history": memories }))?);
        }
        for memory in &chain {
            let card = render::memory_card(&space, memory, &shell.out)?;
            shell.out.line(card)?;
        }
        Ok(())
    }
}

fn chain(space: &Space, id: &str) -> Result<Vec<Memory>> {
    let DocId::Memory(memory) = document(space, id)? else {
        return Err(Usage(format!("{id} is a message; only memories have a history")).into());
    };
    let chain = space.history(memory)?;
    if chain.is_empty() {
        return Err(Usage(format!("there is no memory {id} in {:?}", space.name())).into());
    }
    Ok(chain)
}
