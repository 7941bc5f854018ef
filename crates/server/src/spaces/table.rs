//! Which spaces are open, who claims them, and which one goes when there is no room. No input or output happens here.

use super::Standing;
use super::claim::Found;
use crate::room::Lanes;
use lru::LruCache;
use std::sync::Arc;
use std::time::Instant;

/// What a space is taken to need until it was measured, in bytes.
const UNMEASURED_BYTES: u64 = 2 << 20;
/// Spaces put away at once, at most: each writes what waits for its indexes, and must not crowd out those who ask.
pub(super) const CLOSINGS: usize = 4;
/// So much more than stays open may be open for a moment, as a part of it: a space that is opened finds room at once, and
/// does not wait until the one whose place it takes is put away.
const MARGIN: usize = 50;

/// The most recently used first.
pub(super) struct Table {
    entries: LruCache<String, Entry>,
    n_at_most: usize,
    bytes_at_most: u64,
    bytes: u64,
    /// Of the entries, those that are being put away, and what they take.
    n_closing: usize,
    bytes_closing: u64,
    n_hits: u64,
    n_misses: u64,
    n_put_away: u64,
}

struct Entry {
    n_claims: usize,
    is_closing: bool,
    /// Something was opened; without it a name that leads nowhere takes no room.
    is_open: bool,
    /// It is put away as soon as nobody claims it.
    has_failed: bool,
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
            n_closing: 0,
            bytes_closing: 0,
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

    /// Ends a claim; the names that are marked as closing now, as too little room is left.
    pub(super) fn unclaim(&mut self, name: &str, found: Found) -> Vec<String> {
        self.give_back(name, found);
        let failed = self.entries.peek(name).is_some_and(|entry| entry.has_failed && entry.n_claims == 0);
        if failed {
            self.begin_closing(name);
        }
        failed.then(|| name.to_owned()).into_iter().chain(self.make_room()).collect()
    }

    fn give_back(&mut self, name: &str, found: Found) {
        // Looks without making it the most recently used: that it is since it was claimed.
        let Some(entry) = self.entries.peek_mut(name) else { return };
        entry.n_claims -= 1;
        entry.used = Instant::now();
        let measured = match found {
            Found::Nothing | Found::Failed => entry.bytes,
            Found::Open { bytes } => bytes,
            Found::Closed => 0,
        };
        entry.has_failed |= found == Found::Failed;
        entry.is_open = (entry.is_open || matches!(found, Found::Open { .. })) && found != Found::Closed;
        self.bytes = self.bytes - entry.bytes + measured;
        entry.bytes = measured;
        if entry.n_claims == 0 && !entry.is_open {
            self.remove(name);
        }
    }

    /// Marks the longest unused as closing until there is room again; those that follow have their turn when these are
    /// put away.
    fn make_room(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.is_crowded().then(|| self.begin_closing_oldest()).flatten()).collect()
    }

    /// Marks those as closing that nobody has asked since then, as many as may be put away at once.
    pub(super) fn begin_closing_unused_since(&mut self, since: Instant) -> Vec<String> {
        let room = CLOSINGS.saturating_sub(self.n_closing);
        let unused = |entry: &Entry| entry.n_claims == 0 && !entry.is_closing && entry.used <= since;
        let unused = self.entries.iter().rev().filter(|(_, entry)| unused(entry)).take(room);
        let names: Vec<String> = unused.map(|(name, _)| name.clone()).collect();
        names.iter().for_each(|name| self.begin_closing(name));
        names
    }

    /// A space is put away, or turned out to be in use after all; the names that are marked as closing in its place.
    pub(super) fn end_closing(&mut self, name: &str, is_put_away: bool) -> Vec<String> {
        if let Some(entry) = self.entries.peek_mut(name).filter(|entry| entry.is_closing) {
            entry.is_closing = false;
            self.n_closing -= 1;
            self.bytes_closing -= entry.bytes;
        }
        if is_put_away {
            self.remove(name);
            self.n_put_away += 1;
            return self.make_room();
        }
        // Somebody uses it, so it is not the one to be tried next.
        if let Some(entry) = self.entries.get_mut(name) {
            entry.used = Instant::now();
        }
        Vec::new()
    }

    pub(super) fn is_closing_any(&self) -> bool {
        self.n_closing > 0
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
        let n_at_most = self.n_at_most + self.n_at_most / MARGIN;
        let bytes_at_most = self.bytes_at_most + self.bytes_at_most / MARGIN as u64;
        let fits = self.entries.len() < n_at_most && self.bytes + UNMEASURED_BYTES <= bytes_at_most;
        fits || self.entries.is_empty()
    }

    fn insert(&mut self, name: &str) -> Arc<Lanes> {
        let lanes = Arc::new(Lanes::of_a_space());
        let used = Instant::now();
        let entry = Entry {
            n_claims: 1,
            is_closing: false,
            is_open: false,
            has_failed: false,
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

    /// The longest unused that nobody claims, unless as many are being put away as may be.
    fn begin_closing_oldest(&mut self) -> Option<String> {
        if self.n_closing >= CLOSINGS {
            return None;
        }
        let mut oldest_first = self.entries.iter().rev();
        let (name, _) = oldest_first.find(|(_, entry)| entry.n_claims == 0 && !entry.is_closing)?;
        let name = name.clone();
        self.begin_closing(&name);
        Some(name)
    }

    fn begin_closing(&mut self, name: &str) {
        if let Some(entry) = self.entries.peek_mut(name).filter(|entry| !entry.is_closing) {
            entry.is_closing = true;
            self.n_closing += 1;
            self.bytes_closing += entry.bytes;
        }
    }

    /// Whether what stays open takes more than it should; the last one stays whatever it takes.
    fn is_crowded(&self) -> bool {
        let (n, bytes) = (self.entries.len() - self.n_closing, self.bytes - self.bytes_closing);
        n > 1 && (n > self.n_at_most || bytes > self.bytes_at_most)
    }
}

#[cfg(test)]
mod tests;
