//! Making the tables again from the ledger alone.

use hupo_types::Sequence;
use redb::Database;

use crate::apply::apply;
use crate::creation::begin_format;
use crate::database::begin;
use crate::ledger::{self, Head, START};
use crate::snapshot::Snapshot;
use crate::tables::Tables;
use crate::{Error, recheck, records};

/// Events in one transaction, about.
const EVENTS: usize = 50_000;

/// Fills an empty database with every write of the ledger, and tells `done` the number of the last one so far.
pub(crate) fn fill(database: &Database, from: &Snapshot, done: &mut dyn FnMut(Sequence)) -> Result<(), Error> {
    let mut head = START;
    while head.0 < from.sequence() {
        head = fill_some(database, from, head)?;
        done(head.0);
    }
    Ok(())
}

fn fill_some(database: &Database, from: &Snapshot, mut head: Head) -> Result<Head, Error> {
    let transaction = begin(database)?;
    let mut tables = Tables::open(&transaction)?;
    if head == START {
        begin_format(&mut tables)?;
    }
    let mut events = 0;
    while head.0 < from.sequence() && events < EVENTS {
        let (next, count) = copy(&mut tables, from, head)?;
        head = next;
        events += count;
    }
    tables.put_totals()?;
    drop(tables);
    transaction.commit()?;
    Ok(head)
}

/// Writes the write after `head` again.
fn copy(tables: &mut Tables, from: &Snapshot, head: Head) -> Result<(Head, usize), Error> {
    let sequence = head.0.next();
    let skeleton = records::expected(ledger::skeleton(from, sequence)?, &sequence)?;
    let events = ledger::events(from, sequence)?;
    for event in &events {
        recheck::check(tables, event)?;
        apply(tables, event)?;
    }
    let next = ledger::append_kept(tables, head, &skeleton, &events)?;
    Ok((next, events.len()))
}
