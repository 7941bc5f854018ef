//! A conversation in our own layout: `transcript.jsonl`, and in files beside it what is known of it.

use super::source::{FileText, Source};
use super::{BadLine, Dataset, Error, Gold, Group, Question, Record, entity, memory, message, relation, topic, zone};
use jiff::tz::TimeZone;

/// Reads a conversation out of texts, as one group named `name`; the first bad line stops it.
///
/// # Errors
/// A bad line, named by file, line and field; a zone that does not exist.
pub fn read_conversation(name: &str, files: &[FileText<'_>], zone_name: &str) -> Result<Dataset, Error> {
    let mut source = Source::inside(files);
    let group = group(&mut source, name, &zone(zone_name)?)?;
    Ok(Dataset { name: name.to_owned(), zone: zone_name.to_owned(), groups: vec![group], left_out: source.left_out })
}

/// The one group of a conversation.
pub(super) fn group(source: &mut Source<'_>, name: &str, zone: &TimeZone) -> Result<Group, Error> {
    Ok(Group {
        name: name.to_owned(),
        documents: source.read("transcript.jsonl", |line| message(line, zone))?,
        sources: Vec::new(),
        entities: source.read("entities.jsonl", entity)?,
        topics: source.read("topics.jsonl", topic)?,
        relations: source.read("relations.jsonl", |line| relation(line, zone))?,
        memories: source.read("memories.jsonl", |line| memory(line, zone))?,
        questions: source.read("questions.jsonl", question)?,
    })
}

/// A question; its `note` and `language` are for people and are not read.
fn question(mut line: Record) -> Result<Question, BadLine> {
    let gold = line.texts("gold")?;
    Ok(Question {
        id: line.text("id")?,
        text: line.text("text")?,
        category: line.text_if("kind")?,
        asked: None,
        scope: line.optional("scope", "one of memories, transcript, both")?.unwrap_or_default(),
        gold: gold.into_iter().map(|external_id| Gold { external_id, grade: 1 }).collect(),
        shown: line.optional("demo", "true or false")?.unwrap_or(false),
    })
}
