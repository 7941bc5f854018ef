//! The whole space as changes, for a leg that begins anew: each record and each document once, as it stands now.

use hupo_types::{Change, DocId, Document, Entity, EntityId, Event, Memory, Message, Role, Sequence, State};

use super::Snapshot;
use crate::document::Assembler;
use crate::table::Table;
use crate::{Error, key, record, records};

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
    /// In order: the model, entities with all their aliases and which are the same, topics, relations, messages, memories. A record is
    /// followed by its mentions, topics and vector; a memory is given as it stands, and if it was corrected,
    /// the correction follows it.
    pub fn everything(&self, chunk: usize) -> Result<impl Iterator<Item = Result<Change, Error>> + '_, Error> {
        let model = self.model().cloned().map(|model| Ok(Piece::one(Event::EmbedderChosen { model })));
        let entities =
            self.entities()?.filter(is_left).map(|one| one.map(|entity| Piece::one(Event::EntityAdded { entity })));
        let merges = self.merges()?.into_iter().map(|event| Ok(Piece::one(event)));
        let topics = self.topics()?.map(|one| one.map(|topic| Piece::one(Event::TopicAdded { topic })));
        let relations = self.relations()?.filter(|one| !one.as_ref().is_ok_and(|relation| relation.erased));
        let relations = relations.map(|one| one.map(|relation| Piece::one(Event::RelationAdded { relation })));
        let (mut turns, mut facts) = (Assembler::new(self), Assembler::new(self));
        let messages = self.messages()?.map(move |one| self.message_piece(one?, &mut turns));
        let memories = self.memories()?.map(move |one| self.memory_piece(one?, &mut facts));
        let named = model.into_iter().chain(entities).chain(merges).chain(topics).chain(relations);
        let pieces = named.chain(messages).chain(memories);
        let mut pieces = pieces.fuse();
        let sequence = self.sequence();
        Ok(std::iter::from_fn(move || gather(&mut pieces, chunk.max(1), sequence).transpose()))
    }

    fn message_piece(&self, message: Message, assembler: &mut Assembler<'_, Self>) -> Result<Piece, Error> {
        let doc = DocId::Message(message.id);
        let mut events = vec![Event::MessageAppended { message: message.clone() }];
        if message.role == Role::System || message.erased {
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
        if memory.state == State::Erased {
            return Ok(Piece { events, document: None });
        }
        self.hangers(DocId::Memory(memory.id), &mut events)?;
        let topics = records::topics_of(self, memory.id)?;
        if !topics.is_empty() {
            events.push(Event::TopicsJoined { memory: memory.id, topics });
        }
        Ok(Piece { events, document: Some(assembler.of_memory(memory)?) })
    }

    /// Which entities are the same, each with the one it was merged into itself.
    pub(super) fn merges(&self) -> Result<Vec<Event>, Error> {
        let mut scan = self.scan(Table::Merged)?;
        let merge = |key: &[u8], body: &[u8]| {
            let merged =
                key::last_number(key).ok_or_else(|| record::damaged(Table::Merged, key, "its key is short"))?;
            let keep: u64 = record::decode(Table::Merged, key, body)?;
            Ok(Event::EntitiesMerged { keep: EntityId::new(keep), merged: EntityId::new(merged) })
        };
        std::iter::from_fn(|| scan.next_body(merge)).collect()
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

/// What was erased has no name and no edge.
fn is_left(entity: &Result<Entity, Error>) -> bool {
    !entity.as_ref().is_ok_and(|entity| entity.erased)
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
