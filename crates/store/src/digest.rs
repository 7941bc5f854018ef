//! One hash over the rows of a table, or of all.

use crate::Error;
use crate::snapshot::Snapshot;
use crate::table::Table;

/// blake3 over every row of a table: the lengths and bytes of key and row.
pub(crate) fn of(snapshot: &Snapshot, table: Table) -> Result<[u8; 32], Error> {
    let mut hasher = blake3::Hasher::new();
    let mut rows = snapshot.scan(table)?;
    let mut add = |key: &[u8], row: &[u8]| {
        for bytes in [key, row] {
            hasher.update(&(bytes.len() as u64).to_be_bytes()).update(bytes);
        }
        Ok(())
    };
    while let Some(row) = rows.next_row(&mut add) {
        row?;
    }
    Ok(*hasher.finalize().as_bytes())
}

/// The hashes of all tables, in order, hashed.
pub(crate) fn all(snapshot: &Snapshot) -> Result<[u8; 32], Error> {
    let mut hasher = blake3::Hasher::new();
    for table in Table::ALL {
        hasher.update(table.name().as_bytes()).update(&of(snapshot, table)?);
    }
    Ok(*hasher.finalize().as_bytes())
}
