//! The ledger: every write under its number, as a skeleton that is chained to the one before, and a body of events.
//!
//! The body sits in its own table, in parts. An erasure empties events in it and leaves the skeleton, which goes on
//! covering the body as it was first written; the hash of the new body stands in the erasure's own event.

use std::collections::BTreeMap;
use std::ops::Bound;

use hupo_types::{Event, Sequence, Timestamp};
use serde::{Deserialize, Serialize};

use crate::erase::{self, Gone};
use crate::hash::Hash;
use crate::read::Read;
use crate::rows::{Rows, Scan, get, numbers, with_prefix};
use crate::table::Table;
use crate::tables::Tables;
use crate::{Error, key, record};

/// A part of a body is closed when it has this many bytes.
const PART_BYTES: usize = 1 << 20;

/// What stays of a write whatever happens to its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Skeleton {
    /// When it was written.
    pub(crate) at: Timestamp,
    /// How many events its body has.
    pub(crate) count: u64,
    /// The hash of its body: of all parts, one after the other.
    pub(crate) body: Hash,
    /// The hash of the skeleton before, of this one's number, time and count, and of its body.
    pub(crate) chain: Hash,
}

impl Skeleton {
    /// The skeleton of the write after `head`.
    pub(crate) fn new(head: Head, at: Timestamp, count: u64, body: Hash) -> Self {
        let mut skeleton = Self { at, count, body, chain: Hash::default() };
        skeleton.chain = skeleton.expected_chain(head.1, head.0.next());
        skeleton
    }

    /// The chain hash this skeleton must have after one with the chain hash `previous`.
    pub(crate) fn expected_chain(&self, previous: Hash, sequence: Sequence) -> Hash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&previous.0).update(&sequence.get().to_be_bytes());
        hasher.update(&self.at.ms().to_be_bytes()).update(&self.count.to_be_bytes()).update(&self.body.0);
        Hash(*hasher.finalize().as_bytes())
    }
}

/// The last write of a ledger, and its chain hash.
pub(crate) type Head = (Sequence, Hash);

/// The head before the first write.
pub(crate) const START: Head = (Sequence::ZERO, Hash([0; 32]));

/// The last write.
pub(crate) fn head(rows: &impl Rows) -> Result<Head, Error> {
    let mut scan = rows.range(Table::Skeletons, (Bound::Unbounded, Bound::Unbounded))?;
    let last = scan.last_body(|key, body| {
        let skeleton: Skeleton = record::decode(Table::Skeletons, key, body)?;
        let number = key::last_number(key).ok_or_else(|| record::damaged(Table::Skeletons, key, "its key is short"))?;
        Ok((Sequence::new(number), skeleton.chain))
    });
    last.unwrap_or(Ok(START))
}

pub(crate) fn skeleton(rows: &impl Rows, sequence: Sequence) -> Result<Option<Skeleton>, Error> {
    get(rows, Table::Skeletons, &key::number(sequence.get()))
}

/// Appends a write that holds these events, after `head`; gives the new head.
pub(crate) fn append(tables: &mut Tables, head: Head, at: Timestamp, events: &[Event]) -> Result<Head, Error> {
    let sequence = head.0.next();
    let body = put_body(tables, sequence, events)?;
    let skeleton = Skeleton::new(head, at, events.len() as u64, body);
    tables.put(Table::Skeletons, &key::number(sequence.get()), &skeleton)?;
    Ok((sequence, skeleton.chain))
}

fn put_body(tables: &mut Tables, sequence: Sequence, events: &[Event]) -> Result<Hash, Error> {
    let mut hasher = blake3::Hasher::new();
    let mut part = Vec::new();
    let mut parts = 0;
    for (index, event) in events.iter().enumerate() {
        rmp_serde::encode::write_named(&mut part, event).expect("events have known lengths, and memory does not fail");
        if part.len() >= PART_BYTES || index + 1 == events.len() {
            hasher.update(&part);
            let key = key::pair(sequence.get(), parts);
            tables.put_row(Table::Bodies, &key, &record::seal_bytes(Table::Bodies, &key, &part))?;
            part.clear();
            parts += 1;
        }
    }
    Ok(Hash(*hasher.finalize().as_bytes()))
}

/// The hash of the body these events make.
pub(crate) fn body_hash(events: &[Event]) -> Hash {
    let (mut hasher, mut bytes) = (blake3::Hasher::new(), Vec::new());
    for event in events {
        bytes.clear();
        rmp_serde::encode::write_named(&mut bytes, event).expect("events have known lengths, and memory does not fail");
        hasher.update(&bytes);
    }
    Hash(*hasher.finalize().as_bytes())
}

/// Appends a write as another ledger keeps it. Its body may have been emptied since, so its skeleton is taken over.
pub(crate) fn append_kept(
    tables: &mut Tables,
    head: Head,
    skeleton: &Skeleton,
    events: &[Event],
) -> Result<Head, Error> {
    let next = follow(head, skeleton)?;
    put_body(tables, next.0, events)?;
    tables.put(Table::Skeletons, &key::number(next.0.get()), skeleton)?;
    Ok(next)
}

/// The head after a kept skeleton, if it follows `head`.
pub(crate) fn follow(head: Head, skeleton: &Skeleton) -> Result<Head, Error> {
    let sequence = head.0.next();
    if skeleton.expected_chain(head.1, sequence) != skeleton.chain {
        return Err(Error::damaged(format!("write {sequence} does not follow the one before it")));
    }
    Ok((sequence, skeleton.chain))
}

/// Empties what goes in every write; gives those that said any of it, with the hash of the new body of each.
pub(crate) fn empty(tables: &mut Tables, gone: &Gone) -> Result<Vec<(Sequence, [u8; 32])>, Error> {
    let mut rewritten = Vec::new();
    for number in 1..=head(tables)?.0.get() {
        let sequence = Sequence::new(number);
        let mut events = events(tables, sequence)?;
        let said = events.iter_mut().map(|event| erase::empty(event, gone)).filter(|said| *said).count();
        if said > 0 {
            empty_answers(&mut events);
            remove_body(tables, sequence)?;
            rewritten.push((sequence, put_body(tables, sequence, &events)?.0));
        }
    }
    Ok(rewritten)
}

/// An answer goes with anything else its write said, as what was asked says it too.
fn empty_answers(events: &mut [Event]) {
    for event in events {
        if let Event::Answered(answered) = event {
            erase::empty_answer(answered);
        }
    }
}

fn remove_body(tables: &mut Tables, sequence: Sequence) -> Result<(), Error> {
    let numbers = numbers(tables, Table::Bodies, &key::number(sequence.get()))?;
    numbers.into_iter().try_for_each(|part| tables.remove(Table::Bodies, &key::pair(sequence.get(), part)))
}

/// The hash that the body of each emptied write must have: what the last erasure that emptied it says.
pub(crate) fn rewritten(rows: &impl Rows) -> Result<BTreeMap<Sequence, Hash>, Error> {
    let erasures = rows.erasures()?;
    Ok(erasures.into_iter().flat_map(|erasure| erasure.rewritten).map(|(at, hash)| (at, Hash(hash))).collect())
}

/// The parts of a write's body, in order.
pub(crate) fn parts(rows: &impl Rows, sequence: Sequence) -> Result<Scan<'_>, Error> {
    with_prefix(rows, Table::Bodies, &key::number(sequence.get()))
}

/// The events of a write.
pub(crate) fn events(rows: &impl Rows, sequence: Sequence) -> Result<Vec<Event>, Error> {
    let skeleton = skeleton(rows, sequence)?.ok_or_else(|| Error::damaged(format!("write {sequence} is missing")))?;
    let mut events = Vec::new();
    let mut parts = parts(rows, sequence)?;
    while let Some(part) = parts.next_body(|key, body| decode(key, body, &mut events)) {
        part?;
    }
    if events.len() as u64 != skeleton.count {
        return Err(Error::damaged(format!("write {sequence} has {} events of {}", events.len(), skeleton.count)));
    }
    Ok(events)
}

pub(crate) fn decode(key: &[u8], mut body: &[u8], events: &mut Vec<Event>) -> Result<(), Error> {
    while !body.is_empty() {
        let event =
            rmp_serde::from_read(&mut body).map_err(|error| record::damaged(Table::Bodies, key, &error.to_string()))?;
        events.push(event);
    }
    Ok(())
}
