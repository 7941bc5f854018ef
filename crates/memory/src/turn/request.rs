//! What a turn brings with it, and what recall found for it.

use super::TurnLimits;
use hupo_text::Language;
use hupo_types::{EntityId, MemoryId, MessageId, Timestamp};

/// A turn: somebody said something, or the companion is about to speak first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The current message; empty when the companion speaks first.
    pub text: String,
    /// Who says it.
    pub speaker: Option<String>,
    /// Its id, if the transcript holds it already: what came after it is not shown. Without an id, a last line of the
    /// transcript with the same text and the user's role is taken for it.
    pub message: Option<MessageId>,
    /// The asker's clock.
    pub now: Timestamp,
    /// People present or meant, by name.
    pub people: Vec<String>,
    /// The conversation whose lines are the live tail; the latest lines of all when not said.
    pub session: Option<String>,
    /// The language of headings and of what code says in words; that of the turn's text when not said.
    pub language: Option<Language>,
    /// How much is seen.
    pub limits: TurnLimits,
}

impl Turn {
    /// A turn of a companion, with nothing but its message.
    pub fn new(text: impl Into<String>, now: Timestamp) -> Self {
        Self {
            text: text.into(),
            speaker: None,
            message: None,
            now,
            people: Vec::new(),
            session: None,
            language: None,
            limits: TurnLimits::companion(),
        }
    }
}

/// A memory that recall found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecalledMemory {
    /// The memory; a topic summary where it stands for members.
    pub memory: MemoryId,
    /// The members that matched, in whose place the summary stands. Their words lead its receipt, so that no detail is
    /// hidden.
    pub stands_for: Vec<MemoryId>,
}

impl From<MemoryId> for RecalledMemory {
    fn from(memory: MemoryId) -> Self {
        Self { memory, stands_for: Vec::new() }
    }
}

/// What the searches for a turn found. The engine runs them; nothing of it is taken on trust but the order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recalled {
    /// Durable memories, best first. More than the limit is useful: what is said elsewhere makes room for the next.
    pub memories: Vec<RecalledMemory>,
    /// What a search among boundaries, rules and preferences found, best first.
    pub bearing: Vec<MemoryId>,
    /// Lines of the transcript, best first; they lead to segments.
    pub lines: Vec<MessageId>,
    /// The entities the turn's text names, in order of place, as the graph leg finds names. People named in
    /// [`Turn::people`] and those that the stored message is linked to need not be among them.
    pub named: Vec<EntityId>,
}
