//! The store of one space: open, write, read, close.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use hupo_types::kill_point::KillPoint;
use hupo_types::{Sequence, SpaceConfig, Timestamp};
use redb::{Database, ReadableDatabase, TableHandle};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::apply::{Birth, SPACE};
use crate::creation::{self, FORMAT_KEY, Format};
use crate::database::{self, Shared};
use crate::error::caught;
use crate::head::{self, HeadFile, Kept};
use crate::ledger::{self, Head};
use crate::lock::Lock;
use crate::options::Options;
use crate::rows::get;
use crate::snapshot::Snapshot;
use crate::table::Table;
use crate::upgrade::{to_this_format, upgrade};
use crate::write::{Names, Order, Receipt, Transaction, Write};
use crate::writer::{Job, LedgerFile, Outcome, Work, Writer};
use crate::{Error, Once, Progress, Report, digest, disk, once, replay, sweep, verify};

/// An open space. One writer's thread; any number of readers. Dropping it closes it.
pub struct Store {
    dir: PathBuf,
    config: Arc<SpaceConfig>,
    shared: Arc<Shared>,
    cache_bytes: usize,
    jobs: Option<SyncSender<Job>>,
    thread: Option<JoinHandle<()>>,
    groups: Arc<AtomicU64>,
    /// Held until everything else is closed.
    lock: Option<Lock>,
}

/// How much disk a space takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Size {
    /// Bytes of the ledger's file.
    pub file_bytes: u64,
    /// Bytes in it that are in use; the rest is kept for writes to come, and compaction gives it back.
    pub live_bytes: u64,
}

/// What writing the file anew gave back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Compacted {
    /// Bytes of the ledger's file before.
    pub before: u64,
    /// And after.
    pub after: u64,
}

/// Opening and closing.
impl Store {
    /// Makes a space in `dir`, which is made if it is not there, and opens it.
    ///
    /// # Errors
    /// [`Error::AlreadyExists`], [`Error::Locked`], [`Error::Refused`] for a name or zone that is no text or an `at`
    /// that is no date, [`Error::Io`].
    pub fn create(dir: &Path, config: SpaceConfig, at: Timestamp, options: Options) -> Result<Self, Error> {
        creation::check(&config, at)?;
        let lock = lock_new(dir)?;
        creation::create(dir, options.cache_bytes, |database| creation::first_write(database, config, at))?;
        Self::open_locked(dir, lock, options)
    }

    /// Opens the space in `dir`.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Locked`], [`Error::Foreign`], [`Error::NewerFormat`],
    /// [`Error::LedgerBehindHead`], [`Error::Damaged`], [`Error::Io`].
    pub fn open(dir: &Path, options: Options) -> Result<Self, Error> {
        if !Self::exists(dir) {
            return Err(Error::NotFound { dir: dir.to_owned() });
        }
        Self::open_locked(dir, Lock::take(dir)?, options)
    }

    /// Whether there is a space in `dir`.
    pub fn exists(dir: &Path) -> bool {
        disk::here().is_there(&dir.join(database::FILE))
    }

    /// Deletes the space in `dir` with everything in the directory. The ledger goes last: a kill before leaves a space
    /// that can be deleted again.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Locked`], [`Error::Io`].
    pub fn remove(dir: &Path) -> Result<(), Error> {
        if !Self::exists(dir) {
            return Err(Error::NotFound { dir: dir.to_owned() });
        }
        let lock = Lock::take(dir)?;
        creation::remove_shadows(dir)?;
        KillPoint::ShadowsRemoved.pass();
        creation::remove_if_there(&dir.join(database::FILE))?;
        KillPoint::LedgerRemoved.pass();
        drop(lock);
        std::fs::remove_dir_all(dir).map_err(|error| Error::io("removing the space's directory", error))
    }

    /// Deletes what a killed creation, import or deletion left where there is no space: it may hold words. One that is
    /// under way is left alone, and so is a directory that was never a space's.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn remove_unfinished(dir: &Path) -> Result<(), Error> {
        if Self::exists(dir) || !Lock::is_in(dir) {
            return Ok(());
        }
        match Lock::take(dir) {
            Ok(lock) => drop(lock),
            Err(Error::Locked { .. }) => return Ok(()),
            Err(error) => return Err(error),
        }
        std::fs::remove_dir_all(dir).map_err(|error| Error::io("removing what was left of a space", error))
    }

    pub(crate) fn open_locked(dir: &Path, lock: Lock, options: Options) -> Result<Self, Error> {
        verify::remove_unfinished(dir)?;
        database::check(&dir.join(database::FILE))?;
        let database = database::open(&dir.join(database::FILE), options.cache_bytes)?;
        let Recognised { birth, head, is_older } = recognise(dir, &database)?;
        let database = if is_older {
            to_this_format(dir, database, &birth, options.cache_bytes)?;
            database::open(&dir.join(database::FILE), options.cache_bytes)?
        } else {
            database
        };
        upgrade(&database)?;
        let database = swept(dir, database, options.cache_bytes)?;
        let head_file = HeadFile::open(dir, head)?;
        let shared = Arc::new(Shared::new(database));
        let groups = Arc::new(AtomicU64::new(0));
        let (dir, config, cache_bytes) = (dir.to_owned(), Arc::new(birth.config), options.cache_bytes);
        let path = dir.join(database::FILE);
        let ledger = LedgerFile { disk: disk::here(), path, cache_bytes, config: Arc::clone(&config) };
        let writer = Writer {
            shared: Arc::clone(&shared),
            head,
            head_file,
            names: Names::default(),
            on_commit: options.on_commit,
            groups: Arc::clone(&groups),
            poisoned: false,
            is_full: false,
            ledger: Some(ledger),
        };
        let (jobs, waiting) = sync_channel(options.queue);
        let thread = Some(spawn(writer, waiting)?);
        Ok(Self { dir, config, shared, cache_bytes, jobs: Some(jobs), thread, groups, lock: Some(lock) })
    }

    /// Closes the space; writes that wait are written first.
    ///
    /// # Errors
    /// [`Error::Io`] if the file could not be closed cleanly; every acknowledged write is safe all the same.
    pub fn close(mut self) -> Result<(), Error> {
        self.shut()
    }

    fn shut(&mut self) -> Result<(), Error> {
        drop(self.jobs.take());
        let joined = self.thread.take().map_or(Ok(()), JoinHandle::join);
        let database = self.shared.write().take();
        let closed = caught("closing", || database.map_or(Ok(()), |database| Ok(database.close()?)));
        drop(self.lock.take());
        joined.map_err(|_| Error::Poisoned).and(closed)
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if let Err(error) = self.shut() {
            tracing::warn!(%error, "the space did not close cleanly; every acknowledged write is safe");
        }
    }
}

/// Reading and writing.
impl Store {
    /// Where the space lies.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What the space was created with.
    pub fn config(&self) -> &SpaceConfig {
        &self.config
    }

    /// Writes all commands or none, and returns when they are safe on the disk.
    ///
    /// Writes that wait at the same time share one wait for the disk; each has its own sequence.
    ///
    /// # Errors
    /// [`Error::Refused`] with every refused command, and nothing is written. [`Error::Damaged`] where the disk does
    /// not hold what was written. [`Error::Io`] and after it [`Error::Poisoned`]: nothing was acknowledged.
    pub fn commit(&self, write: Write) -> Result<Receipt, Error> {
        self.submit(Work::Write(write), None)
    }

    /// As [`Self::commit`], but not if it was done before under this key: then the same receipt is given, but for its
    /// change, which is empty, and nothing is written. The answer is kept in the same commit, also if there was nothing
    /// else to write; of what is refused, nothing is kept.
    ///
    /// # Errors
    /// As [`Self::commit`]; [`Error::KeyReused`], [`Error::AnswerGone`].
    pub fn commit_once(&self, write: Write, once: Once) -> Result<Receipt, Error> {
        once.check()?;
        self.submit(Work::Write(write), Some(once))
    }

    /// Runs `work` inside one write, and returns what it gave when what it wrote is safe on the disk.
    ///
    /// `work` runs on the writer's thread, sees the space with what it has written itself so far, and may be run again
    /// from the start when another write of its group fails: it must not have effects of its own, and must not write to
    /// the same store. It writes with [`Transaction::carry_out`]; nothing written, and the receipt has no new sequence.
    /// Of a dry run nothing is written whatever it carries out; the receipt lists what would have been stored.
    /// If `work` panics, nothing of it is written and the panic goes on here.
    ///
    /// # Errors
    /// Whatever `work` fails with, and nothing is written. Otherwise as [`Self::commit`].
    pub fn transact<T: Send + 'static>(
        &self,
        order: Order,
        work: impl FnMut(&mut Transaction<'_, '_>) -> Result<T, Error> + Send + 'static,
    ) -> Result<(Receipt, T), Error> {
        let (outcome, task) = Outcome::of(work);
        let receipt = self.submit(Work::Task(order, task), None);
        let value = outcome.take();
        Ok((receipt?, value.ok_or(Error::Poisoned)?))
    }

    /// As [`Self::transact`], but `work` is not run if it was done before under this key: then what it gave is given
    /// again, and nothing is written. A dry run neither looks for the key nor keeps it.
    ///
    /// # Errors
    /// As [`Self::transact`]; [`Error::KeyReused`], [`Error::AnswerGone`].
    pub fn transact_once<T: Serialize + DeserializeOwned + Send + 'static>(
        &self,
        order: Order,
        once: Once,
        work: impl FnMut(&mut Transaction<'_, '_>) -> Result<T, Error> + Send + 'static,
    ) -> Result<(Receipt, T), Error> {
        once.check()?;
        let (outcome, task) = Outcome::kept(work);
        let receipt = self.submit(Work::Task(order, task), Some(once));
        let value = outcome.take();
        let receipt = receipt?;
        let value = match &receipt.repeated {
            Some(kept) => once::read(&mut kept.as_slice()).ok_or(Error::AnswerGone { sequence: receipt.sequence })?,
            None => value.ok_or(Error::Poisoned)?,
        };
        Ok((receipt, value))
    }

    fn submit(&self, work: Work, once: Option<Once>) -> Result<Receipt, Error> {
        let (answer, answered) = sync_channel(1);
        let jobs = self.jobs.as_ref().ok_or(Error::Closed)?;
        jobs.send(Job { work, once, answer }).map_err(|_| Error::Poisoned)?;
        answered.recv().map_err(|_| Error::Poisoned)?
    }

    /// The space as it is now, for reading.
    ///
    /// # Errors
    /// [`Error::Damaged`], [`Error::Io`].
    pub fn snapshot(&self) -> Result<Snapshot, Error> {
        let database = self.shared.read();
        let snapshot = Snapshot::begin(database.as_ref().ok_or(Error::Closed)?, &self.config)?;
        Ok(snapshot.known_to(self.shared.reader()))
    }

    /// How many commits were made since the space was opened; each holds one write or several.
    pub fn groups(&self) -> u64 {
        self.groups.load(Ordering::Relaxed)
    }
}

/// Looking after the file.
impl Store {
    /// How much disk the ledger takes. Walks every page.
    ///
    /// # Errors
    /// [`Error::Damaged`], [`Error::Io`].
    pub fn size(&self) -> Result<Size, Error> {
        let file_bytes = self.file_bytes()?;
        let snapshot = self.snapshot()?;
        let live = Table::ALL.iter().map(|&table| snapshot.live_bytes(table)).sum::<Result<u64, Error>>()?;
        Ok(Size { file_bytes, live_bytes: live })
    }

    /// The size of the file on the disk, in bytes.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn file_bytes(&self) -> Result<u64, Error> {
        let length = disk::here().length(&self.dir.join(database::FILE));
        length.map_err(|error| Error::io("looking at ledger.redb", error))
    }

    /// Gives unused pages back to the disk: the file is written anew, row by row, under another name, and takes the old
    /// one's place when it is safe. A kill meanwhile leaves the old file. Reads and writes wait; takes as much disk again.
    ///
    /// # Errors
    /// [`Error::InUse`] while a snapshot is alive: drop it and ask again. [`Error::Damaged`], [`Error::DiskFull`],
    /// [`Error::Io`]: the old file serves on.
    pub fn compact(&self) -> Result<Compacted, Error> {
        let before = self.file_bytes()?;
        let mut database = self.shared.write();
        self.write_anew(&mut database)?;
        Ok(Compacted { before, after: self.file_bytes()? })
    }

    /// Writes the file anew if something was erased since it was last written so, because pages that the erasure freed
    /// still hold the words; says whether it was due. Reads and writes wait meanwhile; takes as much disk again.
    ///
    /// [`Self::open`] does it too, so a kill between an erasure and its sweep leaves no word either.
    ///
    /// # Errors
    /// [`Error::InUse`] while a snapshot is alive: drop it and ask again. [`Error::Damaged`], [`Error::Io`]: the old file
    /// serves on, and the next sweep tries again.
    pub fn sweep(&self) -> Result<bool, Error> {
        let mut database = self.shared.write();
        if !sweep::is_due(database.as_ref().ok_or(Error::Closed)?)? {
            return Ok(false);
        }
        self.write_anew(&mut database).map(|()| true)
    }

    fn write_anew(&self, database: &mut Option<Database>) -> Result<(), Error> {
        if self.shared.is_read() {
            return Err(Error::InUse);
        }
        let old = database.take().ok_or(Error::Closed)?;
        let swept = sweep::sweep(&self.dir, old, self.cache_bytes);
        *database = Some(database::open(&self.dir.join(database::FILE), self.cache_bytes)?);
        swept
    }

    /// Checks everything there is to check, and changes nothing but what redb repairs in its own pages.
    ///
    /// Every record's checksum; the ledger's chain; the second head; that each quote stands where its evidence says;
    /// that the tables are what a replay of the ledger makes; and, if no snapshot is alive, redb's own pages.
    /// Takes as much disk again while it runs.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::Closed`]; damage is a finding of the report.
    pub fn verify(&self, progress: &mut dyn FnMut(Progress)) -> Result<Report, Error> {
        verify::verify(self, progress)
    }

    /// blake3 over every row of every table, in order.
    ///
    /// # Errors
    /// [`Error::Damaged`], [`Error::Io`].
    pub fn table_digest(&self) -> Result<[u8; 32], Error> {
        digest::all(&self.snapshot()?)
    }

    /// Makes a new space in `dir` from the ledger alone; its tables are equal to this one's, byte for byte.
    ///
    /// # Errors
    /// [`Error::AlreadyExists`], [`Error::Locked`], [`Error::Damaged`] if the ledger is, [`Error::Io`].
    pub fn replay_into(&self, dir: &Path) -> Result<(), Error> {
        let snapshot = self.snapshot()?;
        let _lock = lock_new(dir)?;
        creation::create(dir, self.cache_bytes, |database| replay::fill(database, &snapshot, &mut |_| ()))
    }

    pub(crate) const fn cache_bytes(&self) -> usize {
        self.cache_bytes
    }

    pub(crate) const fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }
}

/// Makes the directory if it is not there, and locks it for a space to be made in it.
pub(crate) fn lock_new(dir: &Path) -> Result<Lock, Error> {
    std::fs::create_dir_all(dir).map_err(|error| Error::io("making the directory", error))?;
    let lock = Lock::take(dir)?;
    if Store::exists(dir) {
        return Err(Error::AlreadyExists { dir: dir.to_owned() });
    }
    Ok(lock)
}

fn spawn(writer: Writer, waiting: Receiver<Job>) -> Result<JoinHandle<()>, Error> {
    let builder = std::thread::Builder::new().name("hupo-store".to_owned());
    builder.spawn(move || writer.run(&waiting)).map_err(|error| Error::io("starting the writer", error))
}

/// The database without the words of an erasure that a kill kept from being swept. If it cannot be swept now, for want
/// of disk for one, it serves as it is.
fn swept(dir: &Path, database: Database, cache_bytes: usize) -> Result<Database, Error> {
    if !sweep::is_due(&database)? {
        return Ok(database);
    }
    if let Err(error) = sweep::sweep(dir, database, cache_bytes) {
        tracing::warn!(%error, "pages with erased words could not be swept; the next opening tries again");
    }
    database::open(&dir.join(database::FILE), cache_bytes)
}

/// What a ledger says of itself.
struct Recognised {
    /// What the space was created with.
    birth: Birth,
    /// Its last write.
    head: Head,
    /// It has an older format than this program's.
    is_older: bool,
}

/// Whether the file is a ledger of ours that lost nothing, and what it says of itself.
fn recognise(dir: &Path, database: &Database) -> Result<Recognised, Error> {
    let path = dir.join(database::FILE);
    let kept = head::read(dir)?;
    if !has_meta(database)? {
        return Err(match kept {
            Kept::Head((head, _)) => Error::LedgerBehindHead { ledger: Sequence::ZERO, head },
            Kept::Absent | Kept::Unreadable => Error::Foreign { path },
        });
    }
    let unnamed = Arc::new(SpaceConfig { name: String::new(), zone: String::new() });
    let snapshot = Snapshot::begin(database, &unnamed)?;
    let format: Option<Format> = get(&snapshot, Table::Meta, FORMAT_KEY)?;
    let format = format.ok_or(Error::Foreign { path: path.clone() })?;
    format.check(&path)?;
    let birth: Option<Birth> = get(&snapshot, Table::Meta, SPACE)?;
    compare(&snapshot, kept)?;
    let birth = birth.ok_or_else(|| Error::damaged("what the space was created with is missing"))?;
    Ok(Recognised { birth, head: snapshot.head(), is_older: format.is_older() })
}

fn has_meta(database: &Database) -> Result<bool, Error> {
    caught("reading the list of tables", || {
        let transaction = database.begin_read()?;
        let mut tables = transaction.list_tables()?;
        Ok(tables.any(|table| table.name() == Table::Meta.name()))
    })
}

/// Whether the ledger holds the write that the second head names.
fn compare(snapshot: &Snapshot, kept: Kept) -> Result<(), Error> {
    let Kept::Head((sequence, chain)) = kept else { return Ok(()) };
    if snapshot.sequence() < sequence {
        return Err(Error::LedgerBehindHead { ledger: snapshot.sequence(), head: sequence });
    }
    match ledger::skeleton(snapshot, sequence)? {
        Some(skeleton) if skeleton.chain == chain => Ok(()),
        Some(_) | None => Err(Error::damaged(format!("the ledger and the file `head` disagree on write {sequence}"))),
    }
}
