//! Entities: people, events, places, objects and concepts, with the names they go by.

use crate::{EntityId, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an entity is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the definition")]
pub enum EntityKind {
    Person,
    Event,
    Place,
    Object,
    #[default]
    Concept,
}

/// A named thing that texts mention.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entity {
    /// Its id in the space.
    pub id: EntityId,
    /// The name it is shown by; unique in the space after folding.
    pub name: String,
    /// What it is.
    pub kind: EntityKind,
    /// Other names, in any language.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// When the space learned of it.
    pub recorded_at: Timestamp,
    /// The entity it turned out to be; its names and documents count as that one's until the two are split again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged_into: Option<EntityId>,
    /// Emptied on request.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub erased: bool,
}

impl Entity {
    /// The name and every alias.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).chain(self.aliases.iter().map(String::as_str))
    }
}
