//! A write as the legs see it: its events, and every document they made or touched as it stands.

use std::collections::BTreeSet;

use hupo_types::{Change, DocId, EntityId, Event, Role, Sequence};

use crate::Error;
use crate::document::Assembler;
use crate::records::{docs_of, of_group, root};
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
            Event::EntityAliased { entity, .. } => docs.extend(named_by(rows, *entity)?),
            Event::EntitiesMerged { keep, .. } => docs.extend(named_by(rows, *keep)?),
            Event::EntitySplit { entity, from } => {
                docs.extend(named_by(rows, *entity)?);
                docs.extend(named_by(rows, *from)?);
            }
            Event::SpaceCreated { .. }
            | Event::EmbedderChosen { .. }
            | Event::EntityAdded { .. }
            | Event::RelationAdded { .. }
            | Event::TopicAdded { .. }
            | Event::MemorySuperseded { .. }
            | Event::TopicsJoined { .. }
            | Event::Embedded { .. }
            | Event::StandingSet { .. }
            | Event::RelationSuperseded { .. }
            | Event::Logged(_)
            | Event::Reviewed(_)
            | Event::Cared(_)
            | Event::Promoted(_)
            | Event::Answered(_)
            | Event::Erased(_) => {}
        }
    }
    Ok(docs)
}

/// The documents that carry the names of an entity: those that mention it, or any that is the same.
fn named_by(rows: &impl Rows, entity: EntityId) -> Result<Vec<DocId>, Error> {
    let root = root(rows, entity)?;
    of_group(rows, root, |one| docs_of(rows, one))
}
