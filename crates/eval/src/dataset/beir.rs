//! The BEIR layout: `corpus.jsonl`, `queries.jsonl`, `qrels/test.tsv`, and entities where a set has them.

use super::source::Source;
use super::time::read_asked;
use super::{BadLine, Error, Group, Moment, Question, Record, qrels, relations};
use hupo::{EntityKind, NewEntity, NewMessage, Role, SearchScope};
use jiff::tz::TimeZone;
use std::collections::HashMap;

/// The groups of a set, in the order they first occur in its corpus.
pub(super) fn groups(source: &mut Source<'_>, set: &str, zone: &TimeZone) -> Result<Vec<Group>, Error> {
    let mut groups = Groups::new(set);
    for (group, document) in source.read("corpus.jsonl", |line| document(line, zone))? {
        groups.entry(group).documents.push(document);
    }
    for (group, entity) in source.read("entities.jsonl", entity)? {
        groups.entry(group).entities.push(entity);
    }
    for (group, triples) in by_group(source.read("relations.jsonl", relations::triple)?) {
        relations::add(groups.entry(group), triples, &mut source.left_out);
    }
    for (group, question) in source.read("queries.jsonl", |line| question(line, zone))? {
        groups.entry(group).questions.push(question);
    }
    qrels::judge(source, &mut groups.list)?;
    Ok(groups.list)
}

/// Groups by name; lines without a group belong to the one named after the set.
struct Groups {
    set: String,
    list: Vec<Group>,
    places: HashMap<String, usize>,
}

impl Groups {
    fn new(set: &str) -> Self {
        Self { set: set.to_owned(), list: Vec::new(), places: HashMap::new() }
    }

    fn place(&mut self, name: Option<String>) -> usize {
        let name = name.unwrap_or_else(|| self.set.clone());
        let next = self.list.len();
        let place = *self.places.entry(name.clone()).or_insert(next);
        if place == next {
            self.list.push(Group { name, ..Group::default() });
        }
        place
    }

    fn entry(&mut self, name: Option<String>) -> &mut Group {
        let place = self.place(name);
        self.list.get_mut(place).expect("`place` made the group")
    }
}

/// Items under their group's name, each group once.
fn by_group<T>(items: Vec<(Option<String>, T)>) -> Vec<(Option<String>, Vec<T>)> {
    let mut sorted: Vec<(Option<String>, Vec<T>)> = Vec::new();
    for (group, item) in items {
        match sorted.iter_mut().find(|(name, _)| *name == group) {
            Some((_, members)) => members.push(item),
            None => sorted.push((group, vec![item])),
        }
    }
    sorted
}

/// A document as a message: the user's, as nothing in these sets was written by a companion.
fn document(mut line: Record, zone: &TimeZone) -> Result<(Option<String>, NewMessage), BadLine> {
    let mut about = line.object("metadata")?;
    let session = session(&mut about)?;
    let speaker = about.text_if("speaker")?;
    let mut message = NewMessage::new(role(speaker.as_deref()), line.text("text")?);
    message.external_id = Some(line.text("_id")?);
    message.title = line.text_if("title")?;
    message.speaker = speaker;
    message.time = about.time_if("time", zone, Moment::Noon)?;
    message.contact = about.text_if("contact")?;
    message.channel = about.text_if("type")?;
    message.people = about.texts("persons")?;
    message.session = session;
    Ok((about.text_if("group")?, message))
}

/// Names that mean the companion in the sets that have one.
fn role(speaker: Option<&str>) -> Role {
    match speaker.map(str::to_lowercase).as_deref() {
        Some("assistant" | "companion" | "ai") => Role::Companion,
        Some(_) | None => Role::User,
    }
}

/// The set's own session; where exchanges are only numbered within a day (MemoryBank), the day.
fn session(about: &mut Record) -> Result<Option<String>, BadLine> {
    let (named, numbered) = (about.label_if("session")?, about.label_if("seq")?);
    let day = about.peek("time").and_then(|time| time.get(..10)).map(str::to_owned);
    Ok(named.or(numbered.and(day)))
}

fn entity(mut line: Record) -> Result<(Option<String>, NewEntity), BadLine> {
    let kind = match line.text_if("type")?.as_deref() {
        Some("self" | "person") => EntityKind::Person,
        Some("event") => EntityKind::Event,
        Some("place") => EntityKind::Place,
        Some("object") => EntityKind::Object,
        Some(_) | None => EntityKind::Concept,
    };
    let entity = NewEntity { name: line.text("entity")?, kind, aliases: line.texts("aliases")? };
    Ok((line.text_if("group")?, entity))
}

fn question(mut line: Record, zone: &TimeZone) -> Result<(Option<String>, Question), BadLine> {
    let mut about = line.object("metadata")?;
    let asked = about.text_if("ask_time")?.or(about.text_if("time")?);
    let asked = asked.map(|text| read_asked(&text, zone).map_err(|reason| about.bad("time", reason))).transpose()?;
    let question = Question {
        id: line.text("_id")?,
        text: line.text("text")?,
        category: about.text_if("category")?,
        asked,
        scope: SearchScope::Transcript,
        gold: Vec::new(),
        shown: false,
    };
    Ok((about.text_if("group")?, question))
}
