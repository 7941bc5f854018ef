//! Which spaces are open, who claims them, and which one goes when there is no room. No input or output happens here.

use super::Standing;
use super::claim::Found;
use crate::room::Lanes;
use lru::LruCache;
use std::sync::Arc;
use std::time::Instant;

/// What a space is taken to need until it was measured, in bytes.
const UNMEASURED_BYTES: u64 = 2 << 20;

/// The most recently used first.
pub(super) struct Table {
    entries: LruCache<String, Entry>,
    n_at_most: usize,
    bytes_at_most: u64,
    bytes: u64,
    n_hits: u64,
    n_misses: u64,
    n_put_away: u64,
}

struct Entry {
    n_claims: usize,
    is_closing: bool,
    /// Something was opened; without it a name that leads nowhere takes no room.
    is_open: bool,
    bytes: u64,
    used: Instant,
    lanes: Arc<Lanes>,
}

/// What comes next for a claim.
pub(super) enum Step {
    /// It is claimed.
    Claimed(Arc<Lanes>),
    /// This one is marked as closing; put it away, then ask again.
    PutAway(String),
    /// Ask again when something changed.
    Wait,
}

impl Table {
    pub(super) fn new(n_at_most: usize, bytes_at_most: u64) -> Self {
        Self {
            entries: LruCache::unbounded(),
            n_at_most,
            bytes_at_most,
            bytes: 0,
            n_hits: 0,
            n_misses: 0,
            n_put_away: 0,
        }
    }

    pub(super) fn claim(&mut self, name: &str) -> Step {
        if let Some(entry) = self.entries.get_mut(name) {
            return match entry.is_closing {
                true => Step::Wait,
                false => {
                    entry.n_claims += 1;
                    self.n_hits += 1;
                    Step::Claimed(entry.lanes.clone())
                }
            };
        }
        if self.has_room() {
            self.n_misses += 1;
            return Step::Claimed(self.insert(name));
        }
        self.begin_closing_oldest().map_or(Step::Wait, Step::PutAway)
    }

    /// Ends a claim; the names that are marked as closing now, as there is too much in memory.
    pub(super) fn unclaim(&mut self, name: &str, found: Found) -> Vec<String> {
        let Some(entry) = self.entries.get_mut(name) else { return Vec::new() };
        entry.n_claims -= 1;
        entry.used = Instant::now();
        let measured = match found {
            Found::Nothing => entry.bytes,
            Found::Open { bytes } => bytes,
            Found::Closed => 0,
        };
        entry.is_open = (entry.is_open || matches!(found, Found::Open { .. })) && found != Found::Closed;
        self.bytes = self.bytes - entry.bytes + measured;
        entry.bytes = measured;
        if entry.n_claims == 0 && !entry.is_open {
            self.remove(name);
        }
        std::iter::from_fn(|| self.is_over().then(|| self.begin_closing_oldest()).flatten()).collect()
    }

    pub(super) fn begin_closing_unused_since(&mut self, since: Instant) -> Vec<String> {
        let unused = |entry: &Entry| entry.n_claims == 0 && !entry.is_closing && entry.used <= since;
        let unused = self.entries.iter_mut().filter(|(_, entry)| unused(entry));
        unused.map(|(name, entry)| (entry.is_closing = true, name.clone()).1).collect()
    }

    /// A space is put away, or turned out to be in use after all.
    pub(super) fn end_closing(&mut self, name: &str, is_put_away: bool) {
        if is_put_away {
            self.remove(name);
            self.n_put_away += 1;
        } else if let Some(entry) = self.entries.get_mut(name) {
            entry.is_closing = false;
        }
    }

    pub(super) fn is_closing_any(&self) -> bool {
        self.entries.iter().any(|(_, entry)| entry.is_closing)
    }

    pub(super) fn standing(&self) -> Standing {
        Standing {
            n_open: self.entries.len(),
            bytes: self.bytes,
            n_hits: self.n_hits,
            n_misses: self.n_misses,
            n_put_away: self.n_put_away,
        }
    }

    /// One space always has room, so that one larger than the budget can be opened at all.
    fn has_room(&self) -> bool {
        let fits = self.entries.len() < self.n_at_most && self.bytes + UNMEASURED_BYTES <= self.bytes_at_most;
        fits || self.entries.is_empty()
    }

    fn insert(&mut self, name: &str) -> Arc<Lanes> {
        let lanes = Arc::new(Lanes::of_a_space());
        let used = Instant::now();
        let entry = Entry {
            n_claims: 1,
            is_closing: false,
            is_open: false,
            bytes: UNMEASURED_BYTES,
            used,
            lanes: lanes.clone(),
        };
        self.entries.push(name.to_owned(), entry);
        self.bytes += UNMEASURED_BYTES;
        lanes
    }

    fn remove(&mut self, name: &str) {
        if let Some(entry) = self.entries.pop(name) {
            self.bytes -= entry.bytes;
        }
    }

    fn begin_closing_oldest(&mut self) -> Option<String> {
        let mut oldest_first = self.entries.iter_mut().rev();
        let (name, entry) = oldest_first.find(|(_, entry)| entry.n_claims == 0 && !entry.is_closing)?;
        entry.is_closing = true;
        Some(name.clone())
    }

    /// Whether what stays open takes more than it may; the last one stays whatever it takes.
    fn is_over(&self) -> bool {
        let staying = || self.entries.iter().filter(|(_, entry)| !entry.is_closing);
        staying().count() > 1 && staying().map(|(_, entry)| entry.bytes).sum::<u64>() > self.bytes_at_most
    }
}
