//! Reading rows, the same way from a snapshot and from inside a write.

use std::ops::Bound;

use serde::de::DeserializeOwned;

use crate::error::caught;
use crate::table::{Bytes, Table};
use crate::totals::Totals;
use crate::{Error, key, record};

/// Whatever rows can be read from.
pub(crate) trait Rows {
    /// Gives `read` the bytes of the row with this key, if there is one.
    fn row<R>(
        &self,
        table: Table,
        key: &[u8],
        read: impl FnOnce(&[u8]) -> Result<R, Error>,
    ) -> Result<Option<R>, Error>;

    /// The rows between two keys, in order.
    fn range(&self, table: Table, bounds: (Bound<&[u8]>, Bound<&[u8]>)) -> Result<Scan<'_>, Error>;

    /// What the tables count.
    fn totals(&self) -> &Totals;
}

/// Rows in order; every step is checked, and after the first error there are no more.
pub(crate) struct Scan<'a> {
    table: Table,
    range: Option<redb::Range<'a, Bytes, Bytes>>,
}

impl<'a> Scan<'a> {
    pub(crate) fn new(table: Table, range: redb::Range<'a, Bytes, Bytes>) -> Self {
        Self { table, range: Some(range) }
    }

    /// Whose rows they are.
    pub(crate) const fn table(&self) -> Table {
        self.table
    }

    /// Gives `read` the key and the whole row of the next row.
    pub(crate) fn next_row<R>(
        &mut self,
        read: impl FnOnce(&[u8], &[u8]) -> Result<R, Error>,
    ) -> Option<Result<R, Error>> {
        let range = self.range.as_mut()?;
        let step = caught(self.table.name(), || match range.next() {
            Some(Ok((key, row))) => read(key.value(), row.value()).map(Some),
            Some(Err(error)) => Err(error.into()),
            None => Ok(None),
        });
        if !matches!(step, Ok(Some(_))) {
            self.range = None;
        }
        step.transpose()
    }

    /// Gives `read` the key and the checked body of the next row.
    pub(crate) fn next_body<R>(
        &mut self,
        read: impl FnOnce(&[u8], &[u8]) -> Result<R, Error>,
    ) -> Option<Result<R, Error>> {
        let table = self.table;
        self.next_row(|key, row| read(key, record::body(table, key, row)?))
    }

    /// Gives `read` the key and the checked body of the last row.
    pub(crate) fn last_body<R>(
        &mut self,
        read: impl FnOnce(&[u8], &[u8]) -> Result<R, Error>,
    ) -> Option<Result<R, Error>> {
        let (table, range) = (self.table, self.range.as_mut()?);
        let step = caught(table.name(), || match range.next_back() {
            Some(Ok((key, row))) => read(key.value(), record::body(table, key.value(), row.value())?).map(Some),
            Some(Err(error)) => Err(error.into()),
            None => Ok(None),
        });
        step.transpose()
    }

    /// The number the next row's key ends with.
    pub(crate) fn next_number(&mut self) -> Option<Result<u64, Error>> {
        let table = self.table;
        self.next_body(|key, _| {
            key::last_number(key).ok_or_else(|| record::damaged(table, key, "its key is too short"))
        })
    }
}

/// The value of a row.
pub(crate) fn get<T: DeserializeOwned>(rows: &impl Rows, table: Table, key: &[u8]) -> Result<Option<T>, Error> {
    rows.row(table, key, |row| record::open(table, key, row))
}

/// The record with this number, where `last` were given out. Records are never removed, so a gap is damage.
pub(crate) fn by_number<T: DeserializeOwned>(
    rows: &impl Rows,
    table: Table,
    number: u64,
    last: u64,
) -> Result<Option<T>, Error> {
    if number == 0 || number > last {
        return Ok(None);
    }
    let key = key::number(number);
    get(rows, table, &key)?.map(Some).ok_or_else(|| record::damaged(table, &key, "it is missing"))
}

/// The numbers at the end of all keys that begin with `prefix`, ascending.
pub(crate) fn numbers(rows: &impl Rows, table: Table, prefix: &[u8]) -> Result<Vec<u64>, Error> {
    let mut scan = with_prefix(rows, table, prefix)?;
    std::iter::from_fn(|| scan.next_number()).collect()
}

/// The rows whose keys begin with `prefix`.
pub(crate) fn with_prefix<'a>(rows: &'a impl Rows, table: Table, prefix: &[u8]) -> Result<Scan<'a>, Error> {
    let after = key::after(prefix);
    let to = after.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
    rows.range(table, (Bound::Included(prefix), to))
}
