//! Work shared out over a few threads, of which the caller's is one, so that what the caller passes need not be shareable.

use crate::Error;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Does `work` for the items 0 to `n_items` on `workers` threads, in order of their numbers, and returns a result for each.
///
/// `between` is called on the caller's thread before each item it takes, with the number of finished items; if it says
/// `true`, no further item is begun and those are `None`. Fails with the first error, after which no item is begun.
pub(crate) fn spread<T: Send>(
    n_items: usize,
    workers: usize,
    between: &dyn Fn(usize) -> bool,
    work: &(dyn Fn(usize) -> Result<T, Error> + Sync),
) -> Result<Vec<Option<T>>, Error> {
    let shared = Shared {
        next: AtomicUsize::new(0),
        done: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        results: Mutex::new(Ok((0..n_items).map(|_| None).collect())),
    };
    std::thread::scope(|scope| {
        if between(0) {
            return;
        }
        for _ in 1..workers.min(n_items) {
            scope.spawn(|| shared.take(n_items, &|_| false, work));
        }
        shared.take(n_items, between, work);
    });
    shared.results.into_inner().unwrap_or_else(PoisonError::into_inner)
}

struct Shared<T> {
    next: AtomicUsize,
    done: AtomicUsize,
    stop: AtomicBool,
    results: Mutex<Result<Vec<Option<T>>, Error>>,
}

impl<T> Shared<T> {
    fn take(&self, n_items: usize, between: &dyn Fn(usize) -> bool, work: &(dyn Fn(usize) -> Result<T, Error> + Sync)) {
        loop {
            let item = self.next.fetch_add(1, Ordering::Relaxed);
            if item >= n_items || self.stop.load(Ordering::Relaxed) {
                return;
            }
            self.keep(item, work(item));
            if between(self.done.fetch_add(1, Ordering::Relaxed) + 1) {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
    }

    fn keep(&self, item: usize, result: Result<T, Error>) {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        match result {
            Ok(value) => {
                if let Some(place) = results.as_mut().ok().and_then(|results| results.get_mut(item)) {
                    *place = Some(value);
                }
            }
            Err(error) => {
                self.stop.store(true, Ordering::Relaxed);
                if results.is_ok() {
                    *results = Err(error);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
