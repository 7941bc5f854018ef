//! The pages of a ledger against the checksums that redb keeps of them, before anything of the file is believed.
//!
//! Records have checksums of their own, but what leads to them has not: a flipped bit in a branch of a tree can hide rows,
//! or lead to older ones, and no record would be wrong. redb looks at its checksums only when it is asked to, and then
//! writes what it found out. So it is asked on a view of the file that keeps what is written to itself: nothing waits for
//! the disk, and a file that is damaged stays as it is.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use redb::{Database, StorageBackend};

use crate::Error;
use crate::disk::{self, Bytes};
use crate::error::caught;

/// Memory for the check. Each page is needed once or twice.
const CACHE_BYTES: usize = 1 << 20;
/// What is written is kept in blocks of this size.
const BLOCK: u64 = 4_096;

/// Checks every page that is in use.
pub(crate) fn check(path: &Path) -> Result<(), Error> {
    let file = disk::here().bytes(path).map_err(|error| Error::io("reading ledger.redb", error))?;
    let length = file.len().map_err(|error| Error::io("reading ledger.redb", error))?;
    let view = View { file, length, written: Mutex::new(Written { length, blocks: BTreeMap::new() }) };
    let checked = caught("checking the pages of ledger.redb", || {
        let mut builder = Database::builder();
        builder.set_cache_size(CACHE_BYTES).set_check_integrity_on_open(true);
        drop(builder.create_with_backend(view)?);
        Ok(())
    });
    checked.map_err(cut_off)
}

/// A file that is shorter than what is read of it lost its end.
fn cut_off(error: Error) -> Error {
    let ends = matches!(&error, Error::Io { source, .. } if source.kind() == io::ErrorKind::UnexpectedEof);
    if ends { Error::damaged("ledger.redb ends before its last page") } else { error }
}

/// A file as redb sees it, with what redb wrote; the file itself is only read.
struct View {
    file: Box<dyn Bytes>,
    /// How long the file is.
    length: u64,
    written: Mutex<Written>,
}

struct Written {
    /// How long the file would be.
    length: u64,
    blocks: BTreeMap<u64, Vec<u8>>,
}

impl std::fmt::Debug for View {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a view of ledger.redb")
    }
}

impl View {
    fn block(&self, written: &Written, number: u64) -> io::Result<Vec<u8>> {
        if let Some(block) = written.blocks.get(&number) {
            return Ok(block.clone());
        }
        let mut block = vec![0; BLOCK as usize];
        let there = self.length.saturating_sub(number * BLOCK).min(BLOCK) as usize;
        self.file.read(number * BLOCK, block.get_mut(..there).unwrap_or_default())?;
        Ok(block)
    }

    /// Whether redb wrote anything between these places.
    fn is_written(written: &Written, from: u64, to: u64) -> bool {
        written.blocks.range(from / BLOCK..to.div_ceil(BLOCK)).next().is_some()
    }
}

/// The parts of a range that lie in one block each: the block, where in it, and where in the range.
fn parts(offset: u64, length: usize) -> impl Iterator<Item = (u64, usize, std::ops::Range<usize>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let place = offset + at as u64;
        let within = (place % BLOCK) as usize;
        let taken = (BLOCK as usize - within).min(length - at);
        let part = (place / BLOCK, within, at..at + taken);
        at += taken;
        (taken > 0).then_some(part)
    })
}

impl StorageBackend for View {
    fn len(&self) -> io::Result<u64> {
        Ok(self.written.lock().unwrap_or_else(PoisonError::into_inner).length)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let end = offset.saturating_add(out.len() as u64);
        if end > written.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if end <= self.length && !Self::is_written(&written, offset, end) {
            return self.file.read(offset, out);
        }
        for (number, within, range) in parts(offset, out.len()) {
            let block = self.block(&written, number)?;
            let source = block.get(within..within + range.len());
            if let (Some(out), Some(source)) = (out.get_mut(range), source) {
                out.copy_from_slice(source);
            }
        }
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).length = length;
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        for (number, within, range) in parts(offset, data.len()) {
            let mut block = self.block(&written, number)?;
            let source = data.get(range.clone());
            if let (Some(target), Some(source)) = (block.get_mut(within..within + range.len()), source) {
                target.copy_from_slice(source);
            }
            written.blocks.insert(number, block);
        }
        Ok(())
    }
}
