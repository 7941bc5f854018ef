//! Bytes against everything that reads bytes: rows of every table, bodies of the ledger, the file `head`, the lines of
//! an export. For the fuzzer in `tests/fuzz`; nothing may panic, and what is taken in has one normal form.

use std::fmt::Debug;
use std::sync::Arc;

use hupo_types::{
    BeliefSet, Entity, EntityId, Erasure, Event, Memory, MessageId, Observation, Page, ProfileFact, Relation, Review,
    Rules, Sequence, TemporalItem, Timestamp, Topic, TopicId, UnitVector, Use,
};
use redb::Database;
use redb::backends::InMemoryBackend;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::apply::Birth;
use crate::creation::Format;
use crate::export::{ExportLine, ExportedSpace, ExportedWrite};
use crate::hash::Hash;
use crate::ledger::{self, START, Skeleton};
use crate::snapshot::Snapshot;
use crate::table::Table;
use crate::totals::Totals;
use crate::{Error, digest, head, import, once, record};

/// Bytes as a row of a table, and as the body of a sound one. Gives whether the body holds a record.
///
/// # Panics
/// If a record that was read is written as bytes that are read as another.
pub fn row(table: u8, key: &[u8], bytes: &[u8]) -> bool {
    let Some(&table) = Table::ALL.get(usize::from(table) % Table::ALL.len()) else { return false };
    let believed = record::body(table, key, bytes).is_ok();
    assert!(!believed || bytes.len() >= 9, "a row has a header");
    match table {
        Table::Skeletons => holds::<Skeleton>(table, key, bytes),
        Table::Bodies => body(key, bytes),
        Table::Meta => {
            let [format, birth] = [holds::<Format>(table, key, bytes), holds::<Birth>(table, key, bytes)];
            format | birth | holds::<Totals>(table, key, bytes) | holds::<Rules>(table, key, bytes)
        }
        Table::Messages => holds::<hupo_types::Message>(table, key, bytes),
        Table::SessionTails => holds::<MessageId>(table, key, bytes),
        Table::Entities => holds::<Entity>(table, key, bytes),
        Table::Relations => holds::<Relation>(table, key, bytes),
        Table::Topics => holds::<Topic>(table, key, bytes),
        Table::Memories => holds::<Memory>(table, key, bytes),
        Table::MessageEntities | Table::MemoryEntities => holds::<Vec<EntityId>>(table, key, bytes),
        Table::MemoryTopics => holds::<Vec<TopicId>>(table, key, bytes),
        Table::Vectors => holds::<UnitVector>(table, key, bytes),
        Table::Observations => holds::<Observation>(table, key, bytes),
        Table::ProfileFacts => holds::<ProfileFact>(table, key, bytes),
        Table::Beliefs => holds::<BeliefSet>(table, key, bytes),
        Table::TemporalItems => holds::<TemporalItem>(table, key, bytes),
        Table::Pages => holds::<Page>(table, key, bytes),
        Table::Reviews => holds::<Review>(table, key, bytes),
        Table::Barred => holds::<Timestamp>(table, key, bytes),
        Table::Erasures => holds::<Erasure>(table, key, bytes),
        Table::Uses => holds::<Use>(table, key, bytes),
        Table::Answers => holds::<once::Kept>(table, key, bytes),
        Table::Runs => holds::<hupo_types::Run>(table, key, bytes),
        Table::MessagesExternal
        | Table::NextMessages
        | Table::EntityNames
        | Table::TopicNames
        | Table::MemoriesExternal
        | Table::ProfileAttributes
        | Table::Merged
        | Table::RunsOf
        | Table::Covered => holds::<u64>(table, key, bytes),
        // A citation of a range of messages says which.
        Table::Citations => bytes.is_empty() || holds::<(u64, u64)>(table, key, bytes),
        Table::EntityAliases
        | Table::RelationKeys
        | Table::EntityRelations
        | Table::MemoryTexts
        | Table::EvidenceByMessage
        | Table::EntityDocs
        | Table::TopicMemories
        | Table::PagesByKind
        | Table::ReviewsWaiting
        | Table::SemanticKeys
        | Table::Summaries => bytes.is_empty(),
    }
}

/// What is read of a body, written, is read as the same: the first writing is the normal form.
fn holds<T: Serialize + DeserializeOwned>(table: Table, key: &[u8], bytes: &[u8]) -> bool {
    let row = record::seal_bytes(table, key, bytes);
    let Ok(value) = record::open::<T>(table, key, &row) else { return false };
    let written = record::seal(table, key, &value);
    let again: T = record::open(table, key, &written).expect("what was written can be read");
    assert_eq!(record::seal(table, key, &again), written, "a record of {} has one form", table.name());
    true
}

/// The events of a part of a body, written, are read as the same.
fn body(key: &[u8], bytes: &[u8]) -> bool {
    let mut events = Vec::new();
    if ledger::decode(key, bytes, &mut events).is_err() {
        return false;
    }
    let written = written(&events);
    let mut again = Vec::new();
    ledger::decode(key, &written, &mut again).expect("what was written can be read");
    assert_eq!(self::written(&again), written, "a body has one form");
    assert_eq!(ledger::body_hash(&events), ledger::body_hash(&again));
    true
}

fn written(events: &[Event]) -> Vec<u8> {
    events.iter().flat_map(once::sealed).collect()
}

/// Bytes as the file `head`; gives the last write it names.
///
/// # Panics
/// If the head that was read is written as other bytes.
pub fn head(bytes: &[u8]) -> Option<Sequence> {
    let head = head::decode(bytes)?;
    assert_eq!(head::encode(head), bytes, "a head has one form");
    Some(head.0)
}

/// The bytes as a head with the right beginning and checksum, if there are as many as a head takes.
pub fn mended_head(bytes: &[u8]) -> Option<Vec<u8>> {
    let sequence = u64::from_le_bytes(*bytes.first_chunk()?);
    let chain = Hash(*bytes.get(8..)?.first_chunk()?);
    Some(head::encode((Sequence::new(sequence), chain)))
}

/// Events as the writes of a sound export, taken in by a ledger in memory; gives how many writes, or why not.
///
/// The first write begins the space, and hashes, numbers and chain are right, so that only what the events say is left
/// to be refused.
///
/// # Errors
/// As [`crate::Store::import`].
///
/// # Panics
/// If the ledger that was made exports as something else, or reads unlike it was written.
pub fn take_in(writes: Vec<Vec<Event>>) -> Result<Sequence, Error> {
    let lines = export_of(writes);
    let in_memory = || Database::builder().set_cache_size(1 << 20).create_with_backend(InMemoryBackend::new());
    let database = in_memory().expect("memory can be written");
    import::fill(&database, &mut lines.iter().cloned().map(Ok))?;
    let Some(ExportLine::Space(space)) = lines.first() else { return Ok(Sequence::ZERO) };
    let config = Arc::new(space.config.clone());
    let snapshot = Snapshot::begin(&database, &config).expect("what was taken in can be read");
    let exported: Vec<ExportLine> = snapshot.export().map(|line| line.expect("it can be exported")).collect();
    same(&exported, &lines);
    let other = in_memory().expect("memory can be written");
    import::fill(&other, &mut exported.into_iter().map(Ok)).expect("what was exported can be taken in");
    let copy = Snapshot::begin(&other, &config).expect("the copy can be read");
    same(&digest::all(&copy).expect("every row"), &digest::all(&snapshot).expect("every row"));
    snapshot.outline().expect("what legs without words read");
    let everything: Result<Vec<_>, _> = snapshot.everything(64).expect("what legs read").collect();
    everything.expect("every document");
    Ok(snapshot.sequence())
}

fn same<T: PartialEq + Debug + ?Sized>(one: &T, other: &T) {
    assert_eq!(one, other, "taken in and given out unlike");
}

/// Lines whose numbers and hashes are right.
fn export_of(writes: Vec<Vec<Event>>) -> Vec<ExportLine> {
    let (config, created) = match writes.first().and_then(|events| events.first()) {
        Some(Event::SpaceCreated { config, at }) => (config.clone(), *at),
        _ => return Vec::new(),
    };
    let mut head = START;
    let mut lines = Vec::new();
    for events in writes {
        let sequence = head.0.next();
        let body = ledger::body_hash(&events);
        let mut skeleton = Skeleton { at: created, count: events.len() as u64, body, chain: head.1 };
        skeleton.chain = skeleton.expected_chain(head.1, sequence);
        head = (sequence, skeleton.chain);
        let Skeleton { at, chain, .. } = skeleton;
        lines.push(ExportLine::Write(ExportedWrite { sequence, at, body, chain, emptied: false, events }));
    }
    let space = ExportedSpace { format: 1, config, created, writes: head.0.get(), chain: head.1 };
    lines.insert(0, ExportLine::Space(space));
    lines
}

/// A row that a fuzzer can begin from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The table's number, as [`row()`] takes it.
    pub table: u8,
    /// Its key.
    pub key: Vec<u8>,
    /// What it holds.
    pub body: Vec<u8>,
}

/// Every row of a space.
///
/// # Errors
/// [`Error::Damaged`] if a row is not what was written.
pub fn rows(snapshot: &Snapshot) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    for (table, number) in Table::ALL.into_iter().zip(0..) {
        let mut scan = snapshot.scan(table)?;
        let copy = |key: &[u8], body: &[u8]| Ok(Row { table: number, key: key.to_vec(), body: body.to_vec() });
        while let Some(row) = scan.next_body(copy) {
            rows.push(row?);
        }
    }
    Ok(rows)
}
