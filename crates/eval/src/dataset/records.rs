//! Our own records in JSON: messages, entities, topics, relations and memories, as `docs/cli.md` describes them.

use super::{BadLine, Moment, Record};
use hupo::{
    EntityId, EntityRef, Interval, MemoryId, MemoryRef, MessageId, MessageRef, NewEntity, NewEvidence, NewMemory,
    NewMessage, NewRelation, NewTopic, SemanticKey,
};
use jiff::tz::TimeZone;
use serde::Deserialize;

const ROLE: &str = "one of user, companion, system";

/// A line of a transcript: `role` and `text`, and what is known beside them.
///
/// # Errors
/// The field that cannot be used.
pub fn message(mut line: Record, zone: &TimeZone) -> Result<NewMessage, BadLine> {
    let message = NewMessage {
        external_id: line.text_if("external_id")?,
        role: line.required("role", ROLE)?,
        speaker: line.text_if("speaker")?,
        text: line.text("text")?,
        time: line.time_if("time", zone, Moment::Noon)?,
        session: line.label_if("session")?,
        contact: line.text_if("contact")?,
        channel: line.text_if("channel")?,
        title: line.text_if("title")?,
        people: line.texts("people")?,
    };
    line.finish()?;
    Ok(message)
}

/// An entity: `name`, and `kind` and `aliases` if known.
///
/// # Errors
/// The field that cannot be used.
pub fn entity(mut line: Record) -> Result<NewEntity, BadLine> {
    let kind = line.optional("kind", "one of person, event, place, object, concept")?.unwrap_or_default();
    let entity = NewEntity { name: line.text("name")?, kind, aliases: line.texts("aliases")? };
    line.finish()?;
    Ok(entity)
}

/// A topic: `name`, and `about` if known.
///
/// # Errors
/// The field that cannot be used.
pub fn topic(mut line: Record) -> Result<NewTopic, BadLine> {
    let topic = NewTopic { name: line.text("name")?, about: line.text_if("about")?.unwrap_or_default() };
    line.finish()?;
    Ok(topic)
}

/// A relation: `from`, `predicate`, `to`, and its `evidence`.
///
/// # Errors
/// The field that cannot be used.
pub fn relation(mut line: Record, zone: &TimeZone) -> Result<NewRelation, BadLine> {
    let relation = NewRelation {
        from: entity_ref(line.required("from", NAMED)?),
        predicate: line.text("predicate")?,
        to: entity_ref(line.required("to", NAMED)?),
        evidence: evidence(&mut line)?,
        valid: valid(&mut line, zone)?,
        replaces: None,
    };
    line.finish()?;
    Ok(relation)
}

/// A memory: `kind`, `scope`, `text` and `evidence`, and what is known beside them.
///
/// # Errors
/// The field that cannot be used.
pub fn memory(mut line: Record, zone: &TimeZone) -> Result<NewMemory, BadLine> {
    let kind = line.required("kind", "a kind of memory, such as fact, event, preference")?;
    let scope = line.required("scope", "one of user, companion, shared")?;
    let text = line.text("text")?;
    let mut memory = NewMemory::new(kind, scope, text, evidence(&mut line)?);
    memory.external_id = line.text_if("external_id")?;
    memory.key = key(&mut line)?;
    memory.summary = line.text_if("summary")?;
    memory.importance = line.optional("importance", "a whole number of 1 to 10")?.unwrap_or(memory.importance);
    memory.valence = line.optional("valence", "a number of -1 to 1")?.unwrap_or(memory.valence);
    memory.arousal = line.optional("arousal", "a number of 0 to 1")?.unwrap_or(memory.arousal);
    memory.valid = valid(&mut line, zone)?;
    memory.supersedes = line.optional("supersedes", NAMED)?.map(memory_ref);
    memory.entities = line.optional("entities", "a list of names or numbers")?.map(entity_refs).unwrap_or_default();
    memory.topics = line.texts("topics")?;
    line.finish()?;
    Ok(memory)
}

const NAMED: &str = "a text (the caller's own id or name) or a number (the space's id)";

/// How records name each other: by the caller's text or the space's number.
#[derive(Deserialize)]
#[serde(untagged)]
enum Named {
    Number(u64),
    Text(String),
}

fn entity_ref(named: Named) -> EntityRef {
    match named {
        Named::Number(number) => EntityRef::Id(EntityId::new(number)),
        Named::Text(text) => EntityRef::Name(text),
    }
}

fn entity_refs(named: Vec<Named>) -> Vec<EntityRef> {
    named.into_iter().map(entity_ref).collect()
}

fn memory_ref(named: Named) -> MemoryRef {
    match named {
        Named::Number(number) => MemoryRef::Id(MemoryId::new(number)),
        Named::Text(text) => MemoryRef::External(text),
    }
}

fn message_ref(named: Named) -> MessageRef {
    match named {
        Named::Number(number) => MessageRef::Id(MessageId::new(number)),
        Named::Text(text) => MessageRef::External(text),
    }
}

fn evidence(line: &mut Record) -> Result<Vec<NewEvidence>, BadLine> {
    line.objects("evidence")?.into_iter().map(one_piece).collect()
}

fn one_piece(mut piece: Record) -> Result<NewEvidence, BadLine> {
    let evidence = NewEvidence {
        message: message_ref(piece.required("message", NAMED)?),
        role: piece.required("role", ROLE)?,
        quote: piece.text("quote")?,
        purpose: piece
            .optional("purpose", "one of statement, confirmation, correction, setup, outcome, boundary")?
            .unwrap_or_default(),
        hint: piece.optional("hint", "a whole number of characters")?,
    };
    piece.finish()?;
    Ok(evidence)
}

fn key(line: &mut Record) -> Result<SemanticKey, BadLine> {
    let mut key = line.object("key")?;
    let read = SemanticKey {
        subject: key.text_if("subject")?.unwrap_or_default(),
        category: key.text_if("category")?.unwrap_or_default(),
        subcategory: key.text_if("subcategory")?.unwrap_or_default(),
        attribute: key.text_if("attribute")?.unwrap_or_default(),
    };
    key.finish()?;
    Ok(read)
}

fn valid(line: &mut Record, zone: &TimeZone) -> Result<Interval, BadLine> {
    let from = line.time_if("valid_from", zone, Moment::DayBegins)?;
    Ok(Interval { from, to: line.time_if("valid_to", zone, Moment::DayEnds)? })
}

#[cfg(test)]
mod tests;
