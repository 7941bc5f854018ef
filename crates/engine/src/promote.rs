//! Promotion at the door: what a run is given, how it is closed, and the built-in rules as an extractor.

mod built_in;

use crate::once::{self, Asked};
use crate::space::Inner;
use crate::{Error, When, propose};
use hupo_memory::{Context, Extraction, RunReport, Task};
use hupo_store::{Read, Snapshot};
use hupo_types::{Due, Rules, Run, RunId, Timestamp};
use std::sync::PoisonError;

pub(crate) use built_in::all;
pub use built_in::{Promotion, built_in_does, extract_built_in};

/// Runs `look` over the space as it is now.
fn looked<T>(
    inner: &Inner,
    now: Timestamp,
    look: impl FnOnce(&Snapshot, &Context<'_>) -> Result<T, hupo_memory::Error>,
) -> Result<T, Error> {
    let snapshot = inner.snapshot()?;
    let rules: Rules = snapshot.rules()?;
    Ok(look(&snapshot, &Context { rules: &rules, zone: &inner.zone, now })?)
}

/// What is due; see [`crate::Space::promotion_due`].
pub(crate) fn due(inner: &Inner, now: Timestamp) -> Result<Vec<Due>, Error> {
    looked(inner, now, hupo_memory::promotion_due)
}

/// What a run of it is given; see [`crate::Space::promotion_task`].
pub(crate) fn task(inner: &Inner, due: &Due, now: Timestamp) -> Result<Option<Task>, Error> {
    looked(inner, now, |snapshot, ctx| hupo_memory::promotion_task(snapshot, due, ctx))
}

/// Closes a run; see [`crate::Space::close_run`].
pub(crate) fn close(inner: &Inner, due: &Due, extraction: Extraction, when: When) -> Result<RunReport, Error> {
    let now = when.now;
    let _drafting = inner.drafting.lock().unwrap_or_else(PoisonError::into_inner);
    let vectors =
        if once::is_done(inner, &when)? { Vec::new() } else { propose::vectors(inner, &extraction.proposals, now)? };
    let (due, zone) = (due.clone(), inner.zone.clone());
    let asked = Asked { verb: "close_run", when, dry_run: false };
    let (_, report) = once::transact(inner, asked, move |txn| {
        let rules = txn.rules()?;
        let ctx = Context { rules: &rules, zone: &zone, now };
        hupo_memory::close_run(txn, (&due, &extraction), &vectors, &ctx).map_err(propose::aborting)
    })?;
    propose::embed_late(inner, &report.verdicts, now);
    Ok(report)
}

/// The runs after one (or from the start), oldest first.
pub(crate) fn runs(inner: &Inner, after: Option<RunId>) -> Result<Vec<Run>, Error> {
    let snapshot = inner.snapshot()?;
    let first = after.map_or(0, RunId::get).saturating_add(1);
    let mut runs = Vec::new();
    for number in first..=snapshot.n_runs() {
        runs.extend(snapshot.run(RunId::new(number))?);
    }
    Ok(runs)
}
