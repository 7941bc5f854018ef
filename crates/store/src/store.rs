//! The store of one space: open, write, read, close.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use hupo_types::{Sequence, SpaceConfig, Timestamp};
use redb::{Database, ReadableDatabase, TableHandle};

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
use crate::write::{Names, Receipt, Write};
use crate::writer::{Job, Writer};
use crate::{Error, Progress, Report, digest, replay, verify};

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
        dir.join(database::FILE).is_file()
    }

    fn open_locked(dir: &Path, lock: Lock, options: Options) -> Result<Self, Error> {
        let database = database::open(&dir.join(database::FILE), options.cache_bytes)?;
        let (birth, head) = recognise(dir, &database)?;
        let head_file = HeadFile::open(dir, head)?;
        let shared = Arc::new(Shared::new(database));
        let groups = Arc::new(AtomicU64::new(0));
        let writer = Writer {
            shared: Arc::clone(&shared),
            head,
            head_file,
            names: Names::default(),
            on_commit: options.on_commit,
            groups: Arc::clone(&groups),
            poisoned: false,
        };
        let (jobs, waiting) = sync_channel(options.queue);
        let thread = Some(spawn(writer, waiting)?);
        let (dir, config, cache_bytes) = (dir.to_owned(), Arc::new(birth.config), options.cache_bytes);
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
        let (answer, answered) = sync_channel(1);
        let jobs = self.jobs.as_ref().ok_or(Error::Closed)?;
        jobs.send(Job { write, answer }).map_err(|_| Error::Poisoned)?;
        answered.recv().map_err(|_| Error::Poisoned)?
    }

    /// The space as it is now, for reading.
    ///
    /// # Errors
    /// [`Error::Damaged`], [`Error::Io`].
    pub fn snapshot(&self) -> Result<Snapshot, Error> {
        let database = self.shared.read();
        Snapshot::begin(database.as_ref().ok_or(Error::Closed)?, &self.config)
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
        let file = std::fs::metadata(self.dir.join(database::FILE));
        let file_bytes = file.map_err(|error| Error::io("looking at ledger.redb", error))?.len();
        let snapshot = self.snapshot()?;
        let live = Table::ALL.iter().map(|&table| snapshot.live_bytes(table)).sum::<Result<u64, Error>>()?;
        Ok(Size { file_bytes, live_bytes: live })
    }

    /// Gives unused pages back to the disk; says whether there were any. Writes wait meanwhile.
    ///
    /// # Errors
    /// [`Error::InUse`] while a snapshot is alive; [`Error::Damaged`], [`Error::Io`].
    pub fn compact(&self) -> Result<bool, Error> {
        let mut database = self.shared.write();
        let database = database.as_mut().ok_or(Error::Closed)?;
        caught("compacting", || Ok(database.compact()?))
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

/// Whether the file is a ledger of ours that lost nothing; what it was created with, and its last write.
fn recognise(dir: &Path, database: &Database) -> Result<(Birth, Head), Error> {
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
    format.ok_or(Error::Foreign { path: path.clone() })?.check(&path)?;
    let birth: Option<Birth> = get(&snapshot, Table::Meta, SPACE)?;
    compare(&snapshot, kept)?;
    Ok((birth.ok_or_else(|| Error::damaged("what the space was created with is missing"))?, snapshot.head()))
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
