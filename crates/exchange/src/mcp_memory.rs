//! The file of the official MCP memory server: entities with observations, and relations between them.
//!
//! Nobody knows who said an observation, so each becomes a line of the companion that names its entity, as mem0's memories
//! do. A relation needs words to rest on: it is written down as such a line too, and cites it.

mod kind;

use crate::Error;
use crate::desk::{Desk, Landed};
use crate::fields::{Fields, Sort, parse, sort};
use crate::line::{CHANNEL, digest_id};
use crate::place::{Complaint, Place};
use hupo_text::fold_str;
use hupo_types::{EntityKind, EntityRef, Interval, MessageRef, NewEntity, NewEvidence, NewMessage, NewRelation, Role};
use serde_json::value::RawValue;
use std::collections::HashSet;

/// What a file said so far. Relations wait for its end, because their entities may stand behind them.
#[derive(Default)]
pub(crate) struct Graph {
    known: HashSet<String>,
    relations: Vec<Drawn>,
}

/// A relation, and where it stands.
struct Drawn {
    place: Place,
    field: String,
    from: String,
    to: String,
    predicate: String,
}

impl Graph {
    /// Hands over an entity, or keeps a relation; a whole graph in one object is taken apart.
    pub(crate) fn add(&mut self, fields: &Fields<'_>, desk: &mut Desk<'_>) -> Result<(), Error> {
        match fields.word("type").as_str() {
            "entity" => self.entity(fields, desk),
            "relation" => self.relation(fields, desk),
            "" if fields.raw("entities").is_some() => self.whole(fields, desk),
            other => desk.bad(fields.bad("type", format!("{other:?} is none of entity, relation"))),
        }
    }

    fn whole(&mut self, fields: &Fields<'_>, desk: &mut Desk<'_>) -> Result<(), Error> {
        for (path, item) in desk.good(fields.list("entities"))?.flatten().unwrap_or_default() {
            let one = desk.good(Fields::of(path, item))?;
            one.map_or(Ok(()), |one| self.entity(&one, desk))?;
        }
        for (path, item) in desk.good(fields.list("relations"))?.flatten().unwrap_or_default() {
            let one = desk.good(Fields::of(path, item))?;
            one.map_or(Ok(()), |one| self.relation(&one, desk))?;
        }
        Ok(())
    }

    fn entity(&mut self, fields: &Fields<'_>, desk: &mut Desk<'_>) -> Result<(), Error> {
        let Some(name) = desk.good(must_have_text(fields, "name"))? else { return Ok(()) };
        let kind = kind::guess(&desk.good(fields.text("entityType"))?.flatten().unwrap_or_default());
        if !self.know(&fields.name("name"), &name, kind, desk)? {
            return Ok(());
        }
        for (path, item) in desk.good(fields.list("observations"))?.flatten().unwrap_or_default() {
            let text = desk.good(text_of(&path, item))?;
            text.map_or(Ok(()), |text| desk.say(&path, observation(&name, kind, &text)).map(drop))?;
        }
        Ok(())
    }

    /// Hands over the entity of that name, once. Gives whether it is known.
    fn know(&mut self, field: &str, name: &str, kind: EntityKind, desk: &mut Desk<'_>) -> Result<bool, Error> {
        if self.known.contains(&fold_str(name)) {
            return Ok(true);
        }
        let aliases = Some(spoken(name)).filter(|spoken| spoken != name).into_iter().collect();
        let known = desk.entity(field, NewEntity { name: name.to_owned(), kind, aliases })?;
        if known {
            self.known.insert(fold_str(name));
        }
        Ok(known)
    }

    fn relation(&mut self, fields: &Fields<'_>, desk: &mut Desk<'_>) -> Result<(), Error> {
        let read = drawn(fields, desk.place().clone());
        self.relations.extend(desk.good(read)?);
        Ok(())
    }

    /// Hands over the relations, each behind its entities and the line it cites.
    pub(crate) fn relate(mut self, desk: &mut Desk<'_>) -> Result<(), Error> {
        for drawn in std::mem::take(&mut self.relations) {
            desk.turn_to(drawn.place.clone());
            self.draw(&drawn, desk)?;
        }
        Ok(())
    }

    fn draw(&mut self, drawn: &Drawn, desk: &mut Desk<'_>) -> Result<(), Error> {
        for name in [&drawn.from, &drawn.to] {
            if !self.know(&drawn.field, name, EntityKind::default(), desk)? {
                return Ok(());
            }
        }
        let text = format!("{} —{}→ {}", spoken(&drawn.from), drawn.predicate, spoken(&drawn.to));
        let id = id(&["relation", &drawn.from, &drawn.predicate, &drawn.to]);
        match desk.say(&drawn.field, remembered(text.clone(), id.clone()))? {
            Landed::New => desk.relation(&drawn.field, related(drawn, id, text)),
            Landed::Repeated | Landed::Nowhere => Ok(()),
        }
    }
}

fn must_have_text(fields: &Fields<'_>, field: &str) -> Result<String, Complaint> {
    let text = fields.text(field)?.filter(|text| !text.trim().is_empty());
    text.ok_or_else(|| fields.bad(field, "is missing; expected a text"))
}

fn text_of(path: &str, item: &RawValue) -> Result<String, Complaint> {
    if sort(item) != Sort::Text {
        return Err(Complaint::new(path, "expected a text"));
    }
    parse(path, item)
}

fn drawn(fields: &Fields<'_>, place: Place) -> Result<Drawn, Complaint> {
    Ok(Drawn {
        place,
        field: fields.name("relationType"),
        from: must_have_text(fields, "from")?,
        to: must_have_text(fields, "to")?,
        predicate: must_have_text(fields, "relationType")?,
    })
}

/// A line that names its entity, also where the observation does not.
fn observation(name: &str, kind: EntityKind, text: &str) -> NewMessage {
    let spoken = spoken(name);
    let told = if text.contains(name) || text.contains(&spoken) || text.trim().is_empty() {
        text.to_owned()
    } else {
        format!("{spoken}: {text}")
    };
    let people = if kind == EntityKind::Person { vec![spoken] } else { Vec::new() };
    NewMessage { people, ..remembered(told, id(&["observation", name, text])) }
}

fn related(drawn: &Drawn, line: String, quote: String) -> NewRelation {
    NewRelation {
        from: EntityRef::Name(drawn.from.clone()),
        predicate: drawn.predicate.clone(),
        to: EntityRef::Name(drawn.to.clone()),
        evidence: vec![NewEvidence::statement(MessageRef::External(line), Role::Companion, quote)],
        valid: Interval::default(),
        replaces: None,
    }
}

/// A line of what the server remembered. It has no ids and no times, so its content is its id.
fn remembered(text: String, id: String) -> NewMessage {
    let line = NewMessage::companion(text).external_id(id).speaker("MCP memory");
    NewMessage { channel: Some(CHANNEL.to_owned()), ..line }
}

fn id(parts: &[&str]) -> String {
    format!("mcp-memory:{}", digest_id(parts))
}

/// A name as people write it: the server's own advice is `John_Smith`.
fn spoken(name: &str) -> String {
    let spaced = name.replace('_', " ");
    if spaced.trim().is_empty() { name.to_owned() } else { spaced.trim().to_owned() }
}
