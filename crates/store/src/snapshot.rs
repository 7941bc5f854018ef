//! A space as it was at one write: everything that can be read.

mod everything;
mod facts;
mod outline;
mod stream;
mod turn;

use std::ops::Bound;
use std::sync::{Arc, OnceLock};

use hupo_types::{
    Change, DocId, Document, Entity, EntityId, Memory, MemoryId, Message, MessageId, ModelIdentity, Relation,
    RelationId, Sequence, SpaceConfig, Topic, TopicId, UnitVector,
};
use redb::{Database, ReadOnlyTable, ReadTransaction, ReadableDatabase, ReadableTableMetadata};

use crate::document::Assembler;
use crate::error::caught;
use crate::ledger::{self, Head, START};
use crate::read::Read;
use crate::rows::{Rows, Scan, get, numbers};
use crate::table::{Bytes, Table};
use crate::tables::TOTALS;
use crate::totals::{Counts, Totals};
use crate::{Error, change, key, records};

pub use facts::DocFacts;
pub use stream::{Records, Vectors};

/// One read transaction. Cheap to make, `Send` and `Sync`; hundreds may be alive, and none sees a later write.
///
/// While one is alive the file keeps the pages it sees, so do not keep it longer than the question takes.
/// Every method answers [`Error::Damaged`] where the disk does not hold what was written.
pub struct Snapshot {
    transaction: ReadTransaction,
    open: [OnceLock<ReadOnlyTable<Bytes, Bytes>>; Table::ALL.len()],
    config: Arc<SpaceConfig>,
    totals: Totals,
    head: Head,
    /// Tells whoever would change the file under it that it is alive.
    _alive: Option<Arc<()>>,
}

impl Snapshot {
    pub(crate) fn begin(database: &Database, config: &Arc<SpaceConfig>) -> Result<Self, Error> {
        let transaction = caught("beginning to read", || Ok(database.begin_read()?))?;
        let open = std::array::from_fn(|_| OnceLock::new());
        let (config, totals, head) = (Arc::clone(config), Totals::default(), START);
        let mut snapshot = Self { transaction, open, config, totals, head, _alive: None };
        snapshot.totals = get(&snapshot, Table::Meta, TOTALS)?.unwrap_or_default();
        snapshot.head = ledger::head(&snapshot)?;
        Ok(snapshot)
    }

    /// This snapshot, of a store that must know whether it is alive.
    pub(crate) fn known_to(self, reader: Arc<()>) -> Self {
        Self { _alive: Some(reader), ..self }
    }

    pub(crate) const fn head(&self) -> Head {
        self.head
    }

    pub(crate) fn table(&self, table: Table) -> Result<&ReadOnlyTable<Bytes, Bytes>, Error> {
        let place = self.open.get(table.place()).expect("there is a place for every table");
        if let Some(open) = place.get() {
            return Ok(open);
        }
        let open = caught(table.name(), || Ok(self.transaction.open_table(table.definition())?))?;
        Ok(place.get_or_init(|| open))
    }

    /// Every row of a table.
    pub(crate) fn scan(&self, table: Table) -> Result<Scan<'static>, Error> {
        self.between(table, (Bound::Unbounded, Bound::Unbounded))
    }

    fn between(&self, table: Table, bounds: (Bound<&[u8]>, Bound<&[u8]>)) -> Result<Scan<'static>, Error> {
        let open = self.table(table)?;
        caught(table.name(), || Ok(Scan::new(table, open.range::<&[u8]>(bounds)?)))
    }

    /// Bytes of a table's pages that hold rows or the way to them.
    pub(crate) fn live_bytes(&self, table: Table) -> Result<u64, Error> {
        let open = self.table(table)?;
        caught(table.name(), || {
            open.stats().map(|stats| stats.stored_bytes() + stats.metadata_bytes()).map_err(Error::from)
        })
    }
}

impl Rows for Snapshot {
    fn row<R>(
        &self,
        table: Table,
        key: &[u8],
        read: impl FnOnce(&[u8]) -> Result<R, Error>,
    ) -> Result<Option<R>, Error> {
        let open = self.table(table)?;
        caught(table.name(), || open.get(key)?.map(|row| read(row.value())).transpose())
    }

    fn range(&self, table: Table, bounds: (Bound<&[u8]>, Bound<&[u8]>)) -> Result<Scan<'_>, Error> {
        self.between(table, bounds)
    }

    fn totals(&self) -> &Totals {
        &self.totals
    }
}

/// What the space is.
impl Snapshot {
    /// The last write it sees.
    pub const fn sequence(&self) -> Sequence {
        self.head.0
    }

    /// The chain hash of the ledger's first write: a replay, an import and a backup keep it, and no other space has it.
    ///
    /// # Errors
    /// [`Error::Damaged`].
    pub fn birth(&self) -> Result<[u8; 32], Error> {
        let first = Sequence::new(1);
        Ok(records::expected(ledger::skeleton(self, first)?, &first)?.chain.0)
    }

    /// What the space was created with.
    pub fn config(&self) -> &SpaceConfig {
        &self.config
    }

    /// The model whose vectors the space holds; `None` before the first vector.
    pub const fn model(&self) -> Option<&ModelIdentity> {
        self.totals.model.as_ref()
    }

    /// How much there is.
    pub fn counts(&self) -> Counts {
        Counts::from(&self.totals)
    }
}

/// Records by id and by name.
impl Snapshot {
    /// The message with this id.
    pub fn message(&self, id: MessageId) -> Result<Option<Message>, Error> {
        records::message(self, id)
    }

    /// The message with the caller's own id.
    pub fn message_by_external(&self, external_id: &str) -> Result<Option<Message>, Error> {
        let id = records::message_named(self, external_id)?;
        id.map(|id| records::expected(self.message(id)?, &id)).transpose()
    }

    /// The latest message of a session that is not a system line: what the next one will follow.
    pub fn session_tail(&self, session: &str) -> Result<Option<Message>, Error> {
        let id: Option<MessageId> = get(self, Table::SessionTails, session.as_bytes())?;
        id.map(|id| records::expected(self.message(id)?, &id)).transpose()
    }

    /// The memory with this id, of any state.
    pub fn memory(&self, id: MemoryId) -> Result<Option<Memory>, Error> {
        records::memory(self, id)
    }

    /// The memory with the caller's own id, of any state.
    pub fn memory_by_external(&self, external_id: &str) -> Result<Option<Memory>, Error> {
        let id = records::memory_named(self, external_id)?;
        id.map(|id| records::expected(self.memory(id)?, &id)).transpose()
    }

    /// The entity with this id.
    pub fn entity(&self, id: EntityId) -> Result<Option<Entity>, Error> {
        records::entity(self, id)
    }

    /// The entities that go by this name, compared folded: the one whose name it is, then those whose alias it is.
    /// One that was merged into another counts as that one.
    pub fn entities_named(&self, name: &str) -> Result<Vec<EntityId>, Error> {
        self.entities_called(name)
    }

    /// The relation with this id.
    pub fn relation(&self, id: RelationId) -> Result<Option<Relation>, Error> {
        records::relation(self, id)
    }

    /// The relations that begin or end at an entity, or one that counts as it, superseded or not, ascending.
    pub fn relations_of(&self, entity: EntityId) -> Result<Vec<RelationId>, Error> {
        self.relations_at(entity)
    }

    /// The topic with this id.
    pub fn topic(&self, id: TopicId) -> Result<Option<Topic>, Error> {
        records::topic(self, id)
    }

    /// The topic of this name, compared folded.
    pub fn topic_named(&self, name: &str) -> Result<Option<TopicId>, Error> {
        records::topic_named(self, name)
    }
}

/// What hangs together.
impl Snapshot {
    /// The topics a memory belongs to, ascending.
    pub fn topics_of(&self, memory: MemoryId) -> Result<Vec<TopicId>, Error> {
        records::topics_of(self, memory)
    }

    /// The memories that belong to a topic, ascending.
    pub fn memories_of_topic(&self, topic: TopicId) -> Result<Vec<MemoryId>, Error> {
        let numbers = numbers(self, Table::TopicMemories, &key::number(topic.get()))?;
        Ok(numbers.into_iter().map(MemoryId::new).collect())
    }

    /// The entities a document mentions, ascending.
    pub fn entities_of(&self, doc: DocId) -> Result<Vec<EntityId>, Error> {
        records::entities_of(self, doc)
    }

    /// The documents that mention an entity, or one that counts as it: messages, then memories, each ascending.
    pub fn docs_of_entity(&self, entity: EntityId) -> Result<Vec<DocId>, Error> {
        self.mentions(entity)
    }

    /// The memories that cite a message, ascending.
    pub fn evidence_citing(&self, message: MessageId) -> Result<Vec<MemoryId>, Error> {
        let numbers = numbers(self, Table::EvidenceByMessage, &key::number(message.get()))?;
        Ok(numbers.into_iter().map(MemoryId::new).collect())
    }

    /// A document's vector, of unit length, as half precision keeps it.
    pub fn vector(&self, doc: DocId) -> Result<Option<UnitVector>, Error> {
        records::vector(self, doc)
    }

    /// A document as the legs index it; `None` for a line of the program, and for an id that names nothing.
    pub fn document(&self, doc: DocId) -> Result<Option<Document>, Error> {
        Assembler::new(self).document(doc)
    }

    /// Up to `n` messages before this one in its session, oldest first; none if the message has no session.
    pub fn messages_before(&self, id: MessageId, n: usize) -> Result<Vec<Message>, Error> {
        let mut messages = Vec::new();
        let mut previous = self.message(id)?.and_then(|message| message.previous);
        while let Some(id) = previous.filter(|_| messages.len() < n) {
            let message = records::expected(self.message(id)?, &id)?;
            previous = message.previous;
            if !message.erased {
                messages.push(message);
            }
        }
        messages.reverse();
        Ok(messages)
    }

    /// Up to `n` messages after this one in its session, oldest first.
    pub fn messages_after(&self, id: MessageId, n: usize) -> Result<Vec<Message>, Error> {
        let mut messages = Vec::new();
        let mut next = self.next(id)?;
        while let Some(id) = next.filter(|_| messages.len() < n) {
            let message = records::expected(self.message(id)?, &id)?;
            if !message.erased {
                messages.push(message);
            }
            next = self.next(id)?;
        }
        Ok(messages)
    }

    fn next(&self, id: MessageId) -> Result<Option<MessageId>, Error> {
        Ok(get(self, Table::NextMessages, &key::number(id.get()))?.map(MessageId::new))
    }
}

/// What a leg reads to catch up.
impl Snapshot {
    /// The writes after `sequence`, one change each, with documents as they stand now.
    pub fn changes_since(&self, sequence: Sequence) -> impl Iterator<Item = Result<Change, Error>> + '_ {
        let numbers = sequence.get().saturating_add(1)..=self.sequence().get();
        numbers.map(Sequence::new).map(move |sequence| change::of(self, sequence, ledger::events(self, sequence)?))
    }
}
