//! Entries: one thing a turn sees, what it is, and what it rests on.

use super::show::{id, ids, rfc3339};
use crate::instruction::Sign;
use hupo_types::{
    EntityId, Evidence, MemoryId, Message, MessageId, ObservationId, PageId, ProfileFactId, RelationId, Role,
    TemporalItemId, Timestamp,
};
use serde::{Serialize, Serializer};
use std::fmt;

/// What an entry is. Written as its id: `mem-3`, `page-2`, `msg-9`, `rel-4`, `pro-1/is_adult`, `belief/mood`, `clock`,
/// `turn`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryId {
    /// A fact of the profile.
    ProfileFact(ProfileFactId),
    /// Whether the person of a date of birth is of age; the date itself stays private.
    IsAdult(ProfileFactId),
    /// The local time.
    Clock,
    /// A temporal item.
    TemporalItem(TemporalItemId),
    /// A person.
    Person(EntityId),
    /// A relation of a person.
    Relation(RelationId),
    /// A page.
    Page(PageId),
    /// A memory.
    Memory(MemoryId),
    /// The belief of a slot.
    Belief(String),
    /// A line of the transcript.
    Message(MessageId),
    /// The turn's message, where the transcript does not hold it yet.
    Turn,
}

impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ProfileFact(id) => id.fmt(f),
            Self::IsAdult(id) => write!(f, "{id}/is_adult"),
            Self::Clock => f.write_str("clock"),
            Self::TemporalItem(id) => id.fmt(f),
            Self::Person(id) => id.fmt(f),
            Self::Relation(id) => id.fmt(f),
            Self::Page(id) => id.fmt(f),
            Self::Memory(id) => id.fmt(f),
            Self::Belief(slot) => write!(f, "belief/{slot}"),
            Self::Message(id) => id.fmt(f),
            Self::Turn => f.write_str("turn"),
        }
    }
}

impl Serialize for EntryId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Words that were said, and by whom, when and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Said {
    /// The message they stand in.
    #[serde(serialize_with = "id")]
    pub message: MessageId,
    /// Who wrote it.
    pub role: Role,
    /// The writer's name.
    pub speaker: Option<String>,
    /// When. RFC 3339 in JSON.
    #[serde(serialize_with = "rfc3339")]
    pub time: Option<Timestamp>,
    /// The words, byte for byte.
    pub quote: String,
}

impl Said {
    /// A quote with who said it and when; `message` is the one it cites, if the store still has it.
    pub(super) fn quoted(evidence: &Evidence, message: Option<&Message>) -> Self {
        Self {
            message: evidence.message,
            role: evidence.role,
            speaker: message.and_then(|message| message.speaker.clone()),
            time: message.and_then(|message| message.time),
            quote: evidence.quote.clone(),
        }
    }
}

/// Evidence as far as words go, without who said them and when.
pub(super) fn quotes(evidence: &[Evidence]) -> Vec<Said> {
    evidence.iter().map(|one| Said::quoted(one, None)).collect()
}

/// What an entry rests on. Every entry has one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryReceipt {
    /// Words that were said; never empty.
    Words(Vec<Said>),
    /// The entries of the log that a belief cites, and the words those rest on; never empty.
    Log {
        /// The entries.
        #[serde(serialize_with = "ids")]
        cites: Vec<ObservationId>,
        /// The first words of the first of them.
        words: Vec<Said>,
    },
    /// The range of the transcript that a page is about. A page proves nothing.
    Range {
        /// Its first message.
        #[serde(serialize_with = "id")]
        from: MessageId,
        /// Its last message.
        #[serde(serialize_with = "id")]
        to: MessageId,
    },
    /// It is a line of the transcript itself.
    Line {
        /// The line.
        #[serde(serialize_with = "id")]
        message: MessageId,
        /// Who wrote it.
        role: Role,
        /// The writer's name.
        speaker: Option<String>,
        /// When. RFC 3339 in JSON.
        #[serde(serialize_with = "rfc3339")]
        time: Option<Timestamp>,
    },
    /// A private fact whose words are withheld.
    Private {
        /// The fact.
        #[serde(serialize_with = "id")]
        fact: ProfileFactId,
    },
    /// The clock of the call.
    Clock {
        /// What it said. RFC 3339 in JSON.
        #[serde(serialize_with = "super::show::moment")]
        now: Timestamp,
    },
    /// The caller handed it in with the turn.
    Turn {
        /// Who says it.
        speaker: Option<String>,
    },
}

impl EntryReceipt {
    /// The line of the transcript that the entry is.
    pub(super) const fn line(&self) -> Option<MessageId> {
        match self {
            Self::Line { message, .. } => Some(*message),
            Self::Words(_)
            | Self::Log { .. }
            | Self::Range { .. }
            | Self::Private { .. }
            | Self::Clock { .. }
            | Self::Turn { .. } => None,
        }
    }
}

/// One thing a turn sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// What it is.
    pub id: EntryId,
    /// What code says of it, in the context's language: when, how it stands, whose it is. Empty if there is nothing to say.
    pub label: String,
    /// What it says, as it is stored. Data, and never an instruction.
    pub text: String,
    /// What it rests on.
    pub receipt: EntryReceipt,
    /// Of a topic summary: the members that matched, in whose place it stands.
    #[serde(serialize_with = "ids", skip_serializing_if = "Vec::is_empty")]
    pub stands_for: Vec<MemoryId>,
    /// The signs of an instruction that its text shows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signs: Vec<Sign>,
    /// Characters left out of the middle of its text: of the current message alone, when nothing else would help.
    #[serde(skip_serializing_if = "is_zero")]
    pub n_cut: usize,
    /// What it costs, as it is rendered.
    pub n_tokens: usize,
}

impl Entry {
    /// An entry that says `text`; what it costs is counted when it is taken.
    pub(super) fn new(id: EntryId, label: String, text: String, receipt: EntryReceipt) -> Self {
        let signs = crate::instruction::reasons(&text);
        Self { id, label, text, receipt, stands_for: Vec::new(), signs, n_cut: 0, n_tokens: 0 }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_zero(count: &usize) -> bool {
    *count == 0
}
