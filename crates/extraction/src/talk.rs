//! What the extractor is given: a stretch of the transcript, and the little it must know to understand it.

use hupo_types::{MemoryId, MessageId, Role, SemanticKey, TemporalItemId, Timestamp};
use jiff::tz::TimeZone;

/// A stretch of the transcript to read.
#[derive(Debug, Clone, PartialEq)]
pub struct Talk {
    /// The messages to read, in order; only the user's are quoted.
    pub messages: Vec<Line>,
    /// The lines before them: they help to understand an answer and are never quoted.
    pub before: Vec<Line>,
    /// Names and aliases of known people and animals.
    pub people: Vec<Vec<String>>,
    /// Temporal items nobody has closed.
    pub open: Vec<OpenItem>,
    /// Living memories that a plain correction may be about.
    pub memories: Vec<KnownMemory>,
    /// The space's zone: what "tomorrow" means.
    pub zone: TimeZone,
}

/// A line of the transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its id in the space.
    pub id: MessageId,
    /// Who wrote it.
    pub role: Role,
    /// What was said.
    pub text: String,
    /// When; without it no date is understood.
    pub time: Option<Timestamp>,
}

/// A temporal item that is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenItem {
    /// Its id in the space.
    pub id: TemporalItemId,
    /// What it is.
    pub text: String,
    /// When it begins, or is due.
    pub starts: Option<Timestamp>,
}

/// A memory that holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownMemory {
    /// Its id in the space.
    pub id: MemoryId,
    /// Which fact it is.
    pub key: SemanticKey,
    /// What it says.
    pub text: String,
}

impl Talk {
    /// A talk of nothing but messages.
    #[must_use]
    pub fn of(messages: Vec<Line>, zone: TimeZone) -> Self {
        Self { messages, before: Vec::new(), people: Vec::new(), open: Vec::new(), memories: Vec::new(), zone }
    }
}
