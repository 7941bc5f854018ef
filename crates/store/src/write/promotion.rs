//! Closing a run of the promoter: each line once a track, the beliefs once for the same log, a summary once of the same
//! members.

use hupo_types::{Due, Event, ExtractorId, MessageRange, NewRun, Refusal, Run, RunId, Schedule, Stored, limits};

use super::review::unsupported;
use super::{Draft, Fault, check};
use crate::promoted;
use crate::rows::Rows;

impl Draft<'_, '_> {
    pub(super) fn close_run(&mut self, new: &NewRun) -> Result<Stored, Fault> {
        check_extractor(&new.by)?;
        new.output_hash.as_ref().map_or(Ok(()), |hash| check::short("output_hash", hash))?;
        let totals = self.tables.totals();
        check_due(&new.due, totals.messages)?;
        let id = RunId::new(totals.runs + 1);
        if let Some(done) = promoted::run_over(self.tables, &new.due)?.filter(|run| run.has_done(&new.due)) {
            return Err(Refusal::Settled { field: "due".to_owned(), what: done.id.to_string() }.into());
        }
        let NewRun { due, by, output_hash, verdicts, tokens } = new.clone();
        self.record(Event::Promoted(Run { id, due, by, output_hash, verdicts, tokens, at: self.now }))?;
        Ok(Stored::Done)
    }
}

fn check_extractor(by: &ExtractorId) -> Result<(), Refusal> {
    check::short("by.name", &by.name)?;
    check::short("by.version", &by.version)?;
    by.model.as_ref().map_or(Ok(()), |model| check::short("by.model", model))
}

/// Lines that are there, ascending, each once.
fn check_due(due: &Due, n_messages: u64) -> Result<(), Refusal> {
    let ranges = due.ranges();
    if due.duty().track().is_some() && ranges.is_empty() {
        return Err(unsupported("due.ranges", "there are none; say which lines were promoted"));
    }
    check::count("due.ranges", ranges.len(), limits::COMMANDS)?;
    let mut before = 0;
    for (place, MessageRange { from, to }) in ranges.iter().enumerate() {
        if from.get() <= before || to < from {
            return Err(unsupported(&format!("due.ranges[{place}]"), "ranges are ascending and share no line"));
        }
        if to.get() > n_messages {
            return Err(Refusal::UnknownMessage { field: format!("due.ranges[{place}]"), message: to.to_string() });
        }
        before = to.get();
    }
    Ok(())
}

/// A schedule that can be kept.
pub(super) fn check_schedule(schedule: &Schedule) -> Result<(), Refusal> {
    check::in_range("promotion.day_starts_hour", schedule.day_starts_hour, 0, 23)?;
    check::in_range("promotion.tail_messages", schedule.tail_messages, 0, 1_000)?;
    check::in_range("promotion.page_messages", schedule.page_messages, 0, 1_000)?;
    check::in_range("promotion.page_tokens", schedule.page_tokens, 1, 1_000_000)?;
    check::in_range("promotion.segment_messages", schedule.segment_messages, 1, 1_000)?;
    check::in_range("promotion.run_messages", schedule.run_messages, 1, 1_000)?;
    check::in_range("promotion.run_tokens", schedule.run_tokens, 1, 1_000_000)
}
