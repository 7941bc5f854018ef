//! A run may promote lines that are there and that no run before it promoted on the same track.

use hupo_types::Run;

use super::known;
use crate::rows::Rows;
use crate::{Error, promoted};

pub(super) fn check(rows: &impl Rows, run: &Run) -> Result<(), Error> {
    if run.id.get() <= rows.totals().runs {
        return Err(Error::damaged(format!("{} comes after a later run", run.id)));
    }
    let mut before = 0;
    for range in run.due.ranges() {
        known(range.to.get(), rows.totals().messages, &range.to)?;
        if range.from.get() <= before || range.is_empty() {
            return Err(Error::damaged(format!("the lines of {} are not in order", run.id)));
        }
        before = range.to.get();
    }
    let again = run.due.duty().track().is_some() && promoted::run_over(rows, &run.due)?.is_some();
    if again { Err(Error::damaged(format!("{} promotes a line a second time", run.id))) } else { Ok(()) }
}
