//! Looking one thing up.

use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::checked::Bad;
use crate::wire::v1::{self, get_request::Which};
use hupo::{DocId, EntityId, MemoryId, MessageId, Space};

pub(super) fn get(space: &Space, _: &Scope, ask: v1::GetRequest) -> Result<v1::GetResponse, Problem> {
    let which = ask.which.ok_or_else(|| Bad::new("which", "nothing is named; set id or external_id"))?;
    let mut found = v1::GetResponse { applied_seq: space.sequence()?.get(), ..v1::GetResponse::default() };
    match which {
        Which::Id(text) => by_id(space, &text, &mut found)?,
        Which::ExternalId(text) => {
            for document in space.find(&text)? {
                by_document(space, document, &mut found)?;
            }
        }
    }
    Ok(found)
}

fn by_id(space: &Space, text: &str, found: &mut v1::GetResponse) -> Result<(), Problem> {
    if let Some(id) = MessageId::parse(text) {
        by_document(space, DocId::Message(id), found)
    } else if let Some(id) = MemoryId::parse(text) {
        by_document(space, DocId::Memory(id), found)
    } else if let Some(id) = EntityId::parse(text) {
        let entity = space.entity(id)?.filter(|entity| !entity.erased);
        found.entity = entity.map(v1::Entity::from);
        Ok(())
    } else {
        Err(Bad::new("id", "it is no id of a message, a memory or an entity; write \"msg-3\"").into())
    }
}

fn by_document(space: &Space, document: DocId, found: &mut v1::GetResponse) -> Result<(), Problem> {
    match document {
        DocId::Message(id) => found.message = space.message(id)?.map(v1::Message::from),
        DocId::Memory(id) => found.memory = space.memory(id)?.map(v1::Memory::from),
    }
    Ok(())
}
