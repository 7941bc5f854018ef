//! The gate: what every request passes before a router sees it. It knows who calls, how long they wait, and how much they
//! may send; it lets no web page of another site in.

mod deadline;
mod origin;
mod patient;

pub use deadline::Deadline;
pub(crate) use deadline::TIMEOUT_MS;

use crate::audit::Line;
use crate::caller::Caller;
use crate::desk::Desk;
use crate::keys::Keys;
use crate::problem::{Code, Problem};
use crate::verb::Verb;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use http::{HeaderMap, HeaderValue, header};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

/// Paths that answer without a key: they tell nothing of any space.
const OPEN: [&str; 3] = ["/healthz", "/readyz", "/openapi.json"];
/// Services that answer without a key, for the same reason.
const OPEN_SERVICES: [&str; 2] = ["/grpc.health.", "/grpc.reflection."];
/// Ends of paths whose bodies are streams: they are as long as they are.
const STREAMED: [&str; 4] = ["/import", "/restore_backup", "/Import", "/RestoreBackup"];
/// What gRPC puts before a message, and a little for the way JSON writes things.
const FRAME_BYTES: usize = 1_024;
/// A body of which nothing comes for so long is given up.
const PATIENCE: Duration = Duration::from_secs(30);
/// Refusals of a key a second that are written down; the metrics count all.
const WRITTEN_PER_SECOND: NonZeroU32 = NonZeroU32::new(10).expect("not zero");

/// The gate of one server.
#[derive(Clone)]
pub(crate) struct Gate {
    inner: Arc<Inner>,
}

struct Inner {
    desk: Desk,
    keys: Keys,
    is_on_loopback: bool,
    written: DefaultDirectRateLimiter,
}

impl Gate {
    /// A gate before the desk; on loopback it lets in what was sent to this machine by its own names only.
    pub(crate) fn new(desk: Desk, keys: Keys, is_on_loopback: bool) -> Self {
        let written = RateLimiter::direct(Quota::per_second(WRITTEN_PER_SECOND));
        Self { inner: Arc::new(Inner { desk, keys, is_on_loopback, written }) }
    }

    fn admit(&self, request: Request) -> Result<Request, Problem> {
        // With keys a page gets nothing, whatever name it calls us by; and a proxy may stand before us.
        if self.inner.is_on_loopback && !self.inner.keys.are_asked_for() {
            origin::check(&request)?;
        }
        let path = request.uri().path();
        if OPEN.contains(&path) || OPEN_SERVICES.iter().any(|service| path.starts_with(service)) {
            return Ok(request);
        }
        let caller = self.caller(request.headers())?;
        if path == "/metrics" && !caller.may(Verb::Metrics) {
            return Err(Problem::forbidden());
        }
        with_limits(request, caller)
    }

    fn caller(&self, headers: &HeaderMap) -> Result<Caller, Problem> {
        let caller = self.inner.keys.caller(bearer(headers)?);
        if let Err(problem) = &caller {
            self.inner.desk.metrics().count_refusal(problem.code);
            self.write_down(problem.code);
        }
        caller
    }

    fn write_down(&self, code: Code) {
        let Some(audit) = self.inner.desk.audit().filter(|_| self.inner.written.check().is_ok()) else { return };
        audit.write(&Line {
            at: self.inner.desk.clock().now(),
            key: "",
            space: None,
            verb: "authenticate",
            outcome: code.name(),
            n_bytes: 0,
            ms: 0,
            sequence: None,
            answered: true,
        });
    }
}

/// The gate as a layer around the routers.
pub(crate) async fn pass(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let is_grpc = is_grpc(request.headers());
    let mut response = match gate.admit(request) {
        Ok(request) => next.run(request).await,
        Err(problem) if is_grpc => problem.status().into_http(),
        Err(problem) => problem.response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn with_limits(request: Request, caller: Caller) -> Result<Request, Problem> {
    let deadline = deadline::of(request.headers())?;
    let is_streamed = STREAMED.iter().any(|end| request.uri().path().ends_with(end));
    let n_bytes = if is_streamed { usize::MAX } else { caller.limits().request_bytes.saturating_add(FRAME_BYTES) };
    if declared_bytes(request.headers()).is_some_and(|declared| declared > n_bytes as u64) {
        return Err(Problem::new(Code::TooLarge, "the request is larger than the credential allows; split it"));
    }
    let mut request = request.map(|body| patient::body(body, n_bytes, PATIENCE));
    request.extensions_mut().insert(caller);
    if let Some(deadline) = deadline {
        request.extensions_mut().insert(deadline);
    }
    Ok(request)
}

/// The key a request shows; `None` if it shows none.
fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let wrong = || Problem::new(Code::Unauthenticated, "send the key as `Authorization: Bearer hupo_…`");
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let (scheme, key) = value.to_str().ok().and_then(|text| text.split_once(' ')).ok_or_else(wrong)?;
    if scheme.eq_ignore_ascii_case("bearer") { Ok(Some(key.trim())) } else { Err(wrong()) }
}

/// Whether a request speaks gRPC, and wants its answer so.
pub(crate) fn is_grpc(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(b"application/grpc"))
}

fn declared_bytes(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// A request as the gate lets it through, for tests of routers alone.
#[cfg(test)]
pub(crate) fn admitted(request: Request, caller: Caller) -> Request {
    with_limits(request, caller).expect("the request is small")
}

#[cfg(test)]
mod tests;
