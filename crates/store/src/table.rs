//! The tables of a space: their names, their tags in checksums, and what their keys and values are.

use redb::TableDefinition;

/// A table. Keys and values are bytes: numbers in keys are big-endian, values are sealed records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub(crate) enum Table {
    /// Sequence → what the write was, without its content.
    Skeletons = 1,
    /// Sequence, part → events.
    Bodies = 2,
    /// Name → format, configuration, totals.
    Meta = 3,
    /// Message → message.
    Messages = 4,
    /// External id → message number.
    MessagesExternal = 5,
    /// Session → number of its last message.
    SessionTails = 6,
    /// Message → number of the next one in its session.
    NextMessages = 7,
    /// Entity → entity.
    Entities = 8,
    /// Folded name → entity number.
    EntityNames = 9,
    /// Folded alias, NUL, entity → nothing.
    EntityAliases = 10,
    /// Relation → relation.
    Relations = 11,
    /// From, to, folded predicate, NUL, relation → nothing.
    RelationKeys = 12,
    /// Entity, relation → nothing; a row for each end.
    EntityRelations = 13,
    /// Topic → topic.
    Topics = 14,
    /// Folded name → topic number.
    TopicNames = 15,
    /// Memory → memory.
    Memories = 16,
    /// External id → memory number.
    MemoriesExternal = 17,
    /// Hash of scope, kind, key and text (folded), memory → nothing.
    MemoryTexts = 18,
    /// Message, memory → nothing: the memory cites the message.
    EvidenceByMessage = 19,
    /// Message → the entities it mentions.
    MessageEntities = 20,
    /// Memory → the entities it mentions.
    MemoryEntities = 21,
    /// Entity, document → nothing.
    EntityDocs = 22,
    /// Memory → the topics it belongs to.
    MemoryTopics = 23,
    /// Topic, memory → nothing.
    TopicMemories = 24,
    /// Document → its vector, half precision.
    Vectors = 25,
}

pub(crate) type Bytes = &'static [u8];

impl Table {
    /// Every table, in the order of the tags.
    pub(crate) const ALL: [Self; 25] = [
        Self::Skeletons,
        Self::Bodies,
        Self::Meta,
        Self::Messages,
        Self::MessagesExternal,
        Self::SessionTails,
        Self::NextMessages,
        Self::Entities,
        Self::EntityNames,
        Self::EntityAliases,
        Self::Relations,
        Self::RelationKeys,
        Self::EntityRelations,
        Self::Topics,
        Self::TopicNames,
        Self::Memories,
        Self::MemoriesExternal,
        Self::MemoryTexts,
        Self::EvidenceByMessage,
        Self::MessageEntities,
        Self::MemoryEntities,
        Self::EntityDocs,
        Self::MemoryTopics,
        Self::TopicMemories,
        Self::Vectors,
    ];

    /// Its number in checksums; part of the format.
    pub(crate) const fn tag(self) -> u8 {
        self as u8
    }

    /// Its place in [`Self::ALL`].
    pub(crate) const fn place(self) -> usize {
        self as usize - 1
    }

    /// Its name in the file; part of the format.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Skeletons => "skeletons",
            Self::Bodies => "bodies",
            Self::Meta => "meta",
            Self::Messages => "messages",
            Self::MessagesExternal => "messages_external",
            Self::SessionTails => "session_tails",
            Self::NextMessages => "next_messages",
            Self::Entities => "entities",
            Self::EntityNames => "entity_names",
            Self::EntityAliases => "entity_aliases",
            Self::Relations => "relations",
            Self::RelationKeys => "relation_keys",
            Self::EntityRelations => "entity_relations",
            Self::Topics => "topics",
            Self::TopicNames => "topic_names",
            Self::Memories => "memories",
            Self::MemoriesExternal => "memories_external",
            Self::MemoryTexts => "memory_texts",
            Self::EvidenceByMessage => "evidence_by_message",
            Self::MessageEntities => "message_entities",
            Self::MemoryEntities => "memory_entities",
            Self::EntityDocs => "entity_docs",
            Self::MemoryTopics => "memory_topics",
            Self::TopicMemories => "topic_memories",
            Self::Vectors => "vectors",
        }
    }

    pub(crate) const fn definition(self) -> TableDefinition<'static, Bytes, Bytes> {
        TableDefinition::new(self.name())
    }
}
