//! Evidence, and quotes with their sources.

use super::checked::{Bad, count, named, told};
use super::time::told_time;
use super::v1;
use super::word::{Word, word, word_or};
use hupo::{Cited, Evidence, Line, MessageRef, NewEvidence, Purpose, Quoted};

/// Names a message by its id or the caller's own; the store tells them apart.
pub(crate) fn message_ref(text: String, field: &str) -> Result<MessageRef, Bad> {
    named(text, field, MessageRef::External)
}

pub(crate) fn told_message_ref(message: MessageRef) -> String {
    match message {
        MessageRef::Id(id) => id.to_string(),
        MessageRef::External(text) => text,
    }
}

impl TryFrom<v1::NewEvidence> for NewEvidence {
    type Error = Bad;

    fn try_from(wire: v1::NewEvidence) -> Result<Self, Bad> {
        let hint = wire.hint.map(usize::try_from).transpose();
        Ok(Self {
            message: message_ref(wire.message, "message")?,
            role: word(wire.role, "role")?,
            quote: wire.quote,
            purpose: word_or(wire.purpose, Purpose::Statement, "purpose")?,
            hint: hint.map_err(|_| Bad::new("hint", "the number is too large"))?,
        })
    }
}

impl From<NewEvidence> for v1::NewEvidence {
    fn from(evidence: NewEvidence) -> Self {
        Self {
            message: told_message_ref(evidence.message),
            role: evidence.role.number(),
            quote: evidence.quote,
            purpose: evidence.purpose.number(),
            hint: evidence.hint.map(count),
        }
    }
}

impl From<Evidence> for v1::Evidence {
    fn from(evidence: Evidence) -> Self {
        Self {
            message: evidence.message.to_string(),
            role: evidence.role.number(),
            quote: evidence.quote,
            start: count(evidence.start),
            end: count(evidence.end),
            purpose: evidence.purpose.number(),
            ambiguous: evidence.ambiguous,
        }
    }
}

impl From<Line> for v1::Line {
    fn from(line: Line) -> Self {
        Self {
            message: line.message.to_string(),
            role: line.role.number(),
            speaker: line.speaker.unwrap_or_default(),
            text: line.text,
        }
    }
}

impl From<Quoted> for v1::Quoted {
    fn from(mut quoted: Quoted) -> Self {
        let (before, after) = (std::mem::take(&mut quoted.before), std::mem::take(&mut quoted.after));
        Self { before: told(before), after: told(after), ..Cited::from(quoted).into() }
    }
}

impl From<Cited> for v1::Quoted {
    fn from(cited: Cited) -> Self {
        Self {
            message: cited.message_id.to_string(),
            external_id: cited.external_id.unwrap_or_default(),
            role: cited.role.number(),
            speaker: cited.speaker.unwrap_or_default(),
            time: cited.time.map(told_time),
            session: cited.session.unwrap_or_default(),
            quote: cited.quote,
            start: count(cited.start),
            end: count(cited.end),
            purpose: cited.purpose.number(),
            before: Vec::new(),
            after: Vec::new(),
        }
    }
}
