//! `hupo context`: what one turn sees, as a model is given it.

use super::recall::document;
use crate::args::word;
use crate::failure::Usage;
use crate::input;
use crate::shell::Shell;
use anyhow::Result;
use clap::Args;
use hupo::{DocId, Language, LeftOut, LeftOutReason, MessageId, Space, Turn, TurnContext, TurnLimits};
use serde::Deserialize;
use serde_json::json;

/// Whose limits.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Preset {
    /// A companion's reply.
    Companion,
    /// An assistant that searches its memory as a tool.
    Assistant,
}

impl Preset {
    pub(crate) const fn limits(self) -> TurnLimits {
        match self {
            Self::Companion => TurnLimits::companion(),
            Self::Assistant => TurnLimits::assistant(),
        }
    }
}

#[derive(Args)]
pub(crate) struct Context {
    /// The current message; "-" reads it from stdin; without one, the companion is about to speak first
    text: Option<String>,
    /// The message, if the transcript holds it already: msg-7, or your own id
    #[arg(long, value_name = "ID")]
    message: Option<String>,
    /// Who says it
    #[arg(long, value_name = "NAME")]
    speaker: Option<String>,
    /// The conversation whose lines are shown; by default the latest lines of all
    #[arg(long)]
    session: Option<String>,
    /// People present or meant, with commas between
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    people: Vec<String>,
    /// Whose limits: companion or assistant
    #[arg(long, default_value = "companion", value_parser = word::<Preset>)]
    preset: Preset,
    /// The language of headings: zh or en; by default that of the message
    #[arg(long, value_parser = language)]
    lang: Option<Language>,
    /// Tokens at most, as estimated
    #[arg(long, value_name = "TOKENS")]
    budget: Option<usize>,
}

/// `zh` or `en`.
pub(crate) fn language(code: &str) -> Result<Language, String> {
    Language::of_code(code).ok_or_else(|| "write zh or en".to_owned())
}

impl Context {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let text = self.text.as_deref().map(input::question).transpose()?.unwrap_or_default();
        let hupo = shell.open()?;
        let space = shell.space(&hupo)?;
        let turn = self.turn(&space, text, shell)?;
        let context = space.context(&turn)?;
        if shell.globals.json {
            let rendered = context.render();
            let whole = json!({ "space": space.name(), "context": context, "rendered": rendered });
            return Ok(shell.out.json(&whole)?);
        }
        shell.out.line(context.render())?;
        shell.remark(&spent(&context));
        Ok(())
    }

    fn turn(&self, space: &Space, text: String, shell: &Shell) -> Result<Turn> {
        let mut turn = Turn::new(text, shell.now);
        turn.speaker.clone_from(&self.speaker);
        turn.session.clone_from(&self.session);
        turn.people.clone_from(&self.people);
        turn.language = self.lang;
        turn.limits = self.preset.limits();
        turn.limits.tokens = self.budget.unwrap_or(turn.limits.tokens);
        if let Some(id) = &self.message {
            let id = message(space, id)?;
            turn.message = Some(id);
            if turn.text.is_empty() {
                turn.text = space.message(id)?.map(|message| message.text).unwrap_or_default();
            }
        }
        Ok(turn)
    }
}

fn message(space: &Space, id: &str) -> Result<MessageId> {
    match document(space, id)? {
        DocId::Message(id) => Ok(id),
        DocId::Memory(_) => Err(Usage(format!("{id} is a memory; a turn is a line of the transcript")).into()),
    }
}

/// What it cost, and what there was no place for.
pub(crate) fn spent(context: &TurnContext) -> String {
    let left = |reason: &str, fits: fn(&LeftOutReason) -> bool| {
        let n = context.left_out.iter().filter(|one: &&LeftOut| fits(&one.reason)).count();
        (n > 0).then(|| format!("{n} {reason}"))
    };
    let why: Vec<String> = [
        left("over a limit", |one| matches!(one, LeftOutReason::OverLimit)),
        left("over the budget", |one| matches!(one, LeftOutReason::OverBudget)),
        left("said already", |one| matches!(one, LeftOutReason::SaidAlready { .. })),
        left("private", |one| matches!(one, LeftOutReason::Private)),
        left("not relevant", |one| matches!(one, LeftOutReason::NotRelevant)),
        left("not current", |one| matches!(one, LeftOutReason::NotCurrent)),
    ]
    .into_iter()
    .flatten()
    .collect();
    let why = if why.is_empty() { String::new() } else { format!("; left out: {}", why.join(", ")) };
    format!("about {} of {} tokens{why}", context.n_tokens, context.budget_tokens)
}
