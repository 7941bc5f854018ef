//! The bytes of one row: a version, a length, a checksum, and MessagePack with named fields.
//!
//! The checksum covers the table and the key too, so a row found in the wrong place is not believed.

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::table::Table;

/// The newest record version this program reads, and the one it writes.
pub(crate) const VERSION: u8 = 1;
/// Bytes before the body.
pub(crate) const HEADER: usize = 9;

/// A row holding `value`.
pub(crate) fn seal<T: Serialize + ?Sized>(table: Table, key: &[u8], value: &T) -> Vec<u8> {
    let mut row = vec![0; HEADER];
    rmp_serde::encode::write_named(&mut row, value).expect("our records have known lengths, and memory does not fail");
    finish(table, key, row)
}

/// A row holding these bytes; none at all for a row whose key says everything.
pub(crate) fn seal_bytes(table: Table, key: &[u8], body: &[u8]) -> Vec<u8> {
    let mut row = Vec::with_capacity(HEADER + body.len());
    row.resize(HEADER, 0);
    row.extend_from_slice(body);
    finish(table, key, row)
}

fn finish(table: Table, key: &[u8], mut row: Vec<u8>) -> Vec<u8> {
    let (header, body) = row.split_at_mut(HEADER);
    let length = u32::try_from(body.len()).expect("bodies are cut long before 4 GiB");
    let checksum = checksum(table, key, VERSION, body);
    let bytes = std::iter::once(VERSION).chain(length.to_le_bytes()).chain(checksum.to_le_bytes());
    header.iter_mut().zip(bytes).for_each(|(slot, byte)| *slot = byte);
    row
}

/// A row as format 0 had it: all is the same but the version byte.
#[cfg(test)]
pub(crate) fn seal_as_0(table: Table, key: &[u8], body: &[u8]) -> Vec<u8> {
    let mut row = seal_bytes(table, key, body);
    row[0] = 0;
    row[5..HEADER].copy_from_slice(&checksum(table, key, 0, body).to_le_bytes());
    row
}

fn checksum(table: Table, key: &[u8], version: u8, body: &[u8]) -> u32 {
    let length = (key.len() as u64).to_le_bytes();
    let start = crc32c::crc32c(&[version, table.tag()]);
    [&length[..], key, body].into_iter().fold(start, crc32c::crc32c_append)
}

/// The checked body of a row.
pub(crate) fn body<'a>(table: Table, key: &[u8], row: &'a [u8]) -> Result<&'a [u8], Error> {
    let Some((&[version, a, b, c, d, e, f, g, h], body)) = row.split_first_chunk::<HEADER>() else {
        return Err(damaged(table, key, "shorter than its header"));
    };
    if u32::from_le_bytes([a, b, c, d]) as usize != body.len() {
        return Err(damaged(table, key, "another length than it says"));
    }
    if u32::from_le_bytes([e, f, g, h]) != checksum(table, key, version, body) {
        return Err(damaged(table, key, "another checksum than it says"));
    }
    match version {
        0..=VERSION => Ok(body),
        newer => Err(Error::NewerFormat { found: u32::from(newer), known: u32::from(VERSION) }),
    }
}

/// Whether these may be the first bytes of a row of so many bytes: a quick look at what a damaged page holds.
pub(crate) fn may_be(header: &[u8], length: usize) -> bool {
    let Some(&[version, a, b, c, d, ..]) = header.first_chunk::<HEADER>() else { return false };
    version <= VERSION && (u32::from_le_bytes([a, b, c, d]) as usize).checked_add(HEADER) == Some(length)
}

/// The checked value of a row.
pub(crate) fn open<'a, T: Deserialize<'a>>(table: Table, key: &[u8], row: &'a [u8]) -> Result<T, Error> {
    decode(table, key, body(table, key, row)?)
}

/// The value of a checked body.
pub(crate) fn decode<'a, T: Deserialize<'a>>(table: Table, key: &[u8], body: &'a [u8]) -> Result<T, Error> {
    rmp_serde::from_slice(body).map_err(|error| damaged(table, key, &error.to_string()))
}

/// The error for a row that is not what was written.
pub(crate) fn damaged(table: Table, key: &[u8], what: &str) -> Error {
    let key: String = key.iter().take(24).map(|byte| format!("{byte:02x}")).collect();
    Error::damaged(format!("row {key} of {}: {what}", table.name()))
}

#[cfg(test)]
mod tests;
