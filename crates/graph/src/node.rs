//! Nodes: documents, entities and topics.

use hupo_types::{DocId, EntityId, TopicId};
use serde::Serialize;
use std::fmt;

/// A node, inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Node {
    Document(DocId),
    Entity(EntityId),
    Topic(TopicId),
}

impl Node {
    pub(crate) const fn document(self) -> Option<DocId> {
        match self {
            Self::Document(doc) => Some(doc),
            Self::Entity(_) | Self::Topic(_) => None,
        }
    }
}

/// A node as an explanation shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeRef {
    /// A message or a memory.
    Document(DocId),
    /// An entity.
    Entity {
        /// Which.
        id: EntityId,
        /// The name it is shown by; its id while the name is not known.
        name: String,
    },
    /// A topic.
    Topic {
        /// Which.
        id: TopicId,
        /// Its name; its id while the name is not known.
        name: String,
    },
}

impl fmt::Display for NodeRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(doc) => doc.fmt(f),
            Self::Entity { name, .. } | Self::Topic { name, .. } => f.write_str(name),
        }
    }
}
