//! Writes under a caller's key: what the verbs hand to the store so that each happens once.

use crate::space::Inner;
use crate::{Error, When, propose};
use hupo_store::{Receipt, Transaction};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What is asked, by which verb, and when.
pub(crate) struct Asked {
    /// The verb's name; a key that was given to another verb is not this one's.
    pub(crate) verb: &'static str,
    pub(crate) when: When,
    /// Only say what would become of it.
    pub(crate) dry_run: bool,
}

/// Runs `work` inside one write, or gives what it gave when it was done under the same key.
pub(crate) fn transact<T: Serialize + DeserializeOwned + Send + 'static>(
    inner: &Inner,
    asked: Asked,
    work: impl FnMut(&mut Transaction<'_, '_>) -> Result<T, hupo_store::Error> + Send + 'static,
) -> Result<(Receipt, T), Error> {
    let order = propose::order(inner, asked.when.now, asked.dry_run)?;
    let store = inner.store()?;
    match asked.when.of_store(asked.verb, true) {
        Some(once) => Ok(store.transact_once(order, once, work)?),
        None => Ok(store.transact(order, work)?),
    }
}

/// Whether it was done before, so that nothing need be prepared for it.
pub(crate) fn is_done(inner: &Inner, when: &When) -> Result<bool, Error> {
    match &when.once {
        Some(once) => Ok(inner.snapshot()?.is_answered(&once.key)?),
        None => Ok(false),
    }
}

impl When {
    /// The store's form of the key. `quotes`: the answer may hold words that were said, not ids alone.
    pub(crate) fn of_store(self, verb: &str, quotes: bool) -> Option<hupo_store::Once> {
        let once = self.once?;
        let mut hasher = blake3::Hasher::new();
        hasher.update(verb.as_bytes()).update(&[0]).update(&once.request);
        Some(hupo_store::Once { key: once.key, request: *hasher.finalize().as_bytes(), quotes })
    }
}
