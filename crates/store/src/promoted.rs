//! Which lines are promoted, and by which run.

use std::ops::Bound;

use hupo_types::{Due, MessageId, MessageRange, Run, RunId, Track};

use jiff::civil::Date;

use crate::records::expected;
use crate::rows::{Rows, get, with_prefix};
use crate::table::Table;
use crate::{Error, key, record};

/// The run with this id. A repair may have left a gap.
pub(crate) fn run(rows: &impl Rows, id: RunId) -> Result<Option<Run>, Error> {
    get(rows, Table::Runs, &key::number(id.get()))
}

/// The lines that are promoted on a track, as ranges that do not touch, ascending.
pub(crate) fn covered(rows: &impl Rows, track: Track) -> Result<Vec<MessageRange>, Error> {
    let mut scan = with_prefix(rows, Table::Covered, &key::track(track))?;
    std::iter::from_fn(|| scan.next_body(range)).collect()
}

/// Of the ranges that begin at this message or before, the last one.
pub(crate) fn covered_up_to(rows: &impl Rows, track: Track, to: MessageId) -> Result<Option<MessageRange>, Error> {
    let (first, last) = (key::track(track), key::tracked(track, to));
    let mut scan = rows.range(Table::Covered, (Bound::Included(&first), Bound::Included(&last)))?;
    scan.last_body(range).transpose()
}

fn range(row: &[u8], body: &[u8]) -> Result<MessageRange, Error> {
    let from = key::last_number(row).ok_or_else(|| record::damaged(Table::Covered, row, "its key is too short"))?;
    let to: u64 = record::decode(Table::Covered, row, body)?;
    Ok(MessageRange { from: MessageId::new(from), to: MessageId::new(to) })
}

/// The last of the runs that promoted any line that this promotes; or the last that made the beliefs, or a summary of
/// that topic and month.
pub(crate) fn run_over(rows: &impl Rows, due: &Due) -> Result<Option<Run>, Error> {
    if let Some(row) = key::unlined(due) {
        let id: Option<u64> = get(rows, Table::RunsOf, &row)?;
        return id.map(|id| known(rows, id)).transpose();
    }
    let Some(track) = due.duty().track() else { return Ok(None) };
    for range in due.ranges() {
        if let Some(run) = run_in(rows, track, *range)? {
            return Ok(Some(run));
        }
    }
    Ok(None)
}

/// The last run that promoted lines of a business day because it was over.
pub(crate) fn run_of_day(rows: &impl Rows, day: Date) -> Result<Option<Run>, Error> {
    let id: Option<u64> = get(rows, Table::RunsOf, &key::day(day))?;
    id.map(|id| known(rows, id)).transpose()
}

/// A run that promoted a line of a range. Runs share no line, so it is the one whose range begins last.
fn run_in(rows: &impl Rows, track: Track, range: MessageRange) -> Result<Option<Run>, Error> {
    let (first, last) = (key::track(track), key::tracked(track, range.to));
    let mut scan = rows.range(Table::RunsOf, (Bound::Included(&first), Bound::Included(&last)))?;
    let found = scan.last_body(|row, body| record::decode::<u64>(Table::RunsOf, row, body)).transpose()?;
    let Some(run) = found.map(|id| known(rows, id)).transpose()? else { return Ok(None) };
    let meets = |one: &MessageRange| one.from <= range.to && range.from <= one.to;
    Ok(Some(run).filter(|run| run.due.ranges().iter().any(meets)))
}

fn known(rows: &impl Rows, id: u64) -> Result<Run, Error> {
    let id = RunId::new(id);
    expected(run(rows, id)?, &id)
}
