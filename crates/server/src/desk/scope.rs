//! What the work of one call may know: its time, how long it may take, whether anybody still waits.

use super::Call;
use crate::clock::Clock;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::verb::Lane;
use hupo::{Timestamp, When};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What the answer needs at most for its way back.
const WAY_BACK: Duration = Duration::from_millis(20);

/// What the work of one call may know.
pub struct Scope {
    now: Timestamp,
    began: Instant,
    deadline: Instant,
    cancelled: Arc<AtomicBool>,
    caller: String,
    once: Option<String>,
    request_hash: [u8; 32],
    metrics: Metrics,
}

impl Scope {
    pub(super) fn new(call: &Call, clock: &Clock, metrics: &Metrics) -> Self {
        let (began, limits) = (Instant::now(), call.caller.limits());
        let longest = match call.verb.lane() {
            Lane::Read | Lane::Write => limits.deadline,
            Lane::Long => limits.long_deadline,
        };
        let latest = began + longest;
        Self {
            now: clock.now(),
            began,
            deadline: call.deadline.map_or(latest, |deadline| deadline.min(latest)),
            cancelled: Arc::default(),
            caller: call.caller.id().to_owned(),
            once: call.once.clone(),
            request_hash: call.request_hash,
            metrics: metrics.clone(),
        }
    }

    /// The time of the call: one for everything it does.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// When a write is made, and under which key.
    pub fn when(&self) -> When {
        let when = When::at(self.now);
        match &self.once {
            Some(key) => when.once_for(key.clone(), self.request_hash),
            None => when,
        }
    }

    /// The id of the caller's key, or `local`.
    pub fn caller(&self) -> &str {
        &self.caller
    }

    /// How long the work may still take, so that its answer is back in time; recall reranks fewer candidates when it is
    /// short.
    pub fn remaining(&self) -> Duration {
        let way_back = WAY_BACK.min(self.deadline.saturating_duration_since(self.began) / 10);
        self.deadline.saturating_duration_since(Instant::now()).saturating_sub(way_back)
    }

    /// Whether nobody waits for the answer any more.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Is set when the caller goes away or the deadline passes.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        self.cancelled.clone()
    }

    /// Ends work that nobody waits for: call it between the steps of anything long.
    pub fn check(&self) -> Result<(), Problem> {
        if Instant::now() >= self.deadline {
            Err(Problem::deadline())
        } else if self.is_cancelled() {
            Err(Problem::cancelled())
        } else {
            Ok(())
        }
    }

    /// Says what an answer cost at each stage, for the metrics and the call's span.
    pub fn note_stages(&self, timings: &hupo::Timings) {
        self.metrics.note_stages(timings);
    }

    pub(super) fn deadline(&self) -> Instant {
        self.deadline
    }
}
