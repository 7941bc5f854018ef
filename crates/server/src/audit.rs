//! The audit log: one line a call, without its content, each line covering the hash of the one before.
//!
//! A line says when, which key, which space (by the name of its folder, not its own), which verb, what came of it, how
//! large the request was, how long it took, and the space's last write. `chain` is the BLAKE3 of the chain before and of
//! the line up to it, so that a line that was changed, taken out or put in shows; see [`check`]. The chain has no secret:
//! whoever can write the file can make a whole new one, so keep the last chain elsewhere if that matters.
//!
//! Lines are handed to the operating system one by one, and synced to the disk once a second, when a file is full, and at
//! the end: a power loss can take the last second's lines, a killed server none.

mod check;
mod link;
mod tail;

pub use check::{Broken, Checked, check};

use hupo::{Sequence, Timestamp};
use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A full file is put aside under the next number.
const FULL_BYTES: u64 = 64 << 20;

/// An open audit log. Cheap to clone; every clone is the same log.
#[derive(Clone)]
pub struct Audit {
    inner: Arc<Inner>,
}

struct Inner {
    writing: Mutex<Writing>,
    n_failed: AtomicU64,
}

struct Writing {
    path: PathBuf,
    file: File,
    n_bytes: u64,
    full_bytes: u64,
    next: u64,
    chain: String,
    is_synced: bool,
}

/// What is written down of one call.
pub(crate) struct Line<'a> {
    pub(crate) at: Timestamp,
    pub(crate) key: &'a str,
    pub(crate) space: Option<&'a str>,
    pub(crate) verb: &'a str,
    pub(crate) outcome: &'a str,
    pub(crate) n_bytes: usize,
    pub(crate) ms: u64,
    pub(crate) sequence: Option<Sequence>,
    pub(crate) answered: bool,
}

#[derive(Serialize)]
struct Record<'a> {
    n: u64,
    at: String,
    key: &'a str,
    space: Option<String>,
    verb: &'a str,
    outcome: &'a str,
    bytes: usize,
    ms: u64,
    sequence: Option<u64>,
    answered: bool,
}

impl Audit {
    /// Opens the log in this file, or begins it. A last line that a power loss cut short is taken off.
    ///
    /// Errors: those of the file; one that is no audit log.
    pub fn open(path: &Path) -> io::Result<Self> {
        Self::open_until(path, FULL_BYTES)
    }

    /// As [`Self::open`]; files are full at this size.
    pub(crate) fn open_until(path: &Path, full_bytes: u64) -> io::Result<Self> {
        let tail = tail::of(path)?;
        let file = private(path)?;
        let n_bytes = file.metadata()?.len();
        let (next, chain) = tail.map_or((0, link::BEGINNING.to_owned()), |tail| (tail.n + 1, tail.chain));
        let writing = Writing { path: path.to_owned(), file, n_bytes, full_bytes, next, chain, is_synced: true };
        Ok(Self { inner: Arc::new(Inner { writing: Mutex::new(writing), n_failed: AtomicU64::new(0) }) })
    }

    /// Writes a line. One that cannot be written is counted and said in the log: a call is not undone for it.
    pub(crate) fn write(&self, line: &Line<'_>) {
        if let Err(error) = self.writing().write(line) {
            self.inner.n_failed.fetch_add(1, Ordering::Relaxed);
            tracing::error!(kind = %error.kind(), "a line of the audit log could not be written");
        }
    }

    /// Lines that could not be written so far.
    pub(crate) fn n_failed(&self) -> u64 {
        self.inner.n_failed.load(Ordering::Relaxed)
    }

    /// Brings what was written to the disk.
    pub(crate) fn sync(&self) {
        let mut writing = self.writing();
        if !writing.is_synced && writing.file.sync_data().is_ok() {
            writing.is_synced = true;
        }
    }

    fn writing(&self) -> MutexGuard<'_, Writing> {
        self.inner.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Writing {
    fn write(&mut self, line: &Line<'_>) -> io::Result<()> {
        if self.n_bytes >= self.full_bytes {
            self.put_aside()?;
        }
        let (text, chain) = link::sealed(&record(self.next, line), &self.chain)?;
        self.file.write_all(text.as_bytes())?;
        self.n_bytes += text.len() as u64;
        self.next += 1;
        self.chain = chain;
        self.is_synced = false;
        Ok(())
    }

    /// The full file gets the number of its first line that it does not hold, so that names sort as they follow.
    fn put_aside(&mut self) -> io::Result<()> {
        self.file.sync_data()?;
        let mut name = self.path.as_os_str().to_owned();
        name.push(format!(".{:012}", self.next));
        std::fs::rename(&self.path, PathBuf::from(name))?;
        self.file = private(&self.path)?;
        self.n_bytes = 0;
        Ok(())
    }
}

fn record<'a>(n: u64, line: &Line<'a>) -> Record<'a> {
    let at = jiff::Timestamp::from_millisecond(line.at.ms()).unwrap_or_default().to_string();
    Record {
        n,
        at,
        key: line.key,
        space: line.space.map(folder),
        verb: line.verb,
        outcome: line.outcome,
        bytes: line.n_bytes,
        ms: line.ms,
        sequence: line.sequence.map(|sequence| sequence.get()),
        answered: line.answered,
    }
}

/// The name of a space's folder under the root.
fn folder(space: &str) -> String {
    blake3::hash(space.as_bytes()).to_hex().chars().take(32).collect()
}

/// A file to append to that only its owner may read.
fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
mod tests;
