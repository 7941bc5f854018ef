//! Sums by slot, kept from search to search so that nothing is allocated or cleared as a whole.

use crate::bits::Bits;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A sum for every slot; 0 where nothing was added.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    values: Vec<f32>,
    touched: Vec<u32>,
}

impl Sums {
    /// Makes room, and forgets what was added.
    pub(crate) fn begin(&mut self, slots: usize) {
        for slot in self.touched.drain(..) {
            if let Some(value) = self.values.get_mut(slot as usize) {
                *value = 0.0;
            }
        }
        self.values.resize(slots, 0.0);
    }

    /// Adds a value above 0.
    #[inline]
    pub(crate) fn add(&mut self, slot: u32, value: f32) {
        if let Some(sum) = self.values.get_mut(slot as usize) {
            if *sum == 0.0 {
                self.touched.push(slot);
            }
            *sum += value;
        }
    }

    /// Whether anything was added to a slot.
    #[inline]
    pub(crate) fn has(&self, slot: u32) -> bool {
        self.at(slot) > 0.0
    }

    /// The sum of a slot.
    #[inline]
    pub(crate) fn at(&self, slot: u32) -> f32 {
        self.values.get(slot as usize).copied().unwrap_or_default()
    }

    /// How many slots have a sum.
    pub(crate) fn len(&self) -> usize {
        self.touched.len()
    }

    /// Every slot with a sum.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, f32)> {
        self.touched.iter().map(|slot| (*slot, self.at(*slot)))
    }
}

/// What one search works with.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Scores so far.
    pub(crate) scores: Sums,
    /// How much of the present term each document holds.
    pub(crate) amounts: Sums,
    /// The documents that hold it at all, where only those with a score are gathered.
    pub(crate) seen: Bits,
}

/// Scratches that are not in use, at most as many as searches ever ran at once.
#[derive(Debug, Default)]
pub(crate) struct Pool(Mutex<Vec<Scratch>>);

impl Pool {
    /// Runs `work` with a scratch. After a panic the scratch is not used again.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut Scratch) -> T) -> T {
        let mut scratch = self.idle().pop().unwrap_or_default();
        let result = work(&mut scratch);
        self.idle().push(scratch);
        result
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Scratch>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
