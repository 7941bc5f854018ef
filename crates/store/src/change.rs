//! A write as the legs see it: its events, and every document they made or touched as it stands.

use std::collections::BTreeSet;

use hupo_types::{Change, DocId, Event, Role, Sequence};

use crate::Error;
use crate::document::Assembler;
use crate::records::docs_of;
use crate::rows::Rows;

/// The change these events are, with documents as `rows` have them.
pub(crate) fn of(rows: &impl Rows, sequence: Sequence, events: Vec<Event>) -> Result<Change, Error> {
    let mut assembler = Assembler::new(rows);
    let mut documents = Vec::new();
    for doc in touched(rows, &events)? {
        documents.extend(assembler.document(doc)?);
    }
    Ok(Change { sequence, events: events.into(), documents })
}

fn touched(rows: &impl Rows, events: &[Event]) -> Result<BTreeSet<DocId>, Error> {
    let mut docs = BTreeSet::new();
    for event in events {
        match event {
            Event::MessageAppended { message } if message.role == Role::System => {}
            Event::MessageAppended { message } => _ = docs.insert(DocId::Message(message.id)),
            Event::MemoryRemembered { memory } => _ = docs.insert(DocId::Memory(memory.id)),
            Event::EvidenceAdded { memory, .. } => _ = docs.insert(DocId::Memory(*memory)),
            Event::Mentioned { doc, .. } => _ = docs.insert(*doc),
            Event::EntityAliased { entity, .. } => docs.extend(docs_of(rows, *entity)?),
            Event::SpaceCreated { .. }
            | Event::EmbedderChosen { .. }
            | Event::EntityAdded { .. }
            | Event::RelationAdded { .. }
            | Event::TopicAdded { .. }
            | Event::MemorySuperseded { .. }
            | Event::TopicsJoined { .. }
            | Event::Embedded { .. } => {}
        }
    }
    Ok(docs)
}
