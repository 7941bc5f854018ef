//! What a reply used, read off the reply alone: names, rare words, numbers and quotes of what it was offered.
//!
//! A sign is a term of the reply that exactly one offered memory has, that is not common, and that the user did not
//! just say. One sign may be chance, so two are asked for, or a strong one; one is enough where the user's own message
//! is about that memory alone. What a reply says in other words is not found: told outweighs inferred.

mod denial;
mod everyday;
mod read;
mod taken;
mod terms;
mod tokens;

use crate::Error;
use hupo_store::Read;
use hupo_types::{DocId, MemoryId};
use read::{Reading, Shown};
use serde::Serialize;
use std::collections::BTreeMap;

/// A memory that the reply's writer was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offered {
    /// The memory.
    pub memory: MemoryId,
    /// What it says.
    pub text: String,
    /// The words it rests on.
    pub quotes: Vec<String>,
    /// Names and aliases of the people and things it is about.
    pub names: Vec<String>,
}

/// What the user said, and what was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange<'a> {
    /// The message that was answered: repeating its words is no use of a memory. Empty if there was none.
    pub said: &'a str,
    /// The reply.
    pub reply: &'a str,
}

/// What in the reply shows that a memory was used; the words are those of the reply, folded.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum UseSign {
    /// A name of something that it alone is about.
    Name(String),
    /// A word, or a few Han characters, that it alone has.
    Word(String),
    /// A number, a date or a time that it alone has.
    Number(String),
    /// Words taken over as they stand.
    Quote(String),
}

/// A memory that the reply used, as far as can be read off it; its basis is [`hupo_types::UseBasis::Inferred`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DetectedUse {
    /// The memory.
    pub memory: MemoryId,
    /// What shows it; never empty.
    pub signs: Vec<UseSign>,
}

/// What signs must weigh for a use: two of them, or one that is long.
const ENOUGH: usize = 4;

/// The same where the user's own message is about this memory and no other.
const ENOUGH_IF_ASKED: usize = 2;

/// The memories among those offered that the reply used, in the order they were offered. The same input gives the same
/// answer; nothing is written.
pub fn detect_used(exchange: Exchange, offered: &[Offered]) -> Vec<DetectedUse> {
    let shown = Shown::new(offered);
    let (said, reply) = (Reading::new(exchange.said), Reading::new(exchange.reply));
    let asked = shown.asked(&said);
    let mut signs: BTreeMap<usize, Vec<(UseSign, usize)>> = BTreeMap::new();
    for (place, sign, weight) in shown.signs(&said, &reply) {
        signs.entry(place).or_default().push((sign, weight));
    }
    let used = signs.into_iter().filter(|(place, signs)| {
        let needed = if asked.contains(place) { ENOUGH_IF_ASKED } else { ENOUGH };
        signs.iter().map(|(_, weight)| weight).sum::<usize>() >= needed
    });
    used.filter_map(|(place, signs)| {
        let memory = offered.get(place)?.memory;
        Some(DetectedUse { memory, signs: signs.into_iter().map(|(sign, _)| sign).collect() })
    })
    .collect()
}

/// A memory as a reply's writer was shown it; `None` if there is none of this id, or it was erased.
///
/// # Errors
/// [`Error::Store`] if the space cannot be read.
pub fn offered(view: &impl Read, id: MemoryId) -> Result<Option<Offered>, Error> {
    let Some(memory) = view.memory(id)?.filter(|memory| !memory.evidence.is_empty()) else { return Ok(None) };
    let mut names = Vec::new();
    for entity in view.entities_of(DocId::Memory(id))? {
        let known = view.entity(entity)?.filter(|entity| !entity.erased);
        names.extend(known.iter().flat_map(|entity| entity.names()).map(str::to_owned));
    }
    let quotes = memory.evidence.into_iter().map(|one| one.quote).collect();
    Ok(Some(Offered { memory: id, text: memory.text, quotes, names }))
}

#[cfg(test)]
mod tests;
