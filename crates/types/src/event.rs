//! Events: what the ledger keeps. Tables are only what events produce.
//!
//! An event carries everything needed to apply it again: ids, times, positions of quotes, links and vectors.
//! New kinds of record bring new variants; old ones are never changed, only given fields with defaults.

use crate::{
    DocId, Entity, EntityId, Evidence, Memory, MemoryId, Message, ModelIdentity, Relation, SpaceConfig, Timestamp,
    Topic, TopicId, UnitVector,
};
use serde::{Deserialize, Serialize};

/// One thing that happened in a space.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The space began; always the first event.
    SpaceCreated {
        /// What it was created with.
        config: SpaceConfig,
        /// When.
        at: Timestamp,
    },
    /// From here on vectors are this model's.
    EmbedderChosen {
        /// The model.
        model: ModelIdentity,
    },
    /// A line was added to the transcript.
    MessageAppended {
        /// The line.
        message: Message,
    },
    /// An entity became known.
    EntityAdded {
        /// The entity.
        entity: Entity,
    },
    /// An entity got more names.
    EntityAliased {
        /// The entity.
        entity: EntityId,
        /// The names it did not have before.
        aliases: Vec<String>,
    },
    /// A relation became known.
    RelationAdded {
        /// The relation.
        relation: Relation,
    },
    /// A topic became known.
    TopicAdded {
        /// The topic.
        topic: Topic,
    },
    /// A memory was made.
    MemoryRemembered {
        /// The memory, with its evidence.
        memory: Memory,
    },
    /// A living memory was said again: more evidence.
    EvidenceAdded {
        /// The memory.
        memory: MemoryId,
        /// The evidence it did not have before.
        evidence: Vec<Evidence>,
    },
    /// A correction took a memory's place.
    MemorySuperseded {
        /// The memory that no longer holds.
        old: MemoryId,
        /// The memory that holds now.
        new: MemoryId,
        /// When.
        at: Timestamp,
    },
    /// A document mentions entities.
    Mentioned {
        /// The document.
        doc: DocId,
        /// The entities not linked to it before, ascending.
        entities: Vec<EntityId>,
    },
    /// A memory belongs to topics.
    TopicsJoined {
        /// The memory.
        memory: MemoryId,
        /// The topics it did not belong to before, ascending.
        topics: Vec<TopicId>,
    },
    /// A document got its vector.
    Embedded {
        /// The document.
        doc: DocId,
        /// The vector.
        vector: UnitVector,
    },
}
