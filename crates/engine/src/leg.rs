//! A leg's slot: serving, not there, or dropped after a failure and waiting to be rebuilt.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError, RwLock};

/// One leg of one space. Readers take a shared copy and never wait for a rebuild longer than for a pointer.
pub(crate) struct Slot<T> {
    state: RwLock<State<T>>,
}

/// How a leg stands.
pub(crate) enum State<T> {
    /// It answers.
    Serving(Arc<T>),
    /// There is nothing to search yet, for this reason.
    Absent(String),
    /// It failed and was dropped; the store has everything to rebuild it.
    Broken(String),
}

impl<T> Slot<T> {
    pub(crate) fn new(state: State<T>) -> Self {
        Self { state: RwLock::new(state) }
    }

    /// The leg, or why there is none.
    pub(crate) fn get(&self) -> Result<Arc<T>, Missing> {
        match &*self.state.read().unwrap_or_else(PoisonError::into_inner) {
            State::Serving(leg) => Ok(leg.clone()),
            State::Absent(reason) => Err(Missing::Absent(reason.clone())),
            State::Broken(reason) => Err(Missing::Broken(reason.clone())),
        }
    }

    pub(crate) fn set(&self, state: State<T>) {
        *self.state.write().unwrap_or_else(PoisonError::into_inner) = state;
    }

    /// Drops the leg that serves, to be rebuilt. What was taken out meanwhile stays out: a question that ends after its
    /// space was closed opens nothing again.
    pub(crate) fn fail(&self, reason: &str) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        if matches!(*state, State::Serving(_)) {
            *state = State::Broken(reason.into());
        }
    }

    /// Takes the leg out, so that it can be closed or dropped.
    pub(crate) fn take(&self, reason: &str) -> Option<Arc<T>> {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        match std::mem::replace(&mut *state, State::Absent(reason.into())) {
            State::Serving(leg) => Some(leg),
            State::Absent(_) | State::Broken(_) => None,
        }
    }
}

/// Why a leg does not answer.
#[derive(Debug, Clone)]
pub(crate) enum Missing {
    Absent(String),
    Broken(String),
}

/// Runs what others wrote for a leg; a panic in it is a failure of that leg, and no more.
pub(crate) fn contained<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        format!("it panicked: {}", text.unwrap_or_else(|| "no message".to_owned()))
    })
}
