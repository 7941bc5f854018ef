//! The words of Hupo: records, ids, events and refusals. No I/O, no clock, no index.
//!
//! One word for one thing; `docs/glossary.md` has the list in both languages.
#![warn(missing_docs)]

mod change;
mod command;
mod doc_set;
mod document;
mod entity;
mod event;
mod evidence;
mod id;
pub mod limits;
mod memory;
mod message;
mod refusal;
mod relation;
mod space;
mod time;
mod topic;
mod vector;

pub use change::Change;
pub use command::{
    Command, EntityRef, MemoryRef, MessageRef, NewEntity, NewEvidence, NewMemory, NewMessage, NewRelation, NewTopic,
    Stored,
};
pub use doc_set::DocSet;
pub use document::{ContextLine, DocId, DocKind, Document};
pub use entity::{Entity, EntityKind};
pub use event::Event;
pub use evidence::{Evidence, Purpose};
pub use id::{EntityId, MemoryId, MessageId, RelationId, Sequence, TopicId};
pub use memory::{Kind, Memory, Scope, SemanticKey, Standing, State};
pub use message::{Message, Role};
pub use refusal::Refusal;
pub use relation::Relation;
pub use space::SpaceConfig;
pub use time::{Interval, Timestamp};
pub use topic::Topic;
pub use vector::{ModelIdentity, UnitVector, VectorError};
