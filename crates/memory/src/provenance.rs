//! Provenance: the exact words a document rests on, who said them, where and when.

use crate::Error;
use hupo_store::{Read, Snapshot};
use hupo_types::{Evidence, Memory, Message, MessageId, Purpose, Role, Timestamp};

/// A turn beside a quote.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The message.
    pub message: MessageId,
    /// Who wrote it.
    pub role: Role,
    /// The writer's name.
    pub speaker: Option<String>,
    /// What was said.
    pub text: String,
}

/// A quote with its source.
#[derive(Debug, Clone, PartialEq)]
pub struct Quoted {
    /// The message the words stand in.
    pub message: MessageId,
    /// The caller's own id of that message.
    pub external_id: Option<String>,
    /// Who wrote it.
    pub role: Role,
    /// The writer's name.
    pub speaker: Option<String>,
    /// When.
    pub time: Option<Timestamp>,
    /// The conversation.
    pub session: Option<String>,
    /// The words, byte for byte.
    pub quote: String,
    /// Where they start, in Unicode scalar values of the message's text.
    pub start: usize,
    /// Where they end (exclusive).
    pub end: usize,
    /// What they are cited for.
    pub purpose: Purpose,
    /// The turns before, oldest first.
    pub before: Vec<Line>,
    /// The turns after.
    pub after: Vec<Line>,
}

/// The quotes a memory rests on, in the order they were cited, each with `neighbours` turns on either side.
pub fn of_memory(snapshot: &Snapshot, memory: &Memory, neighbours: usize) -> Result<Vec<Quoted>, Error> {
    memory.evidence.iter().map(|evidence| quoted(snapshot, evidence, neighbours)).collect()
}

/// A message as its own evidence: its whole text, with `neighbours` turns on either side.
pub fn of_message(snapshot: &Snapshot, message: Message, neighbours: usize) -> Result<Quoted, Error> {
    let whole = (0, message.text.chars().count());
    let text = message.text.clone();
    let quoted = sourced(message, Slice { text, span: whole, purpose: Purpose::Statement });
    with_neighbours(snapshot, quoted, neighbours)
}

/// A slice of a message and what it is cited for.
struct Slice {
    text: String,
    span: (usize, usize),
    purpose: Purpose,
}

/// A quote with its source, without the turns around it.
pub(crate) fn quoted_alone(view: &impl Read, evidence: &Evidence) -> Result<Quoted, Error> {
    let missing = Error::MissingSource { message: evidence.message };
    let message = view.message(evidence.message)?.ok_or(missing)?;
    let span = (evidence.start, evidence.end);
    Ok(sourced(message, Slice { text: evidence.quote.clone(), span, purpose: evidence.purpose }))
}

fn quoted(snapshot: &Snapshot, evidence: &Evidence, neighbours: usize) -> Result<Quoted, Error> {
    with_neighbours(snapshot, quoted_alone(snapshot, evidence)?, neighbours)
}

fn with_neighbours(snapshot: &Snapshot, mut quoted: Quoted, neighbours: usize) -> Result<Quoted, Error> {
    if neighbours > 0 {
        quoted.before = snapshot.messages_before(quoted.message, neighbours)?.into_iter().map(line).collect();
        quoted.after = snapshot.messages_after(quoted.message, neighbours)?.into_iter().map(line).collect();
    }
    Ok(quoted)
}

fn sourced(message: Message, slice: Slice) -> Quoted {
    Quoted {
        message: message.id,
        external_id: message.external_id,
        role: message.role,
        speaker: message.speaker,
        time: message.time,
        session: message.session,
        quote: slice.text,
        start: slice.span.0,
        end: slice.span.1,
        purpose: slice.purpose,
        before: Vec::new(),
        after: Vec::new(),
    }
}

fn line(message: Message) -> Line {
    Line { message: message.id, role: message.role, speaker: message.speaker, text: message.text }
}
