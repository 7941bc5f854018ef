//! Making a space so that a kill at any moment leaves either none or a whole one.

use std::path::Path;

use hupo_types::{Event, Refusal, SpaceConfig, Timestamp};
use redb::Database;
use serde::{Deserialize, Serialize};

use crate::apply::apply;
use crate::error::caught;
use crate::ledger::{self, START};
use crate::table::Table;
use crate::tables::Tables;
use crate::write::check_short;
use crate::{Error, database, head};

/// The newest format this program reads, and the one it writes.
pub(crate) const FORMAT: u32 = 1;
/// The key of [`Format`] in `meta`.
pub(crate) const FORMAT_KEY: &[u8] = b"format";
const MAGIC: &str = "hupo";

/// The row of `meta` that says whose file it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Format {
    magic: String,
    version: u32,
}

impl Format {
    fn ours() -> Self {
        Self { magic: MAGIC.to_owned(), version: FORMAT }
    }

    /// Whether this program can read the file.
    pub(crate) fn check(&self, path: &Path) -> Result<(), Error> {
        match self.version {
            _ if self.magic != MAGIC => Err(Error::Foreign { path: path.to_owned() }),
            0..=FORMAT => Ok(()),
            newer => Err(Error::NewerFormat { found: newer, known: FORMAT }),
        }
    }
}

/// Whether a space may be called so.
pub(crate) fn check(config: &SpaceConfig, at: Timestamp) -> Result<(), Error> {
    let refusal = check_short("name", &config.name).and_then(|()| check_short("zone", &config.zone));
    let refusal = refusal.and_then(|()| if at.is_writable() { Ok(()) } else { Err(unwritable(at)) });
    refusal.map_err(|refusal| Error::Refused { refusals: vec![(0, refusal)] })
}

fn unwritable(at: Timestamp) -> Refusal {
    let range = format!("{}..={}", Timestamp::MIN.ms(), Timestamp::MAX.ms());
    Refusal::OutOfRange { field: "at".to_owned(), value: at.ms().to_string(), range }
}

/// Makes the ledger of a locked directory under another name, has it filled, and gives it its name when it is safe.
///
/// What an earlier attempt left is removed first: it never had its name, so nothing in it was acknowledged.
pub(crate) fn create(
    dir: &Path,
    cache_bytes: usize,
    fill: impl FnOnce(&Database) -> Result<(), Error>,
) -> Result<(), Error> {
    let new = dir.join(database::NEW_FILE);
    remove_if_there(&new)?;
    remove_if_there(&dir.join(head::FILE))?;
    let database = database::create(&new, cache_bytes)?;
    caught("creating the space", || fill(&database))?;
    caught("creating the space", || Ok(database.close()?))?;
    std::fs::rename(&new, dir.join(database::FILE)).map_err(|error| Error::io("naming the new ledger", error))?;
    sync(dir)?;
    dir.parent().filter(|parent| !parent.as_os_str().is_empty()).map_or(Ok(()), sync)
}

/// Fills a new ledger with its first write.
pub(crate) fn first_write(database: &Database, config: SpaceConfig, at: Timestamp) -> Result<(), Error> {
    let transaction = database::begin(database)?;
    let mut tables = Tables::open(&transaction)?;
    begin_format(&mut tables)?;
    let event = Event::SpaceCreated { config, at };
    apply(&mut tables, &event)?;
    ledger::append(&mut tables, START, at, &[event])?;
    tables.put_totals()?;
    drop(tables);
    Ok(transaction.commit()?)
}

/// Makes the tables of a new ledger and marks it as ours.
pub(crate) fn begin_format(tables: &mut Tables) -> Result<(), Error> {
    tables.make_all()?;
    tables.put(Table::Meta, FORMAT_KEY, &Format::ours())
}

pub(crate) fn remove_if_there(path: &Path) -> Result<(), Error> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::io("removing a leftover", error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Waits until the names in a directory are on the disk. Windows does so by itself, and cannot be asked.
fn sync(dir: &Path) -> Result<(), Error> {
    if cfg!(unix) {
        let synced = std::fs::File::open(dir).and_then(|dir| dir.sync_all());
        synced.map_err(|error| Error::io("writing the directory", error))?;
    }
    Ok(())
}
