//! The tables inside a write: rows to put, and rows as they stand after the puts so far.

use std::cell::OnceCell;
use std::ops::Bound;

use redb::{ReadableTable, WriteTransaction};
use serde::Serialize;

use crate::error::caught;
use crate::rows::{Rows, Scan, get};
use crate::table::{Bytes, Table};
use crate::totals::Totals;
use crate::{Error, record, sweep};

/// The key of [`Totals`] in `meta`.
pub(crate) const TOTALS: &[u8] = b"totals";

/// The tables of one redb transaction, each opened when it is first needed and then kept open.
pub(crate) struct Tables<'t> {
    transaction: &'t WriteTransaction,
    open: [OnceCell<redb::Table<'t, Bytes, Bytes>>; Table::ALL.len()],
    totals: Totals,
}

impl<'t> Tables<'t> {
    pub(crate) fn open(transaction: &'t WriteTransaction) -> Result<Self, Error> {
        let open = std::array::from_fn(|_| OnceCell::new());
        let mut tables = Self { transaction, open, totals: Totals::default() };
        tables.totals = get(&tables, Table::Meta, TOTALS)?.unwrap_or_default();
        Ok(tables)
    }

    /// Makes every table, so that readers find even the empty ones.
    pub(crate) fn make_all(&self) -> Result<(), Error> {
        Table::ALL.into_iter().try_for_each(|table| self.table(table).map(|_| ()))
    }

    fn table(&self, table: Table) -> Result<&redb::Table<'t, Bytes, Bytes>, Error> {
        let place = self.open.get(table.place()).expect("there is a place for every table");
        if let Some(open) = place.get() {
            return Ok(open);
        }
        let open = self.transaction.open_table(table.definition())?;
        Ok(place.get_or_init(|| open))
    }

    pub(crate) fn put<T: Serialize + ?Sized>(&mut self, table: Table, key: &[u8], value: &T) -> Result<(), Error> {
        self.put_row(table, key, &record::seal(table, key, value))
    }

    /// A row whose key says everything.
    pub(crate) fn put_key(&mut self, table: Table, key: &[u8]) -> Result<(), Error> {
        self.put_row(table, key, &record::seal_bytes(table, key, &[]))
    }

    /// Puts a sealed row, in the place of the one with this key if there is one.
    pub(crate) fn put_row(&mut self, table: Table, key: &[u8], row: &[u8]) -> Result<(), Error> {
        self.table(table)?;
        let open = self.open.get_mut(table.place()).and_then(OnceCell::get_mut).expect("it was opened just now");
        open.insert(key, row)?;
        Ok(())
    }

    /// Takes the row with this key out, if there is one.
    pub(crate) fn remove(&mut self, table: Table, key: &[u8]) -> Result<(), Error> {
        self.table(table)?;
        let open = self.open.get_mut(table.place()).and_then(OnceCell::get_mut).expect("it was opened just now");
        open.remove(key)?;
        Ok(())
    }

    /// Takes every row out of a table.
    pub(crate) fn clear(&mut self, table: Table) -> Result<(), Error> {
        self.table(table)?;
        let open = self.open.get_mut(table.place()).and_then(OnceCell::get_mut).expect("it was opened just now");
        open.retain(|_, _| false)?;
        Ok(())
    }

    /// Notes that pages of the file hold erased words until it is swept.
    pub(crate) fn mark_unswept(&self) -> Result<(), Error> {
        self.transaction.open_table(sweep::UNSWEPT)?.insert(sweep::KEY, sweep::KEY)?;
        Ok(())
    }

    pub(crate) fn totals_mut(&mut self) -> &mut Totals {
        &mut self.totals
    }

    /// Writes the totals down; the last thing a write does.
    pub(crate) fn put_totals(&mut self) -> Result<(), Error> {
        let row = record::seal(Table::Meta, TOTALS, &self.totals);
        self.put_row(Table::Meta, TOTALS, &row)
    }
}

impl Rows for Tables<'_> {
    fn row<R>(
        &self,
        table: Table,
        key: &[u8],
        read: impl FnOnce(&[u8]) -> Result<R, Error>,
    ) -> Result<Option<R>, Error> {
        let open = self.table(table)?;
        caught(table.name(), || open.get(key)?.map(|row| read(row.value())).transpose())
    }

    fn range(&self, table: Table, bounds: (Bound<&[u8]>, Bound<&[u8]>)) -> Result<Scan<'_>, Error> {
        let open = self.table(table)?;
        caught(table.name(), || Ok(Scan::new(table, open.range::<&[u8]>(bounds)?)))
    }

    fn totals(&self) -> &Totals {
        &self.totals
    }
}
