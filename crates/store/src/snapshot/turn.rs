//! What one turn reads of a space: each of it by its index, or without its words until they are wanted.

use std::ops::Bound;

use hupo_types::{DocId, EntityId, MemoryId, MessageId, PageId, TemporalItem};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::Snapshot;
use crate::rows::Rows;
use crate::table::Table;
use crate::{Error, citations, key, record, records};

/// What is read of a temporal item to know whether it is open.
#[derive(Deserialize)]
struct Life {
    #[serde(default)]
    closing: Option<IgnoredAny>,
    #[serde(default)]
    erased: bool,
}

impl Snapshot {
    /// The temporal items that nobody has closed, ascending; erased ones are not among them.
    pub fn open_items(&self) -> Result<Vec<TemporalItem>, Error> {
        let mut scan = self.scan(Table::TemporalItems)?;
        let open = |key: &[u8], body: &[u8]| {
            let life: Life = record::decode(Table::TemporalItems, key, body)?;
            let is_open = life.closing.is_none() && !life.erased;
            is_open.then(|| record::decode(Table::TemporalItems, key, body)).transpose()
        };
        let items = std::iter::from_fn(|| scan.next_body(open));
        items.filter_map(Result::transpose).collect()
    }

    /// The latest `n` memories that mention an entity, or one that counts as it, of any state; newest first.
    pub fn latest_memories_about(&self, entity: EntityId, n: usize) -> Result<Vec<MemoryId>, Error> {
        let mut latest = Vec::new();
        for one in records::group(self, entity)? {
            latest.extend(self.latest_linked(one, n)?);
        }
        latest.sort_unstable_by(|a, b| b.cmp(a));
        latest.dedup();
        latest.truncate(n);
        Ok(latest)
    }

    fn latest_linked(&self, entity: EntityId, n: usize) -> Result<Vec<MemoryId>, Error> {
        let first = key::pair(entity.get(), DocId::Memory(MemoryId::new(0)).to_u64());
        let after = key::pair(entity.get().saturating_add(1), 0);
        let bounds = (Bound::Included(first.as_slice()), Bound::Excluded(after.as_slice()));
        let mut scan = self.range(Table::EntityDocs, bounds)?;
        let id = |key: &[u8], _: &[u8]| {
            let packed = key::last_number(key).and_then(DocId::from_u64);
            packed.ok_or_else(|| record::damaged(Table::EntityDocs, key, "its key names no document"))
        };
        let docs = std::iter::from_fn(|| scan.last_body(id)).take(n);
        let memory = |doc: DocId| match doc {
            DocId::Memory(id) => Some(id),
            DocId::Message(_) => None,
        };
        docs.filter_map(|doc| doc.map(memory).transpose()).collect()
    }

    /// The pages of any kind that are about a range in which one of these messages lies, ascending.
    pub fn pages_about(&self, messages: &[MessageId]) -> Result<Vec<PageId>, Error> {
        citations::pages_about(self, messages)
    }
}
