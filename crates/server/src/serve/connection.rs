//! Connections: taken as long as there is room, served until they end or the server does.

use super::Tls;
use super::lively::Lively;
use crate::metrics::{Connection, Metrics};
use axum::Router;
use axum::body::Body;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

/// A client has so long for its half of the TLS handshake.
const HELLO: Duration = Duration::from_secs(10);
/// A client has so long for its next headers, from the end of the answer before.
const HEADERS: Duration = Duration::from_secs(30);
/// A client that takes nothing of its answer for so long is gone.
const PATIENCE: Duration = Duration::from_secs(60);
/// An HTTP/2 client is asked whether it is there so often, and has so long to say so.
const THERE: Duration = Duration::from_secs(30);
/// Headers of a request, in bytes.
const HEADER_BYTES: u32 = 32 << 10;
/// Calls at once on one HTTP/2 connection.
const STREAMS: u32 = 256;
/// After an error of the listener, such as no file handles, for so long nothing is taken.
const BREATH: Duration = Duration::from_millis(50);
/// What is being sent when the calls are done has so long to go out.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The connections of one server.
pub(super) struct Connections {
    room: Arc<Semaphore>,
    tls: Tls,
    metrics: Metrics,
    stopping: CancellationToken,
    tasks: TaskTracker,
}

/// What one connection holds.
struct Held {
    stopping: CancellationToken,
    _room: OwnedSemaphorePermit,
    _counted: Connection,
}

impl Connections {
    pub(super) fn new(n_at_once: usize, tls: Tls, metrics: Metrics) -> Self {
        let room = Arc::new(Semaphore::new(n_at_once.max(1)));
        Self { room, tls, metrics, stopping: CancellationToken::new(), tasks: TaskTracker::new() }
    }

    /// Takes connections for ever. When as many are open as may be, others wait in the system's queue.
    pub(super) async fn accept(&self, listener: &TcpListener, router: &Router) {
        loop {
            let Ok(room) = self.room.clone().acquire_owned().await else { return };
            let Ok((stream, _)) = listener.accept().await else {
                tokio::time::sleep(BREATH).await;
                continue;
            };
            let held = Held { stopping: self.stopping.clone(), _room: room, _counted: self.metrics.connection() };
            self.tasks.spawn(begin(stream, self.tls.clone(), router.clone(), held));
        }
    }

    /// Asks every connection to take no more calls.
    pub(super) fn stop(&self) {
        self.stopping.cancel();
        self.tasks.close();
    }

    /// Waits for what is still being sent, for a moment.
    pub(super) async fn finish(&self) {
        drop(timeout(LAST_WORDS, self.tasks.wait()).await);
    }
}

async fn begin(stream: TcpStream, tls: Tls, router: Router, held: Held) {
    // Answers are small; waiting to fill a packet only delays them.
    drop(stream.set_nodelay(true));
    let Some(tls) = tls else { return serve(stream, router, held).await };
    if let Ok(Ok(stream)) = timeout(HELLO, tls.accept(stream)).await {
        serve(stream, router, held).await;
    }
}

async fn serve(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, router: Router, held: Held) {
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        router.clone().oneshot(request.map(Body::new))
    });
    let builder = builder();
    let mut connection = pin!(builder.serve_connection(TokioIo::new(Lively::new(stream, PATIENCE)), service));
    tokio::select! {
        ended = connection.as_mut() => return drop(ended),
        () = held.stopping.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    // A connection that breaks is the client's affair.
    drop(connection.await);
}

fn builder() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADERS).max_buf_size(HEADER_BYTES as usize * 2);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(THERE)
        .keep_alive_timeout(THERE)
        .max_header_list_size(HEADER_BYTES)
        .max_concurrent_streams(STREAMS);
    builder
}
