//! A root: a folder of spaces, with the models and threads they share.

use crate::making::Making;
use crate::models::Loaded;
use crate::place;
use crate::space::{Inner, locked};
use crate::{Error, ModelsReport, Options, Space, Verification, When, verification};
use hupo_inference::CacheCounts;
use hupo_store::Store;
use hupo_types::{SpaceConfig, Timestamp};
use rayon::ThreadPool;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A folder of spaces. Cheap to clone; every clone is the same root. A space stays open, and locked against other
/// processes, until it is closed or the last clone of its root and its own last handle are dropped.
///
/// ```
/// # fn main() -> Result<(), hupo::Error> {
/// # let folder = tempfile::tempdir().expect("a temporary folder");
/// use hupo::{Hupo, NewMessage, Question, SearchScope, SpaceConfig, Timestamp};
///
/// let now = Timestamp::from_ms(1_790_000_000_000);
/// let hupo = Hupo::open(folder.path())?;
/// let config = SpaceConfig { name: "me and Hu".into(), zone: "Asia/Shanghai".into() };
/// let space = hupo.space_or_create(config, now)?;
/// space.append(vec![NewMessage::user("My sister Lin is moving to Lisbon in March.").speaker("Mei")], now)?;
/// let answer = space.recall(&Question::new("Where is Lin moving?", now).scope(SearchScope::Transcript))?;
/// assert_eq!(answer.hits[0].evidence[0].quote, "My sister Lin is moving to Lisbon in March.");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Hupo {
    shared: Arc<Shared>,
    /// One door for each space, so that opening one does not hold up the others. Spaces know `shared` and not the
    /// doors, so that nothing holds itself open.
    doors: Arc<Mutex<HashMap<String, Door>>>,
}

/// What the spaces of a root share.
pub(crate) struct Shared {
    pub(crate) root: PathBuf,
    pub(crate) options: Options,
    pub(crate) models: Loaded,
    pub(crate) pool: ThreadPool,
}

/// Whoever holds it may open the space; the open space stays in it.
type Door = Arc<Mutex<Option<Arc<Inner>>>>;

impl Hupo {
    /// Opens a root without models: the keyword and graph legs, no files but the spaces' own.
    pub fn open(root: impl AsRef<Path>) -> Result<Self, Error> {
        Self::open_with(root, Options::default())
    }

    /// Opens a root. Missing models are no error: [`Self::models`] says what is missing and what to do.
    pub fn open_with(root: impl AsRef<Path>, options: Options) -> Result<Self, Error> {
        let root = root.as_ref().to_owned();
        std::fs::create_dir_all(&root).map_err(|source| Error::io("creating the root", source))?;
        let models = Loaded::open(&options);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(options.threads.max(1))
            .thread_name(|n| format!("hupo-leg-{n}"));
        let pool = pool.build().map_err(|error| Error::Threads { reason: error.to_string() })?;
        Ok(Self { shared: Arc::new(Shared { root, options, models, pool }), doors: Arc::default() })
    }

    /// Which models there are and which are missing.
    pub fn models(&self) -> &ModelsReport {
        self.shared.models.report()
    }

    /// Loads what the first text of a process would wait for otherwise: the dictionary.
    pub fn warm(&self) {
        hupo_keyword::warm();
    }

    /// How often the vector of a question was kept from an earlier one, and how often it had to be made; `None` without
    /// an embedder.
    pub fn query_cache(&self) -> Option<CacheCounts> {
        self.shared.models.embedder.as_ref().map(|embedder| embedder.query_cache())
    }

    /// The names of every space under the root, sorted.
    pub fn spaces(&self) -> Result<Vec<String>, Error> {
        place::names(&self.shared.root)
    }

    /// Creates a space; asked again under the same key, gives the one that was made.
    /// Errors: [`Error::SpaceExists`], [`Error::BadSpaceName`], [`Error::BadZone`], [`Error::KeyReused`].
    pub fn create_space(&self, config: SpaceConfig, when: impl Into<When>) -> Result<Space, Error> {
        let (name, When { now, once }) = (config.name.clone(), when.into());
        self.make(&name, Making::new("create_space", once), |dir| Inner::create(&self.shared, dir, config, now))
    }

    /// Opens a space; later calls share it. Errors: [`Error::UnknownSpace`], [`Error::Locked`], a damaged store.
    pub fn space(&self, name: &str) -> Result<Space, Error> {
        let unknown = || Error::UnknownSpace { name: name.into(), root: self.shared.root.clone() };
        self.enter(name, |dir| match Store::exists(dir) {
            true => Inner::open(&self.shared, dir, name),
            false => Err(unknown()),
        })
    }

    /// The space, if it is open under this root; never opens one.
    pub fn open_space(&self, name: &str) -> Option<Space> {
        let door = self.doors().get(name).cloned()?;
        let inside = door.lock().unwrap_or_else(PoisonError::into_inner);
        inside.as_ref().filter(|inner| !inner.is_closed()).cloned().map(Space::new)
    }

    /// Whether there is a space of this name. Errors: [`Error::BadSpaceName`].
    pub fn has_space(&self, name: &str) -> Result<bool, Error> {
        Ok(Store::exists(&place::of(&self.shared.root, name)?))
    }

    /// Opens a space, or creates it if there is none of that name (an existing one keeps its zone).
    pub fn space_or_create(&self, config: SpaceConfig, now: Timestamp) -> Result<Space, Error> {
        let name = config.name.clone();
        self.enter(&name, |dir| match Store::exists(dir) {
            true => Inner::open(&self.shared, dir, &config.name),
            false => Inner::create(&self.shared, dir, config, now),
        })
    }

    /// Erases a space: closes it, whoever has it open under this root, and deletes its directory. Not to be undone.
    ///
    /// Errors: [`Error::UnknownSpace`]; [`Error::Locked`] if another process has it open, and nothing is deleted.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let hupo = hupo::Hupo::open(folder.path())?;
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// hupo.space_or_create(config, now)?;
    /// hupo.erase_space("Mei and Hu")?;
    /// assert!(hupo.spaces()?.is_empty());
    /// # Ok(())
    /// # }
    /// ```
    pub fn erase_space(&self, name: &str) -> Result<(), Error> {
        let dir = place::of(&self.shared.root, name)?;
        let door = self.door(name);
        let erased = self.erase_behind(&door, &dir, name);
        self.leave(name, &door);
        erased
    }

    fn erase_behind(&self, door: &Door, dir: &Path, name: &str) -> Result<(), Error> {
        let mut inside = door.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(inner) = inside.take().filter(|inner| !inner.is_closed()) {
            Space::new(inner).close()?;
        }
        if !Store::exists(dir) {
            Store::remove_unfinished(dir)?;
            return Err(Error::UnknownSpace { name: name.into(), root: self.shared.root.clone() });
        }
        Store::remove(dir).map_err(|error| locked(error, name))
    }

    /// Checks a space from end to end, also one that is too damaged to open; see [`Space::verify`].
    pub fn verify_space(&self, name: &str, progress: &mut dyn FnMut(&str, u64, u64)) -> Result<Verification, Error> {
        match self.space(name) {
            Ok(space) => space.verify(progress),
            Err(Error::Store(hupo_store::Error::Damaged { .. })) => {
                let dir = place::of(&self.shared.root, name)?;
                match Store::open(&dir, hupo_store::Options::default()) {
                    Ok(store) => verification::of_store(&store, progress),
                    Err(error @ hupo_store::Error::Damaged { .. }) => Ok(verification::unreadable(&error)),
                    Err(other) => Err(locked(other, name)),
                }
            }
            Err(other) => Err(other),
        }
    }

    /// Puts a space away if nobody uses it: closes its files, ends its thread, and keeps nothing of it in memory. Answers
    /// whether it is put away now, which it also is when it was not open. One in use stays as it is; whoever asks for it
    /// while it is being put away waits, and opens it anew. A few documents that the keyword index has in memory only are
    /// not written there: the next opening takes them in again.
    ///
    /// Errors: what could not be written on the way; the space is put away all the same, and opening it again repairs it.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let hupo = hupo::Hupo::open(folder.path())?;
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// let space = hupo.space_or_create(config, now)?;
    /// assert!(!hupo.release("Mei and Hu")?, "somebody holds it");
    /// drop(space);
    /// assert!(hupo.release("Mei and Hu")?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn release(&self, name: &str) -> Result<bool, Error> {
        let Some(door) = self.doors().get(name).cloned() else { return Ok(true) };
        let mut inside = door.lock().unwrap_or_else(PoisonError::into_inner);
        // Handles come from here or from another handle, so the last one cannot be copied while the door is held.
        let unused = inside.as_ref().is_none_or(|inner| Arc::strong_count(inner) == 1 || inner.is_closed());
        let put_away = inside.take_if(|_| unused).map_or(Ok(()), |inner| inner.put_away());
        drop(inside);
        self.leave(name, &door);
        put_away.map(|()| unused)
    }

    /// The open space, or the one that `open` opens in its place.
    pub(crate) fn enter(&self, name: &str, open: impl FnOnce(&Path) -> Result<Inner, Error>) -> Result<Space, Error> {
        let dir = place::of(&self.shared.root, name)?;
        let door = self.door(name);
        let entered = self.enter_by(&door, || open(&dir));
        if entered.is_err() {
            self.leave(name, &door);
        }
        entered
    }

    fn enter_by(&self, door: &Door, open: impl FnOnce() -> Result<Inner, Error>) -> Result<Space, Error> {
        let mut inside = door.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(inner) = inside.as_ref().filter(|inner| !inner.is_closed()) {
            return Ok(Space::new(inner.clone()));
        }
        *inside = None;
        let inner = Arc::new(open()?);
        *inside = Some(inner.clone());
        Ok(Space::new(inner))
    }

    pub(crate) const fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    fn door(&self, name: &str) -> Door {
        self.doors().entry(name.to_owned()).or_default().clone()
    }

    /// Takes the door out if it leads nowhere and nobody stands before it, so that a root remembers only open spaces.
    fn leave(&self, name: &str, door: &Door) {
        let mut doors = self.doors();
        // Doors are handed out under the lock that is held: two hold this one, the map and the caller.
        let leads_nowhere = || door.try_lock().is_ok_and(|inside| inside.is_none());
        if Arc::strong_count(door) == 2 && leads_nowhere() {
            doors.remove(name);
        }
    }

    fn doors(&self) -> MutexGuard<'_, HashMap<String, Door>> {
        self.doors.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
