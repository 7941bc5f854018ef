//! What decides whether a document may be returned, without its words.

use hupo_types::{DocId, Interval, Kind, MemoryId, MessageId, Role, Scope, State, Timestamp};
use serde::Deserialize;

use super::Snapshot;
use super::stream::Records;
use crate::Error;
use crate::rows::Rows;
use crate::table::Table;

/// The facts of one document that filters ask for.
#[derive(Debug, Clone, PartialEq)]
pub struct DocFacts {
    /// Which document.
    pub id: DocId,
    /// Where it is in its life; a message is active or erased.
    pub state: State,
    /// What kind of memory; `None` for a message.
    pub memory_kind: Option<Kind>,
    /// Whom the memory is about; `None` for a message.
    pub scope: Option<Scope>,
    /// When a message was said; when a memory's fact began, if that is known.
    pub time: Option<Timestamp>,
    /// When the space learned of it.
    pub recorded_at: Timestamp,
    /// When a correction took its place.
    pub superseded_at: Option<Timestamp>,
    /// When it holds; always, for a message.
    pub valid: Interval,
    /// Who said it.
    pub speaker: Option<String>,
    /// The conversation it belongs to.
    pub session: Option<String>,
}

#[derive(Deserialize)]
struct MessageFacts {
    id: MessageId,
    role: Role,
    #[serde(default)]
    speaker: Option<String>,
    #[serde(default)]
    time: Option<Timestamp>,
    #[serde(default)]
    session: Option<String>,
    recorded_at: Timestamp,
    #[serde(default)]
    erased: bool,
}

#[derive(Deserialize)]
struct MemoryFacts {
    id: MemoryId,
    kind: Kind,
    scope: Scope,
    #[serde(default)]
    state: State,
    recorded_at: Timestamp,
    #[serde(default)]
    valid: Interval,
    #[serde(default)]
    superseded_at: Option<Timestamp>,
}

impl From<MessageFacts> for DocFacts {
    fn from(message: MessageFacts) -> Self {
        Self {
            id: DocId::Message(message.id),
            state: if message.erased { State::Erased } else { State::Active },
            memory_kind: None,
            scope: None,
            time: message.time,
            recorded_at: message.recorded_at,
            superseded_at: None,
            valid: Interval::default(),
            speaker: message.speaker,
            session: message.session,
        }
    }
}

impl From<MemoryFacts> for DocFacts {
    fn from(memory: MemoryFacts) -> Self {
        Self {
            id: DocId::Memory(memory.id),
            state: memory.state,
            memory_kind: Some(memory.kind),
            scope: Some(memory.scope),
            time: memory.valid.from,
            recorded_at: memory.recorded_at,
            superseded_at: memory.superseded_at,
            valid: memory.valid,
            speaker: None,
            session: None,
        }
    }
}

impl Snapshot {
    /// The facts of every document: messages, then memories. Lines of the program are no documents.
    pub fn facts(&self) -> Result<impl Iterator<Item = Result<DocFacts, Error>> + use<>, Error> {
        let messages = Records::<MessageFacts>::new(self, Table::Messages, self.totals().messages)?;
        let memories = Records::<MemoryFacts>::new(self, Table::Memories, self.totals().memories)?;
        let turns = messages.filter(|one| !matches!(one, Ok(message) if message.role == Role::System));
        let turns = turns.map(|one| one.map(DocFacts::from));
        Ok(turns.chain(memories.map(|one| one.map(DocFacts::from))))
    }
}
