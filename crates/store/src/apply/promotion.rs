//! Runs of the promoter: the record, and which lines it promoted.

use hupo_types::{Due, MessageId, MessageRange, Run, Track};

use crate::promoted;
use crate::table::Table;
use crate::tables::Tables;
use crate::{Error, key};

pub(super) fn apply(tables: &mut Tables, run: &Run) -> Result<(), Error> {
    let id = run.id.get();
    tables.put(Table::Runs, &key::number(id), run)?;
    if let Some(row) = key::unlined(&run.due) {
        tables.put(Table::RunsOf, &row, &id)?;
    }
    if let Due::Day { day, .. } = &run.due {
        tables.put(Table::RunsOf, &key::day(*day), &id)?;
    }
    if let Some(track) = run.due.duty().track() {
        for range in run.due.ranges() {
            tables.put(Table::RunsOf, &key::tracked(track, range.from), &id)?;
            cover(tables, track, *range)?;
        }
    }
    tables.totals_mut().runs = id;
    Ok(())
}

/// Adds a range to what is covered. Ranges that touch become one, so that a transcript that is promoted is one row.
fn cover(tables: &mut Tables, track: Track, range: MessageRange) -> Result<(), Error> {
    let mut whole = range;
    let before = promoted::covered_up_to(tables, track, range.to)?;
    if let Some(before) = before.filter(|before| before.to.get() + 1 >= range.from.get()) {
        whole = MessageRange { from: before.from.min(range.from), to: before.to.max(range.to) };
        tables.remove(Table::Covered, &key::tracked(track, before.from))?;
    }
    let next = MessageId::new(whole.to.get() + 1);
    if let Some(after) = promoted::covered_up_to(tables, track, next)?.filter(|after| after.from == next) {
        whole.to = after.to;
        tables.remove(Table::Covered, &key::tracked(track, after.from))?;
    }
    tables.put(Table::Covered, &key::tracked(track, whole.from), &whole.to.get())
}
