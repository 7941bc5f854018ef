//! What a search sees: the part on disk and the part in memory as one row of slots with one set of statistics.

use crate::Result;
use crate::entry::Entry;
use crate::field::Field;
use crate::frozen::{Frozen, Handles, Lists};
use crate::postings::Posting;
use crate::tail::Tail;
use hupo_types::{DocId, Sequence};
use std::sync::atomic::{AtomicU64, Ordering};

/// Both parts. Slots of the tail follow those of the frozen part.
pub(crate) struct State {
    pub(crate) frozen: Frozen,
    pub(crate) tail: Tail,
    /// The last write that is in.
    pub(crate) applied: Sequence,
    /// The last write that is on disk.
    pub(crate) committed: Sequence,
    version: u64,
}

/// No two states of any index have the same version, nor one state before and after a write.
static VERSIONS: AtomicU64 = AtomicU64::new(0);

fn next_version() -> u64 {
    VERSIONS.fetch_add(1, Ordering::Relaxed)
}

/// A term in a field, with where its postings lie.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) field: Field,
    lists: Lists,
}

impl State {
    /// What is on disk, and nothing newer.
    pub(crate) fn new(frozen: Frozen, sequence: Sequence) -> Self {
        Self { frozen, tail: Tail::default(), applied: sequence, committed: sequence, version: next_version() }
    }

    /// What was read of the postings holds for this version only.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    pub(crate) fn documents(&self) -> u64 {
        self.frozen.live() + self.tail.len() as u64
    }

    pub(crate) fn slots(&self) -> usize {
        self.frozen.slots() as usize + self.tail.len()
    }

    /// Words of an average document that has any in the field.
    pub(crate) fn average(&self, field: Field) -> f32 {
        self.frozen.lengths(field).average(self.tail.lengths(field))
    }

    /// Adds a document, or puts it in the place of its earlier version, wherever that is.
    pub(crate) fn put(&mut self, entry: Entry, handles: Option<&Handles>) -> Result<()> {
        if let Some(handles) = handles
            && self.tail.slot(entry.id).is_none()
            && let Some(slot) = self.frozen.find(entry.id, handles)?
        {
            self.frozen.hide(slot);
        }
        self.tail.put(entry);
        self.version = next_version();
        Ok(())
    }

    pub(crate) fn id(&self, slot: u32) -> Option<DocId> {
        let own = |slot: u32| self.tail.entries().get(slot as usize).map(|entry| entry.id);
        match slot.checked_sub(self.frozen.slots()) {
            Some(slot) => own(slot),
            None => self.frozen.id(slot).and_then(DocId::from_u64),
        }
    }

    pub(crate) fn slot(&self, id: DocId, handles: Option<&Handles>) -> Result<Option<u32>> {
        if let Some(slot) = self.tail.slot(id) {
            return Ok(Some(self.frozen.slots() + slot));
        }
        let Some(handles) = handles else { return Ok(None) };
        Ok(self.frozen.find(id, handles)?.filter(|slot| self.frozen.is_live(*slot)))
    }

    pub(crate) fn find(&self, field: Field, term: &str) -> Result<Found> {
        Ok(Found { field, lists: self.frozen.lists(field, term)? })
    }

    /// How many documents hold the term, at most; exact unless documents on disk were replaced.
    pub(crate) fn holders_at_most(&self, found: &Found, term: &str) -> u64 {
        let frozen: u64 = found.lists.iter().map(|(_, info)| u64::from(info.doc_freq)).sum();
        frozen + self.tail.postings(found.field, term).len() as u64
    }

    /// Fills `out` with the postings of a term, by slot; their number is the term's document frequency.
    pub(crate) fn read(&self, found: &Found, term: &str, out: &mut Vec<Posting>) -> Result<()> {
        out.clear();
        self.frozen.read(found.field, &found.lists, out)?;
        let base = self.frozen.slots();
        let tail = self.tail.postings(found.field, term);
        out.extend(tail.iter().map(|posting| Posting { slot: base + posting.slot, ..*posting }));
        Ok(())
    }

    /// The length code of a field of a document.
    #[inline]
    pub(crate) fn code(&self, field: Field, slot: u32) -> u8 {
        let frozen = self.frozen.codes(field);
        let slot = slot as usize;
        match slot.checked_sub(frozen.len()) {
            None => frozen.get(slot),
            Some(slot) => self.tail.codes(field).get(slot),
        }
        .copied()
        .unwrap_or_default()
    }
}
