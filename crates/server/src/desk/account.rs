//! The account of one call: what came of it goes to the metrics, the audit log and the trace, once, whatever happens.

use super::{Call, Desk, Scope};
use crate::audit::Line;
use crate::problem::{Code, Problem};
use hupo::{Sequence, Timestamp};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The account of one call. Dropped before its end it says `cancelled`.
pub(super) struct Account {
    desk: Desk,
    key: String,
    space: Option<String>,
    verb: crate::verb::Verb,
    n_bytes: usize,
    at: Timestamp,
    began: Instant,
    cancelled: Arc<AtomicBool>,
    is_ended: bool,
}

impl Account {
    pub(super) fn begin(desk: &Desk, call: &Call, scope: &Scope) -> Self {
        let named = call.space.as_deref().filter(|name| !name.is_empty());
        let space = named.or_else(|| call.caller.grant().spaces.only()).map(str::to_owned);
        Self {
            desk: desk.clone(),
            key: call.caller.id().to_owned(),
            space,
            verb: call.verb,
            n_bytes: call.n_bytes,
            at: scope.now(),
            began: Instant::now(),
            cancelled: scope.cancel_flag(),
            is_ended: false,
        }
    }

    /// Ends the account of a call that was not admitted; of one that was, notes how long it waited.
    pub(super) fn unless_refused<T>(&mut self, admitted: Result<T, Problem>) -> Result<T, Problem> {
        match &admitted {
            Ok(_) => self.desk.metrics().note_wait(self.verb, self.began.elapsed()),
            Err(problem) => {
                self.desk.metrics().count_refusal(problem.code);
                self.close(Some(problem.code), None, true);
            }
        }
        admitted
    }

    /// Ends the account with what the work came to. `answered` is false if nobody waited for it any more.
    pub(super) fn end(&mut self, problem: Option<&Problem>, sequence: Option<Sequence>) {
        let answered = !self.cancelled.load(Ordering::Relaxed);
        self.close(problem.map(|problem| problem.code), sequence, answered);
    }

    fn close(&mut self, code: Option<Code>, sequence: Option<Sequence>, answered: bool) {
        self.is_ended = true;
        let took = self.began.elapsed();
        let outcome = code.map_or("ok", Code::name);
        self.desk.metrics().count_call(self.verb, outcome, took);
        let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        tracing::debug!(verb = self.verb.name(), outcome, ms, bytes = self.n_bytes, key = self.key, answered, "call");
        if let Some(audit) = self.desk.audit() {
            audit.write(&Line {
                at: self.at,
                key: &self.key,
                space: self.space.as_deref(),
                verb: self.verb.name(),
                outcome,
                n_bytes: self.n_bytes,
                ms,
                sequence,
                answered,
            });
        }
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        if !self.is_ended {
            self.close(Some(Code::Cancelled), None, false);
        }
    }
}
