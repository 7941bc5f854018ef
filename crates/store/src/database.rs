//! The redb file: opened with bounded memory, written with two-phase commits, shared by the writer and the readers.

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use redb::{Builder, Database, WriteTransaction};

use crate::disk::Disk;
use crate::error::caught;
use crate::{Error, disk, pages};

/// The name of the file in the space's directory.
pub(crate) const FILE: &str = "ledger.redb";
/// The name it has until its first write is safe.
pub(crate) const NEW_FILE: &str = "ledger.redb.new";
/// The first bytes of every redb file.
const MAGIC: &[u8] = b"redb\x1A\x0A\xA9\x0D\x0A";

/// The database while it is open. Compaction and the integrity check need it alone.
pub(crate) struct Shared {
    database: RwLock<Option<Database>>,
    /// Shared by every snapshot that is alive.
    readers: Arc<()>,
}

impl Shared {
    pub(crate) fn new(database: Database) -> Self {
        Self { database: RwLock::new(Some(database)), readers: Arc::default() }
    }

    /// What a snapshot holds while it is alive.
    pub(crate) fn reader(&self) -> Arc<()> {
        Arc::clone(&self.readers)
    }

    /// Whether any snapshot is alive.
    pub(crate) fn is_read(&self) -> bool {
        Arc::strong_count(&self.readers) > 1
    }

    /// The database; no compaction while this is held. A panic elsewhere did not change which file this is.
    pub(crate) fn read(&self) -> RwLockReadGuard<'_, Option<Database>> {
        self.database.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The database alone.
    pub(crate) fn write(&self) -> RwLockWriteGuard<'_, Option<Database>> {
        self.database.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a file that exists is one of redb's, with every page in use as it was written.
pub(crate) fn check(path: &Path) -> Result<(), Error> {
    if !disk::here().is_file(path) || !has_magic(path)? {
        return Err(Error::Foreign { path: path.to_owned() });
    }
    pages::check(path)
}

/// Opens a file that was checked, or just written.
pub(crate) fn open(path: &Path, cache_bytes: usize) -> Result<Database, Error> {
    open_on(&*disk::here(), path, cache_bytes)
}

/// As [`open`], on a given disk.
pub(crate) fn open_on(disk: &dyn Disk, path: &Path, cache_bytes: usize) -> Result<Database, Error> {
    caught("opening ledger.redb", || Ok(disk.open(&builder(cache_bytes), path)?))
}

/// Makes a new file.
pub(crate) fn create(path: &Path, cache_bytes: usize) -> Result<Database, Error> {
    caught("creating ledger.redb", || Ok(disk::here().create(&builder(cache_bytes), path)?))
}

fn builder(cache_bytes: usize) -> Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(cache_bytes);
    builder
}

fn has_magic(path: &Path) -> Result<bool, Error> {
    let start = disk::here().start(path, MAGIC.len() as u64);
    Ok(start.map_err(|error| Error::io("reading ledger.redb", error))? == MAGIC)
}

/// Begins a write that is on the disk when its commit returns, and needs no repair after a kill.
pub(crate) fn begin(database: &Database) -> Result<WriteTransaction, Error> {
    let mut transaction = database.begin_write()?;
    transaction.set_two_phase_commit(true);
    transaction.set_quick_repair(true);
    Ok(transaction)
}
