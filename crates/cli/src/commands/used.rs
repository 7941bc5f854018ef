//! `hupo used`: what a turn used, told, or read off its reply.

use super::recall::{document, memory};
use crate::failure::Usage;
use crate::input;
use crate::render;
use crate::shell::Shell;
use crate::source::Refused;
use anyhow::{Context, Result};
use clap::Args;
use hupo::{
    DetectedUse, DocId, EntryId, Exchange, MemoryId, Message, MessageId, MessageRef, Role, Space, Turn, TurnContext,
    UseBasis,
};
use serde_json::json;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(crate) struct Used {
    /// The line that used them, most often the companion's reply: msg-7, or your own id
    #[arg(long, value_name = "ID")]
    turn: String,
    /// The memories that were used; with --reply, those that the turn was offered
    ids: Vec<String>,
    /// Find out what was used from the reply in this file, or on stdin with "-"; "turn" reads the line of --turn itself
    #[arg(long, value_name = "FILE")]
    reply: Option<PathBuf>,
    /// With --reply: keep what was found, as inferred
    #[arg(long, requires = "reply")]
    record: bool,
}

impl Used {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let hupo = shell.open()?;
        let space = shell.space(&hupo)?;
        let turn = message(&space, &self.turn)?;
        let ids = self.ids.iter().map(|id| memory(&space, id)).collect::<Result<Vec<_>>>()?;
        match &self.reply {
            Some(reply) => self.detect(shell, &space, (&turn, ids), reply)?,
            None if ids.is_empty() => {
                return Err(Usage("name the memories that were used, or give --reply".into()).into());
            }
            None => told(shell, &space, turn.id, ids)?,
        }
        Ok(space.close()?)
    }

    fn detect(
        &self,
        shell: &mut Shell,
        space: &Space,
        (turn, ids): (&Message, Vec<MemoryId>),
        reply: &Path,
    ) -> Result<()> {
        let reply = if reply.as_os_str() == "turn" { turn.text.clone() } else { input::text(reply)? };
        let asked = asked_before(space, turn.id)?;
        let said = asked.as_ref().map(|message| message.text.clone()).unwrap_or_default();
        let offered = if ids.is_empty() { offered(space, asked.as_ref(), shell)? } else { ids };
        let found = space.detect_used(Exchange { said: &said, reply: &reply }, &offered)?;
        if self.record && !found.is_empty() {
            record(shell, space, turn.id, &found)?;
        }
        show(shell, space, (turn.id, &offered), (&found, self.record))
    }
}

fn told(shell: &mut Shell, space: &Space, turn: MessageId, memories: Vec<MemoryId>) -> Result<()> {
    let names: Vec<String> = memories.iter().map(ToString::to_string).collect();
    let receipt = space
        .used(MessageRef::Id(turn), memories, UseBasis::Told, shell.now)
        .map_err(|error| Refused::of("use", error))?;
    if shell.globals.json {
        let whole = json!({ "space": space.name(), "sequence": receipt.sequence, "turn": turn.to_string(), "basis": UseBasis::Told, "used": names });
        return Ok(shell.out.json(&whole)?);
    }
    Ok(shell.out.line(format!("{turn} used {}", names.join(", ")))?)
}

fn record(shell: &Shell, space: &Space, turn: MessageId, found: &[DetectedUse]) -> Result<()> {
    let memories = found.iter().map(|one| one.memory).collect();
    let recorded = space.used(MessageRef::Id(turn), memories, UseBasis::Inferred, shell.now);
    recorded.map_err(|error| Refused::of("use", error))?;
    Ok(())
}

fn show(
    shell: &mut Shell,
    space: &Space,
    (turn, offered): (MessageId, &[MemoryId]),
    (found, recorded): (&[DetectedUse], bool),
) -> Result<()> {
    if shell.globals.json {
        let offered: Vec<_> = offered.iter().map(ToString::to_string).collect();
        let found: Vec<_> = found.iter().map(render::detected_json).collect();
        let whole = json!({ "space": space.name(), "turn": turn.to_string(), "basis": UseBasis::Inferred, "offered": offered, "used": found, "recorded": recorded });
        return Ok(shell.out.json(&whole)?);
    }
    let cards = found.iter().map(|one| render::detected_lines(one, &shell.out).join("\n")).collect();
    shell.cards(cards, "the reply shows no use of what it was offered")?;
    if !recorded && !found.is_empty() {
        shell.remark("nothing was written; --record keeps it");
    }
    Ok(())
}

fn message(space: &Space, id: &str) -> Result<Message> {
    let DocId::Message(number) = document(space, id)? else {
        return Err(Usage(format!("{id} is a memory; a turn is a line of the transcript")).into());
    };
    space.message(number)?.ok_or_else(|| Usage(format!("there is no message {id} in {:?}", space.name())).into())
}

/// The user's line that a reply answers: the last one before it.
fn asked_before(space: &Space, turn: MessageId) -> Result<Option<Message>> {
    for number in (1..turn.get()).rev() {
        let before = space.message(MessageId::new(number))?;
        if before.as_ref().is_some_and(|message| message.role == Role::User) {
            return Ok(before);
        }
    }
    Ok(None)
}

/// The memories that the user's line brings into a turn, as things stand now.
fn offered(space: &Space, asked: Option<&Message>, shell: &Shell) -> Result<Vec<MemoryId>> {
    let Some(asked) = asked else { return Ok(Vec::new()) };
    let mut turn = Turn::new(&asked.text, shell.now);
    turn.message = Some(asked.id);
    turn.session.clone_from(&asked.session);
    let context = space.context(&turn).context("the turn that was answered")?;
    Ok(shown(&context))
}

/// The memories a context shows, those that a summary stands for among them.
pub(crate) fn shown(context: &TurnContext) -> Vec<MemoryId> {
    let mut shown = Vec::new();
    for entry in context.sections.iter().flat_map(|section| &section.entries) {
        if let EntryId::Memory(id) = &entry.id {
            shown.push(*id);
        }
        shown.extend(&entry.stands_for);
    }
    shown
}
