//! Things that one thread at a time may use, lent out and given back. Used for sessions, which run through `&mut`.

use crate::Error;
use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

type Open<T> = Box<dyn Fn() -> Result<T, Error> + Send + Sync>;

/// At most `limit` things; the first is there from the start, the others are opened when they are first missed.
pub(crate) struct Pool<T> {
    limit: usize,
    open: Open<T>,
    state: Mutex<State<T>>,
    returned: Condvar,
}

struct State<T> {
    idle: Vec<T>,
    opened: usize,
}

impl<T> Pool<T> {
    /// A pool that starts with `first` and calls `open` for more.
    pub(crate) fn new(limit: usize, first: T, open: Open<T>) -> Self {
        let state = Mutex::new(State { idle: vec![first], opened: 1 });
        Self { limit: limit.max(1), open, state, returned: Condvar::new() }
    }

    /// How many can be lent at once.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Lends one; waits while all are out. Fails only if another one could be opened and that failed.
    pub(crate) fn lend(&self) -> Result<Lent<'_, T>, Error> {
        let mut state = self.state();
        loop {
            if let Some(thing) = state.idle.pop() {
                return Ok(Lent { pool: self, thing: Some(thing) });
            }
            if state.opened < self.limit {
                state.opened += 1;
                drop(state);
                return self.open_another();
            }
            state = self.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn open_another(&self) -> Result<Lent<'_, T>, Error> {
        let mut seat = Seat { pool: self, is_taken: false };
        let thing = (self.open)()?;
        seat.is_taken = true;
        Ok(Lent { pool: self, thing: Some(thing) })
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The room for one more thing. It is given back unless a thing takes it, also when opening one panics: else the pool
/// would be one thing poorer for ever, and the last borrower would wait for it.
struct Seat<'pool, T> {
    pool: &'pool Pool<T>,
    is_taken: bool,
}

impl<T> Drop for Seat<'_, T> {
    fn drop(&mut self) {
        if !self.is_taken {
            self.pool.state().opened -= 1;
            self.pool.returned.notify_one();
        }
    }
}

/// A thing on loan; dropping it gives it back.
pub(crate) struct Lent<'pool, T> {
    pool: &'pool Pool<T>,
    /// Taken only by `drop`.
    thing: Option<T>,
}

impl<T> Deref for Lent<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.thing.as_ref().expect("taken only by drop")
    }
}

impl<T> DerefMut for Lent<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.thing.as_mut().expect("taken only by drop")
    }
}

impl<T> Drop for Lent<'_, T> {
    fn drop(&mut self) {
        self.pool.state().idle.extend(self.thing.take());
        self.pool.returned.notify_one();
    }
}

#[cfg(test)]
mod tests;
