//! The head kept a second time, beside the ledger: a ledger that lost its end, or opens as an empty one, is noticed.
//!
//! Written after each commit, without waiting for the disk: it may lag behind the ledger, and never runs ahead of it.

use std::io::ErrorKind;
use std::path::Path;

use hupo_types::Sequence;

use crate::disk::Small;
use crate::hash::Hash;
use crate::ledger::Head;
use crate::{Error, disk};

/// The name of the file in the space's directory.
pub(crate) const FILE: &str = "head";
const MAGIC: [u8; 8] = *b"HUPOHEAD";
const VERSION: u32 = 1;
const BYTES: usize = 8 + 4 + 8 + 32 + 4;

/// What the file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    /// There is no file: the space is new, or was restored without it.
    Absent,
    /// The file is damaged, and says nothing.
    Unreadable,
    /// The last write that was acknowledged, or one before it.
    Head(Head),
}

/// Reads the file.
pub(crate) fn read(dir: &Path) -> Result<Kept, Error> {
    match disk::here().start(&dir.join(FILE), BYTES as u64 + 1) {
        Ok(bytes) => Ok(decode(&bytes).map_or(Kept::Unreadable, Kept::Head)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Kept::Absent),
        Err(error) => Err(Error::io("reading the file `head`", error)),
    }
}

pub(crate) fn encode(head: Head) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(BYTES);
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&head.0.get().to_le_bytes());
    bytes.extend_from_slice(&head.1.0);
    bytes.extend_from_slice(&crc32c::crc32c(&bytes).to_le_bytes());
    bytes
}

pub(crate) fn decode(bytes: &[u8]) -> Option<Head> {
    let sequence = u64::from_le_bytes(bytes.get(12..20)?.try_into().ok()?);
    let chain = bytes.get(20..52)?.try_into().ok()?;
    let head = (Sequence::new(sequence), Hash(chain));
    (bytes == encode(head)).then_some(head)
}

/// The open file.
pub(crate) struct HeadFile {
    file: Box<dyn Small>,
}

impl HeadFile {
    /// Opens the file and writes `head` into it.
    pub(crate) fn open(dir: &Path, head: Head) -> Result<Self, Error> {
        let opened = disk::here().small(&dir.join(FILE), BYTES as u64);
        let mut kept = Self { file: opened.map_err(|error| Error::io("opening the file `head`", error))? };
        kept.write(head)?;
        Ok(kept)
    }

    pub(crate) fn write(&mut self, head: Head) -> Result<(), Error> {
        self.file.write(&encode(head)).map_err(|error| Error::io("writing the file `head`", error))
    }
}

#[cfg(test)]
mod tests;
