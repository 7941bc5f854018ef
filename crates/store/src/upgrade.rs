//! A space written by an older program. Of an older format, it is written anew in this one; of this format, tables that
//! the older program did not know are made and filled as a replay would fill them.

use std::path::Path;
use std::sync::Arc;

use hupo_types::kill_point::KillPoint;
use hupo_types::{Memory, Relation};
use redb::{Database, ReadableDatabase, TableHandle};
use serde::de::DeserializeOwned;

use crate::apply::{Birth, put_key_of, put_members_of};
use crate::citations::{Citing, cite_evidence};
use crate::creation::{prepare, put_in_place};
use crate::database::begin;
use crate::error::caught;
use crate::rows::with_prefix;
use crate::snapshot::Snapshot;
use crate::table::Table;
use crate::tables::Tables;
use crate::{Error, record, replay};

/// Writes a locked directory's ledger of an older format anew in this one: every event is applied again, into a new file
/// that takes the old one's name when it is safe. Closes the database either way. A kill leaves the old file, and the
/// next opening begins again; so does anything that fails.
pub(crate) fn to_this_format(dir: &Path, old: Database, birth: &Birth, cache_bytes: usize) -> Result<(), Error> {
    let rewritten = replay_into_new(dir, &old, birth, cache_bytes);
    let closed = caught("closing the file of an older format", || Ok(old.close()?));
    rewritten.and(closed)?;
    KillPoint::LedgerSwept.pass();
    put_in_place(dir)?;
    KillPoint::SweepNamed.pass();
    Ok(())
}

fn replay_into_new(dir: &Path, old: &Database, birth: &Birth, cache_bytes: usize) -> Result<(), Error> {
    let snapshot = Snapshot::begin(old, &Arc::new(birth.config.clone()))?;
    prepare(dir, cache_bytes, |new| replay::fill(new, &snapshot, &mut |_| ()))
}

/// Makes the tables that are missing, all of them or none. Nothing is written to a space that has them.
pub(crate) fn upgrade(database: &Database) -> Result<(), Error> {
    let missing = caught("reading the list of tables", || missing(database))?;
    if missing.is_empty() {
        return Ok(());
    }
    caught("making missing tables", || {
        let transaction = begin(database)?;
        let mut tables = Tables::open(&transaction)?;
        tables.make_all()?;
        missing.iter().try_for_each(|table| fill(&mut tables, *table))?;
        drop(tables);
        Ok(transaction.commit()?)
    })
}

fn missing(database: &Database) -> Result<Vec<Table>, Error> {
    let transaction = database.begin_read()?;
    let there: Vec<String> = transaction.list_tables()?.map(|table| table.name().to_owned()).collect();
    Ok(Table::ALL.into_iter().filter(|table| !there.iter().any(|name| name == table.name())).collect())
}

/// Puts into a table what the older events make of it. Only these follow from what the older program knew.
fn fill(tables: &mut Tables, table: Table) -> Result<(), Error> {
    if table == Table::SemanticKeys {
        let memories: Vec<Memory> = all(tables, Table::Memories)?;
        memories.iter().try_for_each(|memory| put_key_of(tables, memory))?;
    }
    if table == Table::Summaries {
        let memories: Vec<Memory> = all(tables, Table::Memories)?;
        memories.iter().try_for_each(|memory| put_members_of(tables, memory))?;
    }
    if table == Table::Citations {
        let relations: Vec<Relation> = all(tables, Table::Relations)?;
        for relation in relations {
            cite_evidence(tables, Citing::Relation(relation.id), &relation.evidence)?;
        }
    }
    Ok(())
}

fn all<T: DeserializeOwned>(tables: &Tables, table: Table) -> Result<Vec<T>, Error> {
    let mut scan = with_prefix(tables, table, &[])?;
    std::iter::from_fn(|| scan.next_body(|key, body| record::decode(table, key, body))).collect()
}
