//! Is a file a whole shared library? The system's loader maps a file before it looks at all of it, and a truncated one ends
//! the process with a bus error; so the tables of an ELF file are followed first. Other formats are left to their loaders.

use crate::Error;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

const HEADER: usize = 64;
const SEGMENT: usize = 56;

/// Fails with `RuntimeDamaged` if an ELF file is cut short or not for this machine, and if a Linux file is no ELF at all.
pub(crate) fn check(path: &Path) -> Result<(), Error> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let damaged = |reason: String| Error::RuntimeDamaged { path: path.to_owned(), reason };
    let mut file = File::open(path).map_err(|error| damaged(error.to_string()))?;
    let length = file.metadata().map_err(|error| damaged(error.to_string()))?.len();
    let needed = end(&mut file).map_err(damaged)?;
    if needed > length {
        return Err(damaged(format!("it is cut short: {length} bytes of {needed}")));
    }
    Ok(())
}

/// Where the last thing that the headers mention ends, in bytes.
fn end(file: &mut File) -> Result<u64, String> {
    let mut header = [0; HEADER];
    file.read_exact(&mut header).map_err(|_| "it is shorter than a library's header".to_owned())?;
    if header.first_chunk() != Some(b"\x7fELF\x02\x01") {
        return Err("it is no 64-bit little-endian ELF file".into());
    }
    let (segments, n_segments) = (number(&header, 32, 8), number(&header, 56, 2));
    let sections = number(&header, 40, 8).saturating_add(number(&header, 58, 2) * number(&header, 60, 2));
    let table = segments.saturating_add(n_segments * SEGMENT as u64);
    let mut last = sections.max(table);
    file.seek(SeekFrom::Start(segments)).map_err(|error| error.to_string())?;
    for _ in 0..n_segments {
        let mut segment = [0; SEGMENT];
        file.read_exact(&mut segment).map_err(|_| "it is cut short inside its header".to_owned())?;
        last = last.max(number(&segment, 8, 8).saturating_add(number(&segment, 32, 8)));
    }
    Ok(last)
}

/// `width` bytes from `at`, least significant first; 0 beyond the end.
fn number(bytes: &[u8], at: usize, width: usize) -> u64 {
    let bytes = bytes.get(at..at + width).unwrap_or_default();
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}
