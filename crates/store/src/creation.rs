//! Making a space so that a kill at any moment leaves either none or a whole one.

use std::path::Path;

use hupo_types::kill_point::KillPoint;
use hupo_types::{Event, Refusal, SpaceConfig, Timestamp};
use redb::Database;
use serde::{Deserialize, Serialize};

use crate::apply::apply;
use crate::error::caught;
use crate::ledger::{self, START};
use crate::table::Table;
use crate::tables::Tables;
use crate::write::check_short;
use crate::{Error, database, disk, head};

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

    /// Whether an older program wrote the file, in an older format.
    pub(crate) const fn is_older(&self) -> bool {
        self.version < FORMAT
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
    remove_if_there(&dir.join(head::FILE))?;
    prepare(dir, cache_bytes, fill)?;
    KillPoint::LedgerFilled.pass();
    put_in_place(dir)?;
    KillPoint::LedgerNamed.pass();
    dir.parent().filter(|parent| !parent.as_os_str().is_empty()).map_or(Ok(()), sync)
}

/// Makes a ledger under the name of a new one and has it filled. What it could not fill takes no room afterwards.
pub(crate) fn prepare(
    dir: &Path,
    cache_bytes: usize,
    fill: impl FnOnce(&Database) -> Result<(), Error>,
) -> Result<(), Error> {
    let new = dir.join(database::NEW_FILE);
    remove_if_there(&new)?;
    let filled = database::create(&new, cache_bytes).and_then(|database| {
        caught("filling a new ledger", || fill(&database))?;
        caught("filling a new ledger", || Ok(database.close()?))
    });
    if filled.is_err() {
        let _ = remove_if_there(&new);
    }
    filled
}

/// Gives a prepared ledger its name, in the place of the one that has it, if there is one.
pub(crate) fn put_in_place(dir: &Path) -> Result<(), Error> {
    let named = disk::here().rename(&dir.join(database::NEW_FILE), &dir.join(database::FILE));
    named.map_err(|error| Error::io("naming the new ledger", error))?;
    sync(dir)
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

/// Removes every folder of a space's directory, and a ledger that was never given its name: what was made from the
/// ledger that has one.
pub(crate) fn remove_shadows(dir: &Path) -> Result<(), Error> {
    remove_if_there(&dir.join(database::NEW_FILE))?;
    let io = |error| Error::io("removing what was made from the ledger", error);
    for entry in std::fs::read_dir(dir).map_err(io)? {
        let path = entry.map_err(io)?.path();
        if path.is_dir() {
            std::fs::remove_dir_all(&path).map_err(io)?;
        }
    }
    Ok(())
}

pub(crate) fn remove_if_there(path: &Path) -> Result<(), Error> {
    match disk::here().remove(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::io("removing a leftover", error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Waits until the names in a directory are on the disk.
fn sync(dir: &Path) -> Result<(), Error> {
    disk::here().sync_names(dir).map_err(|error| Error::io("writing the directory", error))
}
