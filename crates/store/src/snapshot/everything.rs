//! The whole space as changes, for a leg that begins anew: each record and each document once, as it stands now.

use hupo_types::{Change, DocId, Document, Event, Memory, Message, Role, Sequence};

use super::Snapshot;
use crate::Error;
use crate::document::Assembler;
use crate::records;

/// A record with all that hangs on it.
#[derive(Default)]
struct Piece {
    events: Vec<Event>,
    document: Option<Document>,
}

impl Piece {
    fn one(event: Event) -> Self {
        Self { events: vec![event], document: None }
    }
}

impl Snapshot {
    /// The space in changes of at most `chunk` records, all numbered [`Snapshot::sequence`].
    ///
    /// In order: the model, entities with all their aliases, topics, relations, messages, memories. A record is
    /// followed by its mentions, topics and vector; a memory is given as it stands, and if it was corrected,
    /// the correction follows it.
    pub fn everything(&self, chunk: usize) -> Result<impl Iterator<Item = Result<Change, Error>> + '_, Error> {
        let model = self.model().cloned().map(|model| Ok(Piece::one(Event::EmbedderChosen { model })));
        let entities = self.entities()?.map(|one| one.map(|entity| Piece::one(Event::EntityAdded { entity })));
        let topics = self.topics()?.map(|one| one.map(|topic| Piece::one(Event::TopicAdded { topic })));
        let relations = self.relations()?.map(|one| one.map(|relation| Piece::one(Event::RelationAdded { relation })));
        let (mut turns, mut facts) = (Assembler::new(self), Assembler::new(self));
        let messages = self.messages()?.map(move |one| self.message_piece(one?, &mut turns));
        let memories = self.memories()?.map(move |one| self.memory_piece(one?, &mut facts));
        let pieces = model.into_iter().chain(entities).chain(topics).chain(relations).chain(messages).chain(memories);
        let mut pieces = pieces.fuse();
        let sequence = self.sequence();
        Ok(std::iter::from_fn(move || gather(&mut pieces, chunk.max(1), sequence).transpose()))
    }

    fn message_piece(&self, message: Message, assembler: &mut Assembler<'_, Self>) -> Result<Piece, Error> {
        let doc = DocId::Message(message.id);
        let mut events = vec![Event::MessageAppended { message: message.clone() }];
        if message.role == Role::System {
            return Ok(Piece { events, document: None });
        }
        self.hangers(doc, &mut events)?;
        Ok(Piece { events, document: Some(assembler.of_message(message)?) })
    }

    fn memory_piece(&self, memory: Memory, assembler: &mut Assembler<'_, Self>) -> Result<Piece, Error> {
        let mut events = vec![Event::MemoryRemembered { memory: memory.clone() }];
        if let (Some(new), Some(at)) = (memory.superseded_by, memory.superseded_at) {
            events.push(Event::MemorySuperseded { old: memory.id, new, at });
        }
        self.hangers(DocId::Memory(memory.id), &mut events)?;
        let topics = records::topics_of(self, memory.id)?;
        if !topics.is_empty() {
            events.push(Event::TopicsJoined { memory: memory.id, topics });
        }
        Ok(Piece { events, document: Some(assembler.of_memory(memory)?) })
    }

    fn hangers(&self, doc: DocId, events: &mut Vec<Event>) -> Result<(), Error> {
        let entities = records::entities_of(self, doc)?;
        if !entities.is_empty() {
            events.push(Event::Mentioned { doc, entities });
        }
        if let Some(vector) = records::vector(self, doc)? {
            events.push(Event::Embedded { doc, vector });
        }
        Ok(())
    }
}

/// The next `chunk` pieces as one change; `None` when there are none.
fn gather(
    pieces: &mut impl Iterator<Item = Result<Piece, Error>>,
    chunk: usize,
    sequence: Sequence,
) -> Result<Option<Change>, Error> {
    let mut events = Vec::new();
    let mut documents = Vec::new();
    for piece in pieces.take(chunk) {
        let piece = piece?;
        events.extend(piece.events);
        documents.extend(piece.document);
    }
    Ok((!events.is_empty()).then(|| Change { sequence, events: events.into(), documents }))
}
