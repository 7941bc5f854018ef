//! The lock of a space: one opener at a time, of all processes and of all handles in one.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;

use crate::Error;

/// The name of the file in the space's directory. It holds the number of the process that has the lock.
const FILE: &str = "lock";

/// A held lock; dropping it lets the next opener in.
pub(crate) struct Lock {
    file: File,
}

impl Lock {
    /// Whether the directory was ever locked: it is a space's, or was to become one's.
    pub(crate) fn is_in(dir: &Path) -> bool {
        dir.join(FILE).is_file()
    }

    pub(crate) fn take(dir: &Path) -> Result<Self, Error> {
        let mut options = OpenOptions::new();
        let opened = options.create(true).read(true).write(true).truncate(false).open(dir.join(FILE));
        let mut file = opened.map_err(|error| Error::io("opening the lock file", error))?;
        match file.try_lock() {
            Ok(()) => {
                sign(&mut file).map_err(|error| Error::io("writing the lock file", error))?;
                Ok(Self { file })
            }
            Err(TryLockError::WouldBlock) => Err(Error::Locked { holder: holder(&mut file) }),
            Err(TryLockError::Error(error)) => Err(Error::io("locking the space", error)),
        }
    }
}

fn sign(file: &mut File) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    write!(file, "{}", std::process::id())
}

fn holder(file: &mut File) -> Option<u32> {
    let mut pid = String::new();
    file.take(16).read_to_string(&mut pid).ok()?;
    pid.trim().parse().ok()
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A name left behind does no harm: only a holder is ever asked for it.
        let _ = self.file.set_len(0);
        let _ = self.file.unlock();
    }
}
