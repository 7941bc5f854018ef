//! A space: the verbs.

mod care;
mod lives;
mod log;
mod people;
mod promotion;

pub use log::Plan;

use crate::embed;
use crate::legs::Legs;
use crate::place;
use crate::root::Shared;
use crate::{Answer, Error, Quoted, Receipt, Stats, Verification, When, answer, stats, verification};
use hupo_recall::{Fate, Question};
use hupo_store::{Compacted, ExportLine, Snapshot, Store};
use hupo_types::{
    Command, DocId, Entity, EntityId, Memory, MemoryId, Message, MessageId, NewMemory, NewMessage, SpaceConfig,
    Timestamp,
};
use jiff::tz::TimeZone;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

/// One relationship: what was said, what is remembered of it, and the way back. Cheap to clone, `Send` and `Sync`;
/// every clone is the same space.
#[derive(Clone)]
pub struct Space {
    pub(crate) inner: Arc<Inner>,
}

/// An open space.
pub(crate) struct Inner {
    pub(crate) shared: Arc<Shared>,
    pub(crate) config: SpaceConfig,
    pub(crate) zone: TimeZone,
    pub(crate) legs: Arc<Legs>,
    store: RwLock<Option<Arc<Store>>>,
    /// Held from drafting to commit while documents are embedded, so that a turn is embedded after the one before it.
    pub(crate) drafting: Mutex<()>,
}

impl Inner {
    pub(crate) fn create(shared: &Arc<Shared>, dir: &Path, config: SpaceConfig, now: Timestamp) -> Result<Self, Error> {
        zone_named(&config.zone)?;
        place::write_name(dir, &config.name)?;
        Self::begin(shared, dir, &config.name.clone(), |options| Store::create(dir, config, now, options))
    }

    pub(crate) fn open(shared: &Arc<Shared>, dir: &Path, name: &str) -> Result<Self, Error> {
        let opened = Self::begin(shared, dir, name, |options| Store::open(dir, options))?;
        place::keep_name(dir, name);
        Ok(opened)
    }

    pub(crate) fn import(
        shared: &Arc<Shared>,
        dir: &Path,
        name: &str,
        lines: impl Iterator<Item = Result<ExportLine, hupo_store::Error>>,
    ) -> Result<Self, Error> {
        place::write_name(dir, name)?;
        Self::begin(shared, dir, name, |options| Store::import(dir, lines, options))
    }

    fn begin(
        shared: &Arc<Shared>,
        dir: &Path,
        name: &str,
        open: impl FnOnce(hupo_store::Options) -> Result<Store, hupo_store::Error>,
    ) -> Result<Self, Error> {
        let legs = Arc::new(Legs::new(dir, &shared.options));
        let followers = legs.clone();
        let options = hupo_store::Options {
            cache_bytes: shared.options.cache_bytes,
            on_commit: Some(Box::new(move |change| followers.apply(change))),
            ..hupo_store::Options::default()
        };
        let store = open(options).map_err(|error| locked(error, name))?;
        let zone = zone_named(&store.config().zone)?;
        legs.catch_up(&store, &zone, &shared.pool)?;
        // It lies under its name; one that was restored under another goes on saying the old one in its ledger.
        let config = SpaceConfig { name: name.to_owned(), ..store.config().clone() };
        let store = RwLock::new(Some(Arc::new(store)));
        Ok(Self { shared: shared.clone(), config, zone, legs, store, drafting: Mutex::new(()) })
    }

    pub(crate) fn store(&self) -> Result<Arc<Store>, Error> {
        let store = self.store.read().unwrap_or_else(PoisonError::into_inner).clone();
        store.ok_or_else(|| Error::Closed { name: self.config.name.clone() })
    }

    pub(crate) fn snapshot(&self) -> Result<Snapshot, Error> {
        Ok(self.store()?.snapshot()?)
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.store.read().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    fn close(&self) -> Result<(), Error> {
        self.close_by(Legs::close)
    }

    /// As [`Self::close`], by a process that will open it again.
    pub(crate) fn put_away(&self) -> Result<(), Error> {
        self.close_by(Legs::put_away)
    }

    fn close_by(&self, close_legs: fn(&Legs) -> Result<(), Error>) -> Result<(), Error> {
        let store = self.store.write().unwrap_or_else(PoisonError::into_inner).take();
        let legs = close_legs(&self.legs);
        if let Some(store) = store.and_then(alone) {
            store.close()?;
        }
        legs
    }
}

/// How long to wait between two looks at whether a call still uses the store, and how often.
const PAUSE: Duration = Duration::from_millis(1);
const LOOKS: usize = 10_000;

/// The store once the calls that were under way have let go of it, so that the space can be opened again when closing
/// returns; `None` if one holds it for ten seconds, and then whoever lets go last closes it.
fn alone(mut store: Arc<Store>) -> Option<Store> {
    for _ in 0..LOOKS {
        match Arc::try_unwrap(store) {
            Ok(store) => return Some(store),
            Err(shared) => store = shared,
        }
        std::thread::sleep(PAUSE);
    }
    Arc::into_inner(store)
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Err(error) = self.close() {
            tracing::warn!(%error, "a space was not put away cleanly; opening it again repairs that");
        }
    }
}

fn zone_named(name: &str) -> Result<TimeZone, Error> {
    TimeZone::get(name).map_err(|_| Error::BadZone { zone: name.chars().take(80).collect() })
}

pub(crate) fn locked(error: hupo_store::Error, name: &str) -> Error {
    if let hupo_store::Error::Locked { holder } = error {
        Error::Locked { name: name.into(), holder }
    } else {
        error.into()
    }
}

impl Space {
    pub(crate) fn new(inner: Arc<Inner>) -> Self {
        Self { inner }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.inner.config.name
    }

    /// What it was created with.
    pub fn config(&self) -> &SpaceConfig {
        &self.inner.config
    }
}

/// Writing.
impl Space {
    /// Adds lines to the transcript, all or none. Lines whose external id is known already change nothing.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let hupo = hupo::Hupo::open(folder.path())?;
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// # let space = hupo.space_or_create(config, now)?;
    /// use hupo::NewMessage;
    ///
    /// let line = NewMessage::user("我妹妹叫林晓").speaker("Mei").external_id("m1").session("monday");
    /// let receipt = space.append(vec![line.clone()], now)?;
    /// assert_eq!(space.append(vec![line], now)?.sequence, receipt.sequence, "the same line again changes nothing");
    /// # Ok(())
    /// # }
    /// ```
    pub fn append(&self, messages: Vec<NewMessage>, when: impl Into<When>) -> Result<Receipt, Error> {
        let commands = messages.into_iter().map(|message| Command::Append { message, vector: None }).collect();
        self.write(commands, when)
    }

    /// Keeps a memory with the words it rests on. The store refuses it if a quote is not in the message it cites,
    /// or if a fact about the user rests on nobody's words but the companion's.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let hupo = hupo::Hupo::open(folder.path())?;
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// # let space = hupo.space_or_create(config, now)?;
    /// use hupo::{Error, Kind, MessageRef, NewEvidence, NewMemory, NewMessage, Role, Scope};
    ///
    /// space.append(vec![NewMessage::user("I'm allergic to peanuts.").external_id("m1")], now)?;
    /// let quoted = |quote: &str| vec![NewEvidence::statement(MessageRef::External("m1".into()), Role::User, quote)];
    /// let allergy = |quote| NewMemory::new(Kind::Fact, Scope::User, "The user is allergic to peanuts.", quoted(quote));
    /// space.remember(allergy("allergic to peanuts"), now)?;
    /// let never_said = space.remember(allergy("allergic to shellfish"), now);
    /// assert!(matches!(never_said, Err(Error::Refused { .. })));
    /// # Ok(())
    /// # }
    /// ```
    pub fn remember(&self, memory: NewMemory, when: impl Into<When>) -> Result<Receipt, Error> {
        self.write(vec![Command::Remember { memory: Box::new(memory), vector: None }], when)
    }

    /// Writes any commands, all or none. When it returns, the write is on the disk and the next recall sees it.
    /// Documents without a vector get one first, if there is an embedder and the options do not say later.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let hupo = hupo::Hupo::open(folder.path())?;
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// # let space = hupo.space_or_create(config, now)?;
    /// use hupo::{Command, EntityKind, NewEntity, NewMessage};
    ///
    /// let lin = NewEntity { name: "林晓".into(), kind: EntityKind::Person, aliases: vec!["Lily".into()] };
    /// let line = NewMessage::user("林晓搬去里斯本了");
    /// space.write(vec![Command::AddEntity(lin), Command::Append { message: line, vector: None }], now)?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn write(&self, commands: Vec<Command>, when: impl Into<When>) -> Result<Receipt, Error> {
        embed::write(&self.inner, commands, when.into())
    }

    /// Gives a vector to every document that waits for one; answers how many got one.
    /// `progress` is told how many of how many are done.
    pub fn embed_waiting(&self, now: Timestamp, progress: &dyn Fn(usize, usize)) -> Result<usize, Error> {
        embed::waiting(&self.inner, now, progress)
    }
}

/// Reading.
impl Space {
    /// Answers a question with the best documents, each with the words it rests on and the reasons for its place.
    /// Never writes; any number of threads may ask at once.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let hupo = hupo::Hupo::open(folder.path())?;
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// # let space = hupo.space_or_create(config, now)?;
    /// use hupo::{NewMessage, Question, SearchScope};
    ///
    /// space.append(vec![NewMessage::user("明天要跟老板过ERP审批").external_id("m1")], now)?;
    /// let answer = space.recall(&Question::new("审批是什么时候", now).scope(SearchScope::Transcript))?;
    /// assert_eq!(answer.hits[0].evidence[0].quote, "明天要跟老板过ERP审批");
    /// # Ok(())
    /// # }
    /// ```
    pub fn recall(&self, question: &Question) -> Result<Answer, Error> {
        answer::recall(&self.inner, question)
    }

    /// At which step a document was lost on the way to the answer, or which place it took.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let hupo = hupo::Hupo::open(folder.path())?;
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// # let space = hupo.space_or_create(config, now)?;
    /// use hupo::{Fate, NewMessage, Question, SearchScope};
    ///
    /// space.append(vec![NewMessage::user("tea, please").external_id("m1")], now)?;
    /// let doc = space.find("m1")?[0];
    /// let question = Question::new("coffee", now).scope(SearchScope::Transcript);
    /// assert!(matches!(space.why_not(&question, doc)?, Fate::NotFound { .. }));
    /// # Ok(())
    /// # }
    /// ```
    pub fn why_not(&self, question: &Question, doc: DocId) -> Result<Fate, Error> {
        answer::why_not(&self.inner, question, doc)
    }

    /// The message with this id.
    pub fn message(&self, id: MessageId) -> Result<Option<Message>, Error> {
        Ok(self.inner.snapshot()?.message(id)?)
    }

    /// The memory with this id, in whatever state.
    pub fn memory(&self, id: MemoryId) -> Result<Option<Memory>, Error> {
        Ok(self.inner.snapshot()?.memory(id)?)
    }

    /// The entity with this id.
    pub fn entity(&self, id: EntityId) -> Result<Option<Entity>, Error> {
        Ok(self.inner.snapshot()?.entity(id)?)
    }

    /// The documents with this external id: a message, a memory, or one of each.
    pub fn find(&self, external_id: &str) -> Result<Vec<DocId>, Error> {
        let snapshot = self.inner.snapshot()?;
        let message = snapshot.message_by_external(external_id)?.map(|message| DocId::Message(message.id));
        let memory = snapshot.memory_by_external(external_id)?.map(|memory| DocId::Memory(memory.id));
        Ok(message.into_iter().chain(memory).collect())
    }

    /// The words a document rests on, with `neighbours` turns on either side; empty if there is no such document.
    pub fn sources(&self, doc: DocId, neighbours: usize) -> Result<Vec<Quoted>, Error> {
        answer::sources(&self.inner.snapshot()?, doc, neighbours)
    }

    /// The chain of corrections a memory belongs to, oldest first.
    pub fn history(&self, memory: MemoryId) -> Result<Vec<Memory>, Error> {
        Ok(hupo_memory::history(&self.inner.snapshot()?, memory)?)
    }

    /// The space in numbers.
    pub fn stats(&self) -> Result<Stats, Error> {
        stats::of(&self.inner)
    }
}

/// Care of the files.
impl Space {
    /// Checks everything: checksums, the ledger's chain, every quote, the tables against a replay, the keyword index.
    /// `progress` is told what is checked, how much is done, and of how much.
    pub fn verify(&self, progress: &mut dyn FnMut(&str, u64, u64)) -> Result<Verification, Error> {
        verification::run(&self.inner, progress)
    }

    /// Gives the pages that the space no longer uses back to the disk; says how large its ledger was and is. Reads and
    /// writes wait meanwhile, and it takes as much disk again. A kill leaves the old file or the new one.
    ///
    /// Errors: a store in use, while answers are being read: ask again; a full disk, and nothing is changed.
    pub fn compact(&self) -> Result<Compacted, Error> {
        Ok(self.inner.store()?.compact()?)
    }

    /// Makes every leg anew from the store. The store is the truth; only time is lost.
    pub fn rebuild(&self, progress: &mut dyn FnMut(&str, u64, u64)) -> Result<(), Error> {
        self.inner.legs.rebuild(&*self.inner.store()?, progress)
    }

    /// Writes to disk what the keyword leg keeps in memory, so that the next opening is quick.
    pub fn flush(&self) -> Result<(), Error> {
        match self.inner.legs.keyword.get() {
            Ok(keyword) => Ok(keyword.commit()?),
            Err(_) => Ok(()),
        }
    }

    /// Puts the space away when the calls under way are answered; it can be opened again when this returns. Other handles
    /// of it answer [`Error::Closed`] from here on.
    pub fn close(self) -> Result<(), Error> {
        self.inner.close()
    }
}

#[cfg(test)]
mod tests;
