//! What those who watch the process ask: whether it lives, whether it can serve, and its numbers.

use crate::desk::Desk;
use crate::problem::{Code, Problem};
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The disk is not tried more often.
const TRIED_FOR: Duration = Duration::from_secs(1);
/// Prometheus' text format.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What readiness is judged by.
#[derive(Clone)]
struct Probes {
    desk: Desk,
    root: PathBuf,
    tried: Arc<Mutex<Option<(Instant, bool)>>>,
}

/// `/healthz`, `/readyz` and `/metrics`.
pub(crate) fn routes(desk: Desk, root: PathBuf) -> Router {
    let probes = Probes { desk, root, tried: Arc::default() };
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(numbers))
        .with_state(probes)
}

async fn ready(State(probes): State<Probes>) -> Response {
    let judged = tokio::task::spawn_blocking(move || probes.judge()).await;
    match judged.unwrap_or(Err("the server failed")) {
        Ok(missing) => words(&missing).into_response(),
        Err(why) => Problem::new(Code::Unavailable, why).after(TRIED_FOR).response(),
    }
}

/// That it serves, and without what: each model is loaded before the first call, or will not be.
fn words(missing: &[String]) -> String {
    match missing {
        [] => "ready\n".to_owned(),
        missing => format!("ready, without: {}\n", missing.join(", ")),
    }
}

async fn numbers(State(probes): State<Probes>) -> Response {
    ([(header::CONTENT_TYPE, TEXT)], probes.desk.metrics().render(&probes.desk)).into_response()
}

impl Probes {
    /// What it serves without, or why it does not serve.
    fn judge(&self) -> Result<Vec<String>, &'static str> {
        if self.desk.is_draining() {
            return Err("the server is going");
        }
        match self.is_writable() {
            true => Ok(self.desk.hupo().models().lacking()),
            false => Err("the disk cannot be written to"),
        }
    }

    fn is_writable(&self) -> bool {
        let mut tried = self.tried.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, is_writable)) = *tried
            && at.elapsed() < TRIED_FOR
        {
            return is_writable;
        }
        let is_writable = try_to_write(&self.root).is_ok();
        *tried = Some((Instant::now(), is_writable));
        is_writable
    }
}

/// Leaves nothing behind.
fn try_to_write(root: &Path) -> std::io::Result<()> {
    let path = root.join(format!(".ready-{}", std::process::id()));
    std::fs::write(&path, b"ready")?;
    std::fs::remove_file(&path)
}
