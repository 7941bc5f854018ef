//! The seal of a folder: which files were in it when it was put away, by name, length and ending.
//!
//! Each of tantivy's files ends with the checksum of what is before, so a file of another index is a sound one. Its
//! ending is another, and so is the seal.

use crate::disk::{CLEAN, files};
use crate::stamp::fnv1a;
use crate::{Error, Result};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// Bytes at the end of a file that hold its checksum, and more.
const ENDING: u64 = 64;
/// How the names of locks begin; they come and go.
const LOCK: &str = ".tantivy-";

/// The seal of a folder as it is.
pub(crate) fn of(dir: &Path) -> Result<String> {
    let mut files = files(dir)?;
    files.retain(|(name, _)| name != CLEAN && !name.starts_with(LOCK));
    files.sort();
    let mut bytes = Vec::new();
    for (name, length) in files {
        let path = dir.join(&name);
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend(ending(&path, length).map_err(Error::io("sealing the index folder", &path))?);
    }
    Ok(format!("{:016x}", fnv1a(bytes.into_iter())))
}

fn ending(path: &Path, length: u64) -> io::Result<Vec<u8>> {
    let (mut file, mut bytes) = (File::open(path)?, Vec::new());
    file.seek(SeekFrom::Start(length.saturating_sub(ENDING)))?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
