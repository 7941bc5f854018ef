//! The desk: the one way by which every transport has a call carried out.
//!
//! It checks what the credential covers and how much it may use, waits for room, has the space opened, runs the work on
//! a thread that may block, and writes down what came of it, also when the caller went away meanwhile.

mod account;
mod admission;
mod beside;
mod incoming;
mod options;
mod promoted;
mod scope;
mod sink;

pub use incoming::Incoming;
pub use options::DeskOptions;
pub use promoted::Promoted;
pub use scope::Scope;
pub use sink::Sink;

use crate::audit::Audit;
use crate::caller::Caller;
use crate::clock::Clock;
use crate::metrics::Metrics;
use crate::problem::{Code, Problem};
use crate::room::Lanes;
use crate::spaces::OpenSpaces;
use crate::verb::Verb;
use account::Account;
use admission::Admission;
use hupo::{Hupo, Sequence, Space};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio_stream::wrappers::ReceiverStream;

/// One call, as a transport hands it in.
#[derive(Debug, Clone)]
pub struct Call {
    /// Who calls; the gate has put it into the request's extensions.
    pub caller: Caller,
    /// The space it names; may be left out where the credential is for exactly one.
    pub space: Option<String>,
    /// What is asked for.
    pub verb: Verb,
    /// The caller's own deadline.
    pub deadline: Option<Instant>,
    /// The key under which a write is made once.
    pub once: Option<String>,
    /// A hash of what is asked: the same key for another request is refused.
    pub request_hash: [u8; 32],
    /// The write that the answer must take in.
    pub at_least: Option<Sequence>,
    /// The size of the request.
    pub n_bytes: usize,
}

impl Call {
    /// A call without any of the extras; set what differs.
    pub fn new(caller: Caller, space: Option<String>, verb: Verb) -> Self {
        let nothing = [0; 32];
        Self { caller, space, verb, deadline: None, once: None, request_hash: nothing, at_least: None, n_bytes: 0 }
    }

    /// The space it means, checked against the grant; empty for a verb that is of no space.
    fn space(&self) -> Result<String, Problem> {
        match self.verb.is_of_a_space() {
            true => self.caller.space(self.verb, self.space.as_deref()),
            false if self.caller.may(self.verb) => Ok(String::new()),
            false => Err(Problem::forbidden()),
        }
    }
}

/// Carries out calls. Cheap to clone; every clone is the same desk.
#[derive(Clone)]
pub struct Desk {
    inner: Arc<Inner>,
}

struct Inner {
    spaces: Arc<OpenSpaces>,
    room: Lanes,
    clock: Clock,
    audit: Option<Audit>,
    metrics: Metrics,
    is_draining: AtomicBool,
}

/// Parts of a streamed answer that wait to be sent.
const STREAM_AHEAD: usize = 16;

impl Desk {
    /// A desk over a root as a process of its own has it for its own caller. Must be called on a tokio runtime.
    pub fn new(hupo: Hupo, clock: Clock) -> Self {
        Self::with(hupo, clock, DeskOptions::default())
    }

    /// A desk over a root. Must be called on a tokio runtime.
    pub fn with(hupo: Hupo, clock: Clock, options: DeskOptions) -> Self {
        let DeskOptions { open, room, audit } = options;
        let inner = Inner {
            spaces: OpenSpaces::new(hupo, open),
            room: Lanes::new(room),
            clock,
            audit,
            metrics: Metrics::new(),
            is_draining: AtomicBool::new(false),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Has `work` done on the space of the call. It runs on a thread that may block; `T` is the answer.
    ///
    /// Errors: `forbidden`, `unknown_space`, `too_many`, `unavailable`, `deadline`, and whatever the work answers.
    pub async fn carry_out<T: Send + 'static>(
        &self,
        call: Call,
        work: impl FnOnce(&Space, &Scope) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let at_least = call.at_least;
        self.run(call, true, move |admission, scope| {
            admission.on_space(|space| {
                is_there(space, at_least)?;
                work(space, scope)
            })
        })
        .await
    }

    /// Has `work` done on the root, for the verbs that make or erase the named space, or are of no space. `work` gets
    /// the space's name, checked against the grant; it is empty for a verb that is of no space.
    pub async fn carry_out_on_root<T: Send + 'static>(
        &self,
        call: Call,
        work: impl FnOnce(&Hupo, &str, &Scope) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run(call, false, move |admission, scope| admission.on_root(|hupo, name| work(hupo, name, scope))).await
    }

    /// Has `work` done on the space of the call, which gives its answer in parts. The stream ends with the work, or
    /// with its problem; when nobody reads it any more, the work is told by the sink.
    pub async fn stream<T: Send + 'static>(
        &self,
        call: Call,
        work: impl FnOnce(&Space, &Scope, &Sink<T>) -> Result<(), Problem> + Send + 'static,
    ) -> Result<ReceiverStream<Result<T, Problem>>, Problem> {
        let (mut account, scope) = self.begin(&call);
        let admitted = self.admit(&call, &scope, true).await;
        let mut admission = account.unless_refused(admitted)?;
        let (sink, receiver) = Sink::new(STREAM_AHEAD);
        tokio::task::spawn_blocking(move || {
            let done = caught(|| admission.on_space(|space| work(space, &scope, &sink)));
            account.end(done.as_ref().err(), admission.sequence());
            sink.end(done);
        });
        Ok(receiver)
    }

    async fn run<T: Send + 'static>(
        &self,
        call: Call,
        must_exist: bool,
        work: impl FnOnce(&mut Admission, &Scope) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let (mut account, scope) = self.begin(&call);
        let (_cancel, deadline) = (CancelOnDrop(scope.cancel_flag()), scope.deadline());
        let admitted = self.admit(&call, &scope, must_exist).await;
        let mut admission = account.unless_refused(admitted)?;
        let span = tracing::debug_span!("call", verb = call.verb.name());
        let running = tokio::task::spawn_blocking(move || {
            let _in_span = span.enter();
            let done = caught(|| work(&mut admission, &scope));
            account.end(done.as_ref().err(), admission.sequence());
            done
        });
        let in_time = tokio::time::timeout_at(deadline.into(), running).await;
        match in_time {
            Ok(done) => done.map_err(|_| Problem::failed())?,
            Err(_) => Err(Problem::deadline()),
        }
    }

    fn begin(&self, call: &Call) -> (Account, Scope) {
        let scope = Scope::new(call, &self.inner.clock, &self.inner.metrics);
        (Account::begin(self, call, &scope), scope)
    }

    /// Everything a call needs before it may run, or why it may not.
    async fn admit(&self, call: &Call, scope: &Scope, must_exist: bool) -> Result<Admission, Problem> {
        let waiting = Admission::wait(self, call, must_exist);
        tokio::time::timeout_at(scope.deadline().into(), waiting).await.unwrap_or_else(|_| Err(Problem::deadline()))
    }

    /// Stops taking calls, waits for those that run for as long as `limit`, then puts every space away. Answers how
    /// many calls were still running when the time was up.
    pub async fn drain(&self, limit: Duration) -> usize {
        self.inner.is_draining.store(true, Ordering::SeqCst);
        let until = Instant::now() + limit;
        while self.inner.room.n_entered() > 0 && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        self.inner.spaces.put_all_away().await;
        if let Some(audit) = &self.inner.audit {
            audit.sync();
        }
        self.inner.room.n_entered()
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.inner.is_draining.load(Ordering::SeqCst)
    }

    pub(crate) fn hupo(&self) -> &Hupo {
        self.inner.spaces.hupo()
    }

    pub(crate) fn spaces(&self) -> &Arc<OpenSpaces> {
        &self.inner.spaces
    }

    pub(crate) fn room(&self) -> &Lanes {
        &self.inner.room
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.inner.clock
    }

    pub(crate) fn audit(&self) -> Option<&Audit> {
        self.inner.audit.as_ref()
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.inner.metrics
    }
}

/// Sets the flag when the call's future ends: by the deadline, because the caller went, or after the work, when nobody
/// reads it any more.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The space has seen the write that the caller has seen; if not, it is another or an older copy of the space.
fn is_there(space: &Space, at_least: Option<Sequence>) -> Result<(), Problem> {
    match at_least {
        Some(sequence) if space.sequence()? < sequence => {
            Err(Problem::new(Code::Unavailable, "at_least: the space has no such write yet"))
        }
        Some(_) | None => Ok(()),
    }
}

/// A panic in the work is a problem of this call alone.
fn caught<T>(work: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).unwrap_or_else(|_| {
        tracing::error!("a call ended in a panic");
        Err(Problem::failed())
    })
}

#[cfg(test)]
mod tests;
