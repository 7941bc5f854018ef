//! A space written by an older program: tables it did not know are made and filled as a replay would fill them.

use hupo_types::{Memory, Relation};
use redb::{Database, ReadableDatabase, TableHandle};
use serde::de::DeserializeOwned;

use crate::apply::{put_key_of, put_members_of};
use crate::citations::{Citing, cite_evidence};
use crate::database::begin;
use crate::error::caught;
use crate::rows::with_prefix;
use crate::table::Table;
use crate::tables::Tables;
use crate::{Error, record};

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
