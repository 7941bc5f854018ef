//! `context`: what one turn sees, ready to be read.

use super::answers::{Context, Said};
use super::at::At;
use crate::problem::Problem;
use hupo::{EntryId, Turn, TurnContext, TurnLimits};

/// Assembles what the turn sees; without arguments, what a conversation begins with.
pub(super) fn context(at: &At<'_>) -> Result<Said, Problem> {
    let arguments = at.arguments;
    let mut turn = Turn::new(arguments.text("text").unwrap_or_default(), at.now());
    turn.speaker = arguments.text("speaker").map(str::to_owned);
    turn.people = arguments.texts("people");
    turn.session = arguments.text("session").map(str::to_owned);
    turn.limits = TurnLimits::assistant();
    if let Some(tokens) = arguments.count("max_tokens") {
        turn.limits.tokens = tokens;
    }
    let seen = at.space.context(&turn)?;
    let answer = Context {
        context: seen.render().to_owned(),
        n_tokens: seen.n_tokens,
        budget_tokens: seen.budget_tokens,
        memory_ids: memories(&seen),
        n_left_out: seen.left_out.len(),
    };
    Ok(Said::new(answer.context.clone(), &answer))
}

/// The memories it shows.
fn memories(seen: &TurnContext) -> Vec<String> {
    let entries = seen.sections.iter().flat_map(|section| &section.entries);
    let memory = |id: &EntryId| if let EntryId::Memory(memory) = id { Some(memory.to_string()) } else { None };
    entries.filter_map(|entry| memory(&entry.id)).collect()
}
