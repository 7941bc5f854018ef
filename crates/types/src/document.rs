//! Documents: what the legs index. A message or a memory, with what helps to find it.

use crate::{MemoryId, MessageId, Timestamp};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What kind of document an id names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the definition")]
pub enum DocKind {
    Message,
    Memory,
}

/// The id of a document in a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocId {
    /// A line of the transcript.
    Message(MessageId),
    /// A memory.
    Memory(MemoryId),
}

/// Numbers above this would not fit beside the kind; a space never gets there.
const NUMBER_BITS: u32 = 60;

impl DocId {
    /// What it names.
    pub const fn kind(self) -> DocKind {
        match self {
            Self::Message(_) => DocKind::Message,
            Self::Memory(_) => DocKind::Memory,
        }
    }

    /// The number within its kind, from 1.
    pub const fn number(self) -> u64 {
        match self {
            Self::Message(id) => id.get(),
            Self::Memory(id) => id.get(),
        }
    }

    /// One integer for kind and number, for columns and keys.
    pub const fn to_u64(self) -> u64 {
        let kind = match self {
            Self::Message(_) => 0,
            Self::Memory(_) => 1,
        };
        (kind << NUMBER_BITS) | self.number()
    }

    /// The id that [`Self::to_u64`] wrote, or `None` if no id is written so.
    pub const fn from_u64(packed: u64) -> Option<Self> {
        let number = packed & ((1 << NUMBER_BITS) - 1);
        match packed >> NUMBER_BITS {
            0 => Some(Self::Message(MessageId::new(number))),
            1 => Some(Self::Memory(MemoryId::new(number))),
            _ => None,
        }
    }
}

impl fmt::Display for DocId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message(id) => id.fmt(f),
            Self::Memory(id) => id.fmt(f),
        }
    }
}

/// A line that helps to understand a document: the previous turn of a message, a quote of a memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContextLine {
    /// Who said it.
    pub speaker: Option<String>,
    /// What was said.
    pub text: String,
}

/// What the legs index, as it stands now. The text that is returned and judged is `text` alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// Which document.
    pub id: DocId,
    /// Its own words.
    pub text: String,
    /// Its heading, if it has one.
    pub title: Option<String>,
    /// Who said it.
    pub speaker: Option<String>,
    /// The other side of a record that is not a turn.
    pub contact: Option<String>,
    /// What kind of record it is when not a turn: `sms`, `note`.
    pub channel: Option<String>,
    /// People present or meant, by name.
    pub people: Vec<String>,
    /// When it was said, or when the memory's fact began or was stated.
    pub time: Option<Timestamp>,
    /// The conversation it belongs to.
    pub session: Option<String>,
    /// The previous turn of the session (a message), or the quotes it rests on (a memory).
    pub context: Vec<ContextLine>,
    /// Every name and alias of the entities it mentions.
    pub names: Vec<String>,
}
