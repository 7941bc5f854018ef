//! `hupo look` and `hupo restore`: a memory looked at, and memories brought back into recall.

use super::recall::memory;
use crate::failure::Usage;
use crate::render;
use crate::shell::Shell;
use crate::source::Refused;
use anyhow::Result;
use clap::Args;
use hupo::{MemoryId, Space, State};
use serde_json::json;

#[derive(Args)]
pub(crate) struct Look {
    /// The memory: mem-3, or your own id
    id: String,
}

impl Look {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let hupo = shell.open_plain()?;
        let space = shell.space(&hupo)?;
        let id = memory(&space, &self.id)?;
        let was_archived = space.memory(id)?.is_some_and(|memory| memory.state == State::Archived);
        let none = || Usage(format!("there is no memory {} in {:?}", self.id, space.name()));
        let looked = space.look(id, shell.now)?.ok_or_else(none)?;
        if shell.globals.json {
            let uses: Vec<_> = space.uses(id)?.iter().map(render::use_json).collect();
            let memory = render::memory_json(&space, &looked)?;
            let whole = json!({ "space": space.name(), "memory": memory, "uses": uses, "came_back": was_archived });
            return Ok(shell.out.json(&whole)?);
        }
        let card = render::memory_card(&space, &looked, &shell.out)?;
        shell.out.line(card)?;
        if was_archived {
            shell.remark("it was archived, and is back in recall");
        }
        Ok(space.close()?)
    }
}

#[derive(Args)]
pub(crate) struct Restore {
    /// The memories: mem-3, or your own ids
    #[arg(required = true)]
    ids: Vec<String>,
}

impl Restore {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let hupo = shell.open_plain()?;
        let space = shell.space(&hupo)?;
        let ids = self.ids.iter().map(|id| memory(&space, id)).collect::<Result<Vec<_>>>()?;
        let back = away(&space, &ids)?;
        let receipt = space.restore(ids, shell.now).map_err(|error| Refused::of("restore", error))?;
        if shell.globals.json {
            let back: Vec<_> = back.iter().map(ToString::to_string).collect();
            let whole = json!({ "space": space.name(), "sequence": receipt.sequence, "restored": back });
            return Ok(shell.out.json(&whole)?);
        }
        for id in &back {
            shell.out.line(format!("{id}: back in recall"))?;
        }
        if back.is_empty() {
            shell.out.line("nothing was away")?;
        }
        Ok(space.close()?)
    }
}

/// Those of the memories that are archived, or that a summary stands for.
fn away(space: &Space, ids: &[MemoryId]) -> Result<Vec<MemoryId>> {
    let mut away = Vec::new();
    for id in ids {
        let state = space.memory(*id)?.map(|memory| memory.state);
        if matches!(state, Some(State::Archived | State::Folded)) && !away.contains(id) {
            away.push(*id);
        }
    }
    Ok(away)
}
