//! `hupo erase`: empty for good what was said, and what rests on it alone.

use super::people::entity;
use super::recall::document;
use crate::failure::Usage;
use crate::render;
use crate::shell::Shell;
use crate::source::Refused;
use anyhow::Result;
use clap::{Args, Subcommand};
use hupo::{DocId, EraseTarget, Hupo, Space};
use serde_json::json;
use std::io::{BufRead, IsTerminal};

#[derive(Args)]
pub(crate) struct Erase {
    #[command(subcommand)]
    what: What,
    /// Do not ask
    #[arg(long, global = true)]
    yes: bool,
}

#[derive(Subcommand)]
enum What {
    /// A line of the transcript, and what rests on nothing else
    Message { id: String },
    /// A memory; the messages it cites stay
    Memory { id: String },
    /// A name: the entity, its aliases, its relations and its links
    Entity { name: String },
    /// The whole space, directory and all
    Space,
    /// What was erased so far, by id
    List,
}

impl Erase {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let hupo = shell.open_plain()?;
        match &self.what {
            What::List => return list(shell, &hupo),
            What::Space => return self.space(shell, &hupo),
            What::Message { .. } | What::Memory { .. } | What::Entity { .. } => {}
        }
        let space = shell.space(&hupo)?;
        let target = self.target(&space)?;
        self.consent(shell, "This cannot be undone.")?;
        let receipt = space.erase(target, shell.now).map_err(|error| Refused::of("erasure", error))?;
        render::erasure(shell, &space, &receipt)?;
        Ok(space.close()?)
    }

    fn target(&self, space: &Space) -> Result<EraseTarget> {
        match &self.what {
            What::Message { id } => match document(space, id)? {
                DocId::Message(message) => Ok(EraseTarget::Message(message)),
                DocId::Memory(memory) => Err(Usage(format!("{id} is {memory}; write `hupo erase memory {id}`")).into()),
            },
            What::Memory { id } => match document(space, id)? {
                DocId::Memory(memory) => Ok(EraseTarget::Memory(memory)),
                DocId::Message(message) => {
                    Err(Usage(format!("{id} is {message}; write `hupo erase message {id}`")).into())
                }
            },
            What::Entity { name } => Ok(EraseTarget::Entity(entity(space, name)?)),
            What::Space | What::List => Err(Usage("this names nothing in a space".into()).into()),
        }
    }

    fn space(&self, shell: &mut Shell, hupo: &Hupo) -> Result<()> {
        let name = shell.space_name(hupo)?;
        self.consent(shell, &format!("Everything in {name:?} goes, and cannot come back."))?;
        hupo.erase_space(&name)?;
        if shell.globals.json {
            return Ok(shell.out.json(&json!({ "erased_space": name }))?);
        }
        Ok(shell.out.line(format!("{name}: erased"))?)
    }

    /// Asks a person; a program says `--yes`.
    fn consent(&self, shell: &mut Shell, what: &str) -> Result<()> {
        if self.yes {
            return Ok(());
        }
        if shell.globals.json || !std::io::stdin().is_terminal() {
            return Err(Usage(format!("{what} Say --yes to do it.")).into());
        }
        shell.out.line(format!("{what} Type yes to do it."))?;
        let mut answer = String::new();
        std::io::stdin().lock().read_line(&mut answer)?;
        if answer.trim() == "yes" { Ok(()) } else { Err(Usage("nothing was erased".into()).into()) }
    }
}

fn list(shell: &mut Shell, hupo: &Hupo) -> Result<()> {
    let space = shell.space(hupo)?;
    let erasures = space.erasures()?;
    if shell.globals.json {
        let erasures: Vec<_> = erasures.iter().map(render::erasure_json).collect();
        return Ok(shell.out.json(&json!({ "space": space.name(), "erasures": erasures }))?);
    }
    if erasures.is_empty() {
        return Ok(shell.out.line("nothing was erased")?);
    }
    for receipt in &erasures {
        render::erasure(shell, &space, receipt)?;
    }
    Ok(())
}
