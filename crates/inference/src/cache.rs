//! A bounded cache that forgets what was not asked for longest. Bounded by weight: entries, numbers, whatever the caller counts.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// How often a cache had what it was asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CacheCounts {
    /// It had it.
    pub hits: u64,
    /// It had not.
    pub misses: u64,
}

/// Shared by threads; values are handed out as clones, so keep them cheap to clone.
pub(crate) struct Cache<K, V> {
    capacity: usize,
    inner: Mutex<Inner<K, V>>,
    hits: AtomicU64,
    misses: AtomicU64,
}

struct Inner<K, V> {
    slots: HashMap<K, Slot<V>>,
    /// When each key was last used. Times are given out once, so they are unique.
    order: BTreeMap<u64, K>,
    weight: usize,
    clock: u64,
}

struct Slot<V> {
    value: V,
    weight: usize,
    used: u64,
}

impl<K: Hash + Eq + Clone, V: Clone> Cache<K, V> {
    /// A cache whose entries weigh at most `capacity` together; 0 keeps nothing.
    pub(crate) fn new(capacity: usize) -> Self {
        let inner = Inner { slots: HashMap::new(), order: BTreeMap::new(), weight: 0, clock: 0 };
        Self { capacity, inner: Mutex::new(inner), hits: AtomicU64::new(0), misses: AtomicU64::new(0) }
    }

    pub(crate) fn get(&self, key: &K) -> Option<V> {
        let found = self.look_up(key);
        let counter = if found.is_some() { &self.hits } else { &self.misses };
        counter.fetch_add(1, Ordering::Relaxed);
        found
    }

    pub(crate) fn counts(&self) -> CacheCounts {
        CacheCounts { hits: self.hits.load(Ordering::Relaxed), misses: self.misses.load(Ordering::Relaxed) }
    }

    fn look_up(&self, key: &K) -> Option<V> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.clock += 1;
        let now = inner.clock;
        let slot = inner.slots.get_mut(key)?;
        let (before, value) = (std::mem::replace(&mut slot.used, now), slot.value.clone());
        if let Some(key) = inner.order.remove(&before) {
            inner.order.insert(now, key);
        }
        Some(value)
    }

    /// Keeps `value`, and forgets the longest unused ones until all fit. What is heavier than the cache is not kept.
    pub(crate) fn put(&self, key: K, value: V, weight: usize) {
        if weight > self.capacity {
            return;
        }
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.forget(&key);
        while inner.weight + weight > self.capacity {
            let Some((_, oldest)) = inner.order.first_key_value() else { break };
            let oldest = oldest.clone();
            inner.forget(&oldest);
        }
        inner.clock += 1;
        let used = inner.clock;
        inner.order.insert(used, key.clone());
        inner.slots.insert(key, Slot { value, weight, used });
        inner.weight += weight;
    }

    /// How many entries are kept.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).slots.len()
    }
}

impl<K: Hash + Eq, V> Inner<K, V> {
    fn forget(&mut self, key: &K) {
        if let Some(slot) = self.slots.remove(key) {
            self.order.remove(&slot.used);
            self.weight -= slot.weight;
        }
    }
}

#[cfg(test)]
mod tests;
