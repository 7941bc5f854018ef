//! Sweeping: after an erasure the file is written anew, row by row, because the pages it freed still hold the words.
//!
//! The mark is set in the same commit as the erasure and is not copied, so it is gone with the old file and not before:
//! a kill in between leaves the mark, and the next opening sweeps. Compaction would not do: it moves pages that are in
//! use and leaves the bytes of those that are not.

use std::ops::Bound;
use std::path::Path;

use hupo_types::kill_point::KillPoint;
use redb::{Database, ReadTransaction, ReadableDatabase, TableDefinition, TableHandle, WriteTransaction};

use crate::database::begin;
use crate::error::caught;
use crate::table::{Bytes, Table};
use crate::{Error, creation};

/// The table that holds the mark; beside the space's tables, as it says nothing of the space.
pub(crate) const UNSWEPT: TableDefinition<'static, Bytes, Bytes> = TableDefinition::new("unswept");
/// The one row of it.
pub(crate) const KEY: &[u8] = b"erased";

/// Bytes copied in one transaction, about.
const BATCH_BYTES: usize = 64 << 20;

/// Whether erased words may still lie in pages of the file.
pub(crate) fn is_due(database: &Database) -> Result<bool, Error> {
    caught("looking for a mark of erasure", || {
        let transaction = database.begin_read()?;
        let mut tables = transaction.list_tables()?;
        Ok(tables.any(|table| table.name() == UNSWEPT.name()))
    })
}

/// Writes the rows of a locked directory's ledger into a new file and gives it the old one's name. Closes the database
/// either way; nobody may be reading it.
pub(crate) fn sweep(dir: &Path, old: Database, cache_bytes: usize) -> Result<(), Error> {
    let swept = creation::prepare(dir, cache_bytes, |new| copy(&old, new));
    let closed = caught("closing the file to be swept", || Ok(old.close()?));
    swept.and(closed)?;
    KillPoint::LedgerSwept.pass();
    creation::put_in_place(dir)?;
    KillPoint::SweepNamed.pass();
    Ok(())
}

/// Where the copying goes on: the place of a table, and the last key that was copied of it.
struct Place {
    table: usize,
    after: Option<Vec<u8>>,
}

fn copy(from: &Database, to: &Database) -> Result<(), Error> {
    let reading = from.begin_read()?;
    let mut place = Some(Place { table: 0, after: None });
    while let Some(next) = place {
        place = copy_some(&reading, to, next)?;
    }
    Ok(())
}

/// Copies in one transaction; says where to go on, if it did not come to the end.
fn copy_some(reading: &ReadTransaction, to: &Database, place: Place) -> Result<Option<Place>, Error> {
    let writing = begin(to)?;
    let (mut bytes, mut after, mut stopped) = (0, place.after, None);
    for (number, table) in Table::ALL.iter().enumerate().skip(place.table) {
        if let Some(last) = copy_rows(reading, &writing, *table, after.take(), &mut bytes)? {
            stopped = Some(Place { table: number, after: Some(last) });
            break;
        }
    }
    writing.commit()?;
    Ok(stopped)
}

/// Copies the rows of a table; gives the last key if there may be more and enough was copied.
fn copy_rows(
    reading: &ReadTransaction,
    writing: &WriteTransaction,
    table: Table,
    after: Option<Vec<u8>>,
    bytes: &mut usize,
) -> Result<Option<Vec<u8>>, Error> {
    let rows = reading.open_table(table.definition())?;
    let mut copied = writing.open_table(table.definition())?;
    let from = after.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
    for row in rows.range::<&[u8]>((from, Bound::Unbounded))? {
        let (key, row) = row?;
        copied.insert(key.value(), row.value())?;
        *bytes += key.value().len() + row.value().len();
        if *bytes >= BATCH_BYTES {
            return Ok(Some(key.value().to_vec()));
        }
    }
    Ok(None)
}
