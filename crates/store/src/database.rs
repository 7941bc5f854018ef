//! The redb file: opened with bounded memory, written with two-phase commits, shared by the writer and the readers.

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use redb::{Builder, Database, WriteTransaction};

use crate::Error;
use crate::error::caught;

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

/// Opens a file that exists.
pub(crate) fn open(path: &Path, cache_bytes: usize) -> Result<Database, Error> {
    if !has_magic(path)? {
        return Err(Error::Foreign { path: path.to_owned() });
    }
    caught("opening ledger.redb", || Ok(builder(cache_bytes).open(path)?))
}

/// Makes a new file.
pub(crate) fn create(path: &Path, cache_bytes: usize) -> Result<Database, Error> {
    caught("creating ledger.redb", || Ok(builder(cache_bytes).create(path)?))
}

fn builder(cache_bytes: usize) -> Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(cache_bytes);
    builder
}

fn has_magic(path: &Path) -> Result<bool, Error> {
    use std::io::Read;
    let mut start = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut start));
    read.map_err(|error| Error::io("reading ledger.redb", error))?;
    Ok(start == MAGIC)
}

/// Begins a write that is on the disk when its commit returns, and needs no repair after a kill.
pub(crate) fn begin(database: &Database) -> Result<WriteTransaction, Error> {
    let mut transaction = database.begin_write()?;
    transaction.set_two_phase_commit(true);
    transaction.set_quick_repair(true);
    Ok(transaction)
}
