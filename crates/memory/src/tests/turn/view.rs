//! A turn on a test's space, and short words for what it sees.

use super::super::space::{NOW, Space, zone};
use crate::{Entry, LeftOutReason, Part, Recalled, Turn, TurnContext, turn_context};
use hupo_text::{Language, estimate_tokens};
use hupo_types::MemoryId;

/// A turn at the usual time.
pub(super) fn turn(text: &str) -> Turn {
    Turn::new(text, NOW)
}

/// The memories with these numbers were found.
pub(super) fn found(numbers: &[u64]) -> Recalled {
    Recalled { memories: numbers.iter().map(|n| MemoryId::new(*n).into()).collect(), ..Recalled::default() }
}

pub(super) fn see(space: &Space, turn: &Turn, recalled: &Recalled) -> TurnContext {
    turn_context(&space.snapshot(), turn, recalled, &zone(), &estimate_tokens).unwrap()
}

pub(super) fn see_in(language: Language, space: &Space, turn: &Turn, recalled: &Recalled) -> TurnContext {
    see(space, &Turn { language: Some(language), ..turn.clone() }, recalled)
}

/// The entries of a part.
pub(super) fn entries(context: &TurnContext, part: Part) -> Vec<&Entry> {
    context.sections.iter().filter(|section| section.part == part).flat_map(|section| &section.entries).collect()
}

/// The texts of a part.
pub(super) fn texts(context: &TurnContext, part: Part) -> Vec<&str> {
    entries(context, part).into_iter().map(|entry| entry.text.as_str()).collect()
}

/// Why the thing with this id is not there.
pub(super) fn why(context: &TurnContext, id: &str) -> Option<LeftOutReason> {
    context.left_out.iter().find(|left| left.id.to_string() == id).map(|left| left.reason.clone())
}
