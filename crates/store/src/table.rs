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
    /// Observation → observation.
    Observations = 26,
    /// Profile fact → profile fact.
    ProfileFacts = 27,
    /// Whom it is about, folded attribute → number of the living profile fact.
    ProfileAttributes = 28,
    /// Nothing → the set of beliefs that holds.
    Beliefs = 29,
    /// Temporal item → temporal item.
    TemporalItems = 30,
    /// Page → page.
    Pages = 31,
    /// Kind, page → nothing.
    PagesByKind = 32,
    /// Proposal → proposal in the queue, decided or not.
    Reviews = 33,
    /// Hash of what is proposed, proposal → nothing: it waits.
    ReviewsWaiting = 34,
    /// Hash of scope, kind and key (folded), memory → nothing.
    SemanticKeys = 35,
    /// Keyed hash of a fact that may not come back → since when.
    Barred = 36,
    /// Message, kind of record, record → nothing: the record cites the message.
    Citations = 37,
    /// Entity, entity that counts as it → the entity that one was merged into itself.
    Merged = 38,
    /// Number of the erasure → its receipt.
    Erasures = 39,
    /// Memory, turn → the use.
    Uses = 40,
    /// Keyed hash of a caller's key → the write that was answered, and the answer.
    Answers = 41,
    /// Memory, topic summary made from it → nothing.
    Summaries = 42,
    /// Run → run.
    Runs = 43,
    /// Track and first message of a range, or a day, or topic and month, or nothing for beliefs → the run that promoted it.
    RunsOf = 44,
    /// Track, first message → the last of the messages in a row that are promoted.
    Covered = 45,
}

pub(crate) type Bytes = &'static [u8];

impl Table {
    /// Every table, in the order of the tags.
    pub(crate) const ALL: [Self; 45] = [
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
        Self::Observations,
        Self::ProfileFacts,
        Self::ProfileAttributes,
        Self::Beliefs,
        Self::TemporalItems,
        Self::Pages,
        Self::PagesByKind,
        Self::Reviews,
        Self::ReviewsWaiting,
        Self::SemanticKeys,
        Self::Barred,
        Self::Citations,
        Self::Merged,
        Self::Erasures,
        Self::Uses,
        Self::Answers,
        Self::Summaries,
        Self::Runs,
        Self::RunsOf,
        Self::Covered,
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
            Self::Observations => "observations",
            Self::ProfileFacts => "profile_facts",
            Self::ProfileAttributes => "profile_attributes",
            Self::Beliefs => "beliefs",
            Self::TemporalItems => "temporal_items",
            Self::Pages => "pages",
            Self::PagesByKind => "pages_by_kind",
            Self::Reviews => "reviews",
            Self::ReviewsWaiting => "reviews_waiting",
            Self::SemanticKeys => "semantic_keys",
            Self::Barred => "barred",
            Self::Citations => "citations",
            Self::Merged => "merged",
            Self::Erasures => "erasures",
            Self::Uses => "uses",
            Self::Answers => "answers",
            Self::Summaries => "summaries",
            Self::Runs => "runs",
            Self::RunsOf => "runs_of",
            Self::Covered => "covered",
        }
    }

    pub(crate) const fn definition(self) -> TableDefinition<'static, Bytes, Bytes> {
        TableDefinition::new(self.name())
    }
}
