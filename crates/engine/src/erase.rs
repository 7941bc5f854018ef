//! Erasing: after the commit the legs begin anew and the store's file is written anew, so that no byte keeps the words.

use crate::embed;
use crate::options::Embed;
use crate::space::Inner;
use crate::{Error, Space, When};
use hupo_store::{Read, Store, Write};
use hupo_types::{Change, Command, EraseTarget, Erasure, Event};
use std::sync::PoisonError;
use std::time::Duration;

/// How often it is tried to write the file anew while questions are being answered.
const SWEEPS: usize = 1_000;
/// How long to wait between two of these.
const PAUSE: Duration = Duration::from_millis(10);

/// Erasing.
impl Space {
    /// Erases a message, a memory or an entity for good, with all that rests on it alone and all that was made from it.
    ///
    /// What goes is emptied in the tables and in the ledger, the legs are made anew without it, and the space's file is
    /// written anew, so that no file of the space holds a word of it when this returns; a kill in between leaves the
    /// rest of the work to the next opening. The receipt lists ids only. Erasing again what is gone gives the receipt
    /// of the time it went. Questions wait while the file is written; vectors that were made of erased words beside
    /// others' are made again, if there is an embedder.
    ///
    /// Errors: an id that names nothing; [`hupo_store::Error::InUse`] if the space was read without a pause for ten
    /// seconds: it is erased and out of every answer, and asking again, or the next opening, frees the file of it.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let hupo = hupo::Hupo::open(folder.path())?;
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// # let space = hupo.space_or_create(config, now)?;
    /// use hupo::{EraseTarget, MessageId, NewMessage};
    ///
    /// space.append(vec![NewMessage::user("我的病是……别记了")], now)?;
    /// let erasure = space.erase(EraseTarget::Message(MessageId::new(1)), now)?;
    /// assert_eq!(erasure.messages, [MessageId::new(1)]);
    /// assert_eq!(space.message(MessageId::new(1))?.map(|message| message.text), Some(String::new()));
    /// # Ok(())
    /// # }
    /// ```
    pub fn erase(&self, target: EraseTarget, when: impl Into<When>) -> Result<Erasure, Error> {
        let when = when.into();
        let now = when.now;
        let inner = &*self.inner;
        let store = inner.store()?;
        let receipt = {
            // What is being drafted may have the words in its context: it is committed before they go, or drafted after.
            let _drafting = inner.drafting.lock().unwrap_or_else(PoisonError::into_inner);
            let write = Write::new(vec![Command::Erase(target)], now);
            match when.of_store("erase", false) {
                Some(once) => store.commit_once(write, once)?,
                None => store.commit(write)?,
            }
        };
        finish(inner, &store)?;
        if inner.shared.options.embed == Embed::BeforeCommit && inner.shared.models.embedder.is_some() {
            embed::waiting(inner, now, &|_, _| ())?;
        }
        match receipt.change.events.iter().rev().find_map(erasure) {
            Some(erasure) => Ok(erasure.clone()),
            None => earlier(&store, target),
        }
    }

    /// The receipts of all erasures, in order.
    pub fn erasures(&self) -> Result<Vec<Erasure>, Error> {
        Ok(self.inner.snapshot()?.erasures()?)
    }
}

/// What is left to do when a write turns out to have erased something.
pub(crate) fn after(inner: &Inner, change: &Change) -> Result<(), Error> {
    if is_erasing(change) { finish(inner, &*inner.store()?) } else { Ok(()) }
}

/// Whether a write erased something: whoever keeps words of the space beside the store begins anew.
pub(crate) fn is_erasing(change: &Change) -> bool {
    change.events.iter().any(|event| erasure(event).is_some())
}

fn erasure(event: &Event) -> Option<&Erasure> {
    if let Event::Erased(erasure) = event { Some(erasure) } else { None }
}

fn finish(inner: &Inner, store: &Store) -> Result<(), Error> {
    inner.legs.heal(store)?;
    for _ in 0..SWEEPS {
        match store.sweep() {
            Err(hupo_store::Error::InUse) => std::thread::sleep(PAUSE),
            Err(error) => return Err(error.into()),
            Ok(_) => return Ok(()),
        }
    }
    Err(hupo_store::Error::InUse.into())
}

/// The receipt of the time the target went.
fn earlier(store: &Store, target: EraseTarget) -> Result<Erasure, Error> {
    let lists = |erasure: &Erasure| match target {
        EraseTarget::Message(id) => erasure.messages.contains(&id),
        EraseTarget::Memory(id) => erasure.memories.contains(&id),
        EraseTarget::Entity(id) => erasure.entities.contains(&id),
    };
    let erasures = store.snapshot()?.erasures()?;
    let found = erasures.into_iter().find(lists);
    found.ok_or_else(|| hupo_store::Error::Damaged { what: "an erasure has no receipt".to_owned() }.into())
}
