//! Documents: a message or a memory with what helps to find it, put together from the tables.

use std::collections::HashMap;

use hupo_types::{
    ContextLine, DocId, Document, EntityId, Memory, MemoryId, Message, MessageId, Role, State, Timestamp,
};

use crate::Error;
use crate::records::{self, entities_of, expected};
use crate::rows::Rows;

/// Characters of a context line; more of a long turn helps nobody.
const CONTEXT_CHARS: usize = 2_000;
/// Lines of the program and erased ones stepped over to find the turn before.
const SYSTEM_LINES: usize = 32;

/// Puts documents together; remembers what the entities it met count as, and all their names.
pub(crate) struct Assembler<'r, R> {
    rows: &'r R,
    names: HashMap<EntityId, Vec<String>>,
}

impl<'r, R: Rows> Assembler<'r, R> {
    pub(crate) fn new(rows: &'r R) -> Self {
        Self { rows, names: HashMap::new() }
    }

    /// The document as it stands; `None` for a line of the program, for what was erased, and for an id that names
    /// nothing.
    pub(crate) fn document(&mut self, doc: DocId) -> Result<Option<Document>, Error> {
        match doc {
            DocId::Message(id) => self.of_message_id(id),
            DocId::Memory(id) => self.of_memory_id(id),
        }
    }

    fn of_message_id(&mut self, id: MessageId) -> Result<Option<Document>, Error> {
        match records::message(self.rows, id)? {
            Some(message) if message.role != Role::System && !message.erased => self.of_message(message).map(Some),
            Some(_) | None => Ok(None),
        }
    }

    fn of_memory_id(&mut self, id: MemoryId) -> Result<Option<Document>, Error> {
        let memory = records::memory(self.rows, id)?.filter(|memory| memory.state != State::Erased);
        memory.map(|memory| self.of_memory(memory)).transpose()
    }

    /// A turn, with the one before it.
    pub(crate) fn of_message(&mut self, message: Message) -> Result<Document, Error> {
        let id = DocId::Message(message.id);
        let before = self.turn_before(message.previous)?;
        Ok(Document {
            id,
            text: message.text,
            title: message.title,
            speaker: message.speaker,
            contact: message.contact,
            channel: message.channel,
            people: message.people,
            time: message.time,
            session: message.session,
            context: before.map(|before| line(before.speaker, &before.text)).into_iter().collect(),
            names: self.names_in(id)?,
        })
    }

    fn turn_before(&self, mut previous: Option<MessageId>) -> Result<Option<Message>, Error> {
        for _ in 0..=SYSTEM_LINES {
            let Some(id) = previous else { return Ok(None) };
            let message = expected(records::message(self.rows, id)?, &id)?;
            if message.role != Role::System && !message.erased {
                return Ok(Some(message));
            }
            previous = message.previous;
        }
        Ok(None)
    }

    /// A memory, with the words it rests on.
    pub(crate) fn of_memory(&mut self, memory: Memory) -> Result<Document, Error> {
        let id = DocId::Memory(memory.id);
        let (context, said) = self.quotes(&memory)?;
        Ok(Document {
            id,
            text: memory.text,
            title: None,
            speaker: None,
            contact: None,
            channel: None,
            people: Vec::new(),
            time: memory.valid.from.or(said).or(Some(memory.recorded_at)),
            session: None,
            context,
            names: self.names_in(id)?,
        })
    }

    /// The quotes with who said them, and when the first was said.
    fn quotes(&self, memory: &Memory) -> Result<(Vec<ContextLine>, Option<Timestamp>), Error> {
        let mut lines = Vec::with_capacity(memory.evidence.len());
        let mut said = None;
        for (index, evidence) in memory.evidence.iter().enumerate() {
            let message = expected(records::message(self.rows, evidence.message)?, &evidence.message)?;
            if index == 0 {
                said = message.time;
            }
            lines.push(line(message.speaker, &evidence.quote));
        }
        Ok((lines, said))
    }

    fn names_in(&mut self, doc: DocId) -> Result<Vec<String>, Error> {
        let (mut names, mut seen) = (Vec::new(), Vec::new());
        for entity in entities_of(self.rows, doc)? {
            let root = records::root(self.rows, entity)?;
            if !seen.contains(&root) {
                seen.push(root);
                names.extend_from_slice(self.names_of(root)?);
            }
        }
        Ok(names)
    }

    /// The names of an entity and of those that count as it.
    fn names_of(&mut self, id: EntityId) -> Result<&[String], Error> {
        if !self.names.contains_key(&id) {
            let names = group_names(self.rows, id)?;
            self.names.insert(id, names);
        }
        Ok(self.names.get(&id).map_or(&[], Vec::as_slice))
    }
}

fn group_names(rows: &impl Rows, id: EntityId) -> Result<Vec<String>, Error> {
    let mut names: Vec<String> = Vec::new();
    for member in records::group(rows, id)? {
        let entity = expected(records::entity(rows, member)?, &member)?;
        for name in entity.names() {
            if !name.is_empty() && !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
    }
    Ok(names)
}

fn line(speaker: Option<String>, text: &str) -> ContextLine {
    let end = text.char_indices().nth(CONTEXT_CHARS).map_or(text.len(), |(byte, _)| byte);
    ContextLine { speaker, text: text.get(..end).unwrap_or(text).to_owned() }
}
