//! `hupo review`: what waits for a person, and the person's decision.

mod talk;

use super::propose::proposal;
use crate::failure::Usage;
use crate::input;
use crate::render;
use crate::shell::Shell;
use anyhow::Result;
use clap::{Args, Subcommand};
use hupo::{MemoryId, NewDecision, ProposalId, Space, Verdict};
use serde_json::json;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct Review {
    #[command(subcommand)]
    what: Option<What>,
    /// Who decides
    #[arg(long, global = true, value_name = "NAME", env = "HUPO_REVIEWER", default_value = "cli")]
    by: String,
}

#[derive(Subcommand)]
enum What {
    /// What waits, oldest first
    List,
    /// A proposal with the words it rests on and what it contradicts
    Show { id: String },
    /// Store it as proposed; what it contradicts is superseded
    Approve { id: String },
    /// Store something else instead: a proposal in JSON from a file or stdin, checked like any
    Edit { id: String, file: Option<PathBuf> },
    /// It says the same as a living memory, which gets its evidence
    Merge { id: String, memory: String },
    /// Do not store it
    Reject {
        id: String,
        /// Why
        #[arg(long)]
        reason: String,
        /// Refuse the same fact whenever it is proposed again
        #[arg(long)]
        bar: bool,
    },
}

impl Review {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<ExitCode> {
        let hupo = shell.open()?;
        let space = shell.space(&hupo)?;
        let code = match self.what {
            None if shell.globals.json || !std::io::stdin().is_terminal() => list(shell, &space)?,
            None => talk::through(shell, &space, &self.by, &mut std::io::stdin().lock())?,
            Some(What::List) => list(shell, &space)?,
            Some(What::Show { id }) => show(shell, &space, &id)?,
            Some(What::Approve { id }) => decide(shell, &space, (&id, NewDecision::Approve), &self.by)?,
            Some(What::Edit { id, file }) => {
                let proposal = input::read_one(file.as_deref(), "one proposal", proposal)?;
                let decision = NewDecision::Edit { proposal: Box::new(proposal) };
                decide(shell, &space, (&id, decision), &self.by)?
            }
            Some(What::Merge { id, memory }) => {
                let decision = NewDecision::Merge { into: memory_named(&space, &memory)? };
                decide(shell, &space, (&id, decision), &self.by)?
            }
            Some(What::Reject { id, reason, bar }) => {
                decide(shell, &space, (&id, NewDecision::Reject { reason, bar }), &self.by)?
            }
        };
        space.close()?;
        Ok(code)
    }
}

fn list(shell: &mut Shell, space: &Space) -> Result<ExitCode> {
    let waiting = space.waiting()?;
    if shell.globals.json {
        let waiting: Vec<_> = waiting.iter().map(render::waiting_json).collect();
        shell.out.json(&json!({ "space": space.name(), "waiting": waiting }))?;
    } else if waiting.is_empty() {
        shell.out.line("nothing waits")?;
    } else {
        let rows = waiting.iter().map(render::waiting_row);
        let table = render::table(&["proposal", "says", "why it waits"], rows, &shell.out);
        shell.out.line(table)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show(shell: &mut Shell, space: &Space, id: &str) -> Result<ExitCode> {
    let id = waiting(id)?;
    let card = space
        .review(id, shell.now)?
        .ok_or_else(|| Usage(format!("there is no proposal {id} in {:?}", space.name())))?;
    if shell.globals.json {
        shell.out.json(&render::review_json(space, &card)?)?;
    } else {
        let text = render::review_card(space, &card, &shell.out);
        shell.out.line(text)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn decide(shell: &mut Shell, space: &Space, (id, decision): (&str, NewDecision), by: &str) -> Result<ExitCode> {
    let id = waiting(id)?;
    let verdict = settle(shell, space, (id, decision), by)?;
    Ok(render::code_of(std::slice::from_ref(&verdict)))
}

/// Decides, and prints what became of it.
fn settle(shell: &mut Shell, space: &Space, (id, decision): (ProposalId, NewDecision), by: &str) -> Result<Verdict> {
    let word = render::decision_word(&decision);
    let verdict = space.decide(id, decision, by, shell.now)?;
    let done = verdict.code.is_welcome();
    if shell.globals.json {
        let decision = done.then_some(word);
        let verdict = render::verdict_json(&verdict);
        shell.out.json(
            &json!({ "space": space.name(), "proposal": id.to_string(), "decision": decision, "verdict": verdict }),
        )?;
    } else {
        let said = render::settled(word, id, &verdict, &shell.out);
        shell.out.line(said)?;
    }
    Ok(verdict)
}

fn waiting(id: &str) -> Result<ProposalId> {
    let read = ProposalId::parse(id).or_else(|| id.parse().ok().map(ProposalId::new));
    Ok(read.ok_or_else(|| Usage(format!("{id:?} is no proposal; write prop-3")))?)
}

fn memory_named(space: &Space, id: &str) -> Result<MemoryId> {
    match super::recall::document(space, id)? {
        hupo::DocId::Memory(memory) => Ok(memory),
        hupo::DocId::Message(_) => Err(Usage(format!("{id} is a message; merge into a memory")).into()),
    }
}
