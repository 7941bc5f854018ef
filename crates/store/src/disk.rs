//! Where the files of a space are: on the disk of this machine, and in tests also on a simulated one, which can lose its
//! power or run full.
//!
//! Only what must survive goes through here: the ledger, the head, and the names they have. The lock, the name of the
//! space and the shadows do not.

use std::fs::{File, OpenOptions};
#[cfg(not(unix))]
use std::io::SeekFrom;
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::sync::Arc;
#[cfg(not(unix))]
use std::sync::{Mutex, PoisonError};

use redb::{Builder, Database, DatabaseError};

/// What can be asked of a disk.
pub(crate) trait Disk: Send + Sync {
    /// Opens a ledger that is there.
    fn open(&self, builder: &Builder, path: &Path) -> Result<Database, DatabaseError>;
    /// Makes a new ledger.
    fn create(&self, builder: &Builder, path: &Path) -> Result<Database, DatabaseError>;
    /// Whether anything has this name.
    fn is_there(&self, path: &Path) -> bool;
    /// Whether a file has this name.
    fn is_file(&self, path: &Path) -> bool;
    /// How long the file is.
    fn length(&self, path: &Path) -> io::Result<u64>;
    /// Opens a file to be read anywhere.
    fn bytes(&self, path: &Path) -> io::Result<Box<dyn Bytes>>;
    /// The first bytes of the file, at most so many.
    fn start(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>>;
    /// Opens a small file to be written in place, of so many bytes; makes it if it is not there.
    fn small(&self, path: &Path, length: u64) -> io::Result<Box<dyn Small>>;
    /// Gives a file another name, in the place of the file that has it.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Waits until the names in a directory are safe.
    fn sync_names(&self, dir: &Path) -> io::Result<()>;
}

/// A file that is open to be read.
pub(crate) trait Bytes: Send + Sync {
    /// How long it is.
    fn len(&self) -> io::Result<u64>;
    /// Reads what is there, all of it.
    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()>;
}

/// A small file that is open.
pub(crate) trait Small: Send {
    /// Writes all of it, from its beginning, without waiting for the disk.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;
}

/// The disk of this machine.
struct System;

impl Disk for System {
    fn open(&self, builder: &Builder, path: &Path) -> Result<Database, DatabaseError> {
        builder.open(path)
    }

    fn create(&self, builder: &Builder, path: &Path) -> Result<Database, DatabaseError> {
        builder.create(path)
    }

    fn is_there(&self, path: &Path) -> bool {
        path.symlink_metadata().is_ok()
    }

    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn length(&self, path: &Path) -> io::Result<u64> {
        Ok(std::fs::metadata(path)?.len())
    }

    fn bytes(&self, path: &Path) -> io::Result<Box<dyn Bytes>> {
        let file = File::open(path)?;
        #[cfg(not(unix))]
        let file = Mutex::new(file);
        Ok(Box::new(file))
    }

    fn start(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        let mut start = Vec::new();
        File::open(path)?.take(limit).read_to_end(&mut start)?;
        Ok(start)
    }

    fn small(&self, path: &Path, length: u64) -> io::Result<Box<dyn Small>> {
        let file = OpenOptions::new().create(true).write(true).truncate(false).open(path)?;
        file.set_len(length)?;
        Ok(Box::new(file))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        std::fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        std::fs::remove_file(path)
    }

    /// Windows does so by itself, and cannot be asked.
    fn sync_names(&self, dir: &Path) -> io::Result<()> {
        if cfg!(unix) { File::open(dir)?.sync_all() } else { Ok(()) }
    }
}

#[cfg(unix)]
impl Bytes for File {
    fn len(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, out, offset)
    }
}

/// Elsewhere a file has one place to read at.
#[cfg(not(unix))]
impl Bytes for Mutex<File> {
    fn len(&self) -> io::Result<u64> {
        Ok(self.lock().unwrap_or_else(PoisonError::into_inner).metadata()?.len())
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let mut file = self.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(out)
    }
}

impl Small for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.rewind()?;
        self.write_all(bytes)
    }
}

#[cfg(test)]
thread_local! {
    /// The simulated machine that this thread's spaces are on, if they are on one.
    static SIMULATED: std::cell::RefCell<Option<Arc<dyn Disk>>> = const { std::cell::RefCell::new(None) };
}

/// Puts the spaces that this thread opens from here on onto a simulated machine, or back onto the real one.
#[cfg(test)]
pub(crate) fn simulate(machine: Option<Arc<dyn Disk>>) {
    SIMULATED.set(machine);
}

/// The disk that this thread's spaces are on.
pub(crate) fn here() -> Arc<dyn Disk> {
    #[cfg(test)]
    if let Some(machine) = SIMULATED.with_borrow(Clone::clone) {
        return machine;
    }
    Arc::new(System)
}
