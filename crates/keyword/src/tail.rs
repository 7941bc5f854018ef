//! The part of the index that is newer than the last commit: plain lists in memory.

use crate::bm25::{Lengths, code};
use crate::entry::Entry;
use crate::field::{ByField, Field};
use crate::postings::Posting;
use hupo_types::DocId;
use std::collections::HashMap;

/// Documents since the last commit, searchable. A slot is a document's place in `entries`.
#[derive(Debug, Default)]
pub(crate) struct Tail {
    entries: Vec<Entry>,
    codes: ByField<Vec<u8>>,
    slots: HashMap<DocId, u32>,
    postings: HashMap<Box<str>, ByField<Vec<Posting>>>,
    lengths: ByField<Lengths>,
}

impl Tail {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(crate) fn slot(&self, id: DocId) -> Option<u32> {
        self.slots.get(&id).copied()
    }

    pub(crate) fn lengths(&self, field: Field) -> Lengths {
        self.lengths[field]
    }

    pub(crate) fn codes(&self, field: Field) -> &[u8] {
        &self.codes[field]
    }

    /// The documents that hold a term, by slot.
    pub(crate) fn postings(&self, field: Field, term: &str) -> &[Posting] {
        self.postings.get(term).map_or(&[], |lists| lists[field].as_slice())
    }

    /// Adds a document, or puts it in the place of its earlier version.
    pub(crate) fn put(&mut self, entry: Entry) {
        match self.slot(entry.id) {
            Some(slot) => self.replace(slot, entry),
            None => self.push(entry),
        }
    }

    fn push(&mut self, entry: Entry) {
        let slot = u32::try_from(self.entries.len()).expect("a part holds fewer than 2^32 documents");
        self.slots.insert(entry.id, slot);
        for field in Field::ALL {
            let length = code(self.add_terms(slot, &entry, field));
            self.codes[field].push(length);
            self.lengths[field].add(length);
        }
        self.entries.push(entry);
    }

    fn replace(&mut self, slot: u32, entry: Entry) {
        let Some(place) = self.entries.get_mut(slot as usize) else { return };
        let old = std::mem::replace(place, entry.clone());
        for field in Field::ALL {
            self.remove_terms(slot, &old, field);
            let length = code(self.add_terms(slot, &entry, field));
            let Some(place) = self.codes[field].get_mut(slot as usize) else { continue };
            self.lengths[field].remove(std::mem::replace(place, length));
            self.lengths[field].add(length);
        }
    }

    /// Says how many terms there were.
    fn add_terms(&mut self, slot: u32, entry: &Entry, field: Field) -> usize {
        let mut length = 0;
        for term in entry.terms(field) {
            length += 1;
            if let Some(lists) = self.postings.get_mut(term) {
                count(&mut lists[field], slot);
            } else {
                let mut lists = ByField::<Vec<Posting>>::default();
                count(&mut lists[field], slot);
                self.postings.insert(term.into(), lists);
            }
        }
        length
    }

    fn remove_terms(&mut self, slot: u32, entry: &Entry, field: Field) {
        for term in entry.terms(field) {
            let Some(lists) = self.postings.get_mut(term) else { continue };
            if let Ok(at) = lists[field].binary_search_by_key(&slot, |posting| posting.slot) {
                lists[field].remove(at);
            }
            if Field::ALL.iter().all(|field| lists[*field].is_empty()) {
                self.postings.remove(term);
            }
        }
    }
}

/// One more occurrence in the slot; lists stay in the order of slots.
fn count(list: &mut Vec<Posting>, slot: u32) {
    let at = match list.last() {
        Some(last) if last.slot >= slot => list.binary_search_by_key(&slot, |posting| posting.slot),
        Some(_) | None => Err(list.len()),
    };
    match at {
        Ok(at) => list.iter_mut().skip(at).take(1).for_each(|posting| posting.frequency += 1),
        Err(at) => list.insert(at, Posting { slot, frequency: 1 }),
    }
}
