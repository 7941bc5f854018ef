//! The server: one port for gRPC, JSON, MCP and the probes, over HTTP/1.1 and HTTP/2, in the clear or by TLS.

mod connection;
mod lively;
mod tls;

use crate::desk::Desk;
use crate::gate::{self, Gate};
use crate::keys::Keys;
use crate::probes;
use crate::problem::{Code, Problem};
use axum::Router;
use axum::response::Response;
use connection::Connections;
use http::HeaderMap;
use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

/// How often the keys' file is looked at and idle spaces are looked for.
const TICK: Duration = Duration::from_millis(500);

/// How a server listens.
#[derive(Debug, Clone)]
pub struct ServeOptions {
    /// Where; port 0 takes a free one.
    pub listen: SocketAddr,
    /// PEM files of the certificate chain and its key; `None` serves in the clear.
    pub tls: Option<TlsFiles>,
    /// Connections at once, at most.
    pub n_connections: usize,
    /// How long calls may go on after the server was told to end.
    pub drain: Duration,
    /// The folder whose disk must be writable for the server to be ready.
    pub root: PathBuf,
}

/// PEM files for TLS.
#[derive(Debug, Clone)]
pub struct TlsFiles {
    /// The certificate and those that sign it.
    pub certificates: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

/// Why a server does not begin.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The caller's: others could reach it, and there is no key to tell them apart.
    #[error(
        "{listen} can be reached from other machines, and there are no keys; make one with `hupo keys create`, \
         or listen on 127.0.0.1"
    )]
    NoKeys {
        /// Where it should have listened.
        listen: SocketAddr,
    },
    /// The machine's: the address is taken, or not ours.
    #[error("cannot listen on {listen}: {source}")]
    Listen {
        /// Where it should have listened.
        listen: SocketAddr,
        /// The system's answer.
        source: std::io::Error,
    },
    /// The caller's: the certificate or its key cannot be used.
    #[error("{}: {reason}", path.display())]
    Tls {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    connections: Connections,
    desk: Desk,
    keys: Keys,
    drain: Duration,
}

/// What a server that has ended left undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// Calls that were still running when the time was up.
    pub n_unfinished: usize,
}

impl Server {
    /// Listens; nobody is answered before [`Self::run`].
    pub async fn listen(desk: Desk, keys: Keys, options: ServeOptions) -> Result<Self, ServeError> {
        let listen = options.listen;
        if !listen.ip().is_loopback() && !keys.are_asked_for() {
            return Err(ServeError::NoKeys { listen });
        }
        let tls = options.tls.as_ref().map(tls::acceptor).transpose()?;
        let io = |source| ServeError::Listen { listen, source };
        let listener = TcpListener::bind(listen).await.map_err(io)?;
        let address = listener.local_addr().map_err(io)?;
        let gate = Gate::new(desk.clone(), keys.clone(), address.ip().is_loopback());
        let router = routes(&desk, &options).layer(axum::middleware::from_fn_with_state(gate, gate::pass));
        let hupo = desk.hupo().clone();
        // The first call may come before that is done, and then waits for the rest of it.
        drop(tokio::task::spawn_blocking(move || hupo.warm()));
        let connections = Connections::new(options.n_connections, tls, desk.metrics().clone());
        Ok(Self { listener, address, router, connections, desk, keys, drain: options.drain })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop`; then takes no more calls, finishes those that run, and puts every space away. `hurry` ends
    /// that at once.
    pub async fn run(self, stop: impl Future<Output = ()>, hurry: impl Future<Output = ()>) -> Ended {
        tokio::select! {
            () = self.connections.accept(&self.listener, &self.router) => {}
            () = watch(&self.desk, &self.keys) => {}
            () = stop => {}
        }
        drop(self.listener);
        tracing::info!("draining");
        self.connections.stop();
        let ended = tokio::select! {
            n_unfinished = self.desk.drain(self.drain) => Ended { n_unfinished },
            () = hurry => Ended { n_unfinished: self.desk.room().n_entered() },
        };
        self.connections.finish().await;
        ended
    }
}

fn routes(desk: &Desk, options: &ServeOptions) -> Router {
    probes::routes(desk.clone(), options.root.clone())
        .merge(crate::grpc::routes(desk.clone()))
        .merge(crate::json::routes(desk.clone()))
        .merge(crate::mcp::routes(desk.clone()))
        .fallback(nothing_here)
}

/// The answer of paths that lead nowhere, in the words of whoever asks.
async fn nothing_here(headers: HeaderMap) -> Response {
    match gate::is_grpc(&headers) {
        true => tonic::Status::unimplemented("there is no such method").into_http(),
        false => {
            Problem::new(Code::NotFound, "there is nothing at this path; /openapi.json says what there is").response()
        }
    }
}

/// Looks after what changes with time: keys, idle spaces, the audit log on the disk.
async fn watch(desk: &Desk, keys: &Keys) {
    let mut ticks = tokio::time::interval(TICK);
    loop {
        ticks.tick().await;
        desk.spaces().put_idle_away(Instant::now());
        let (keys, audit) = (keys.clone(), desk.audit().cloned());
        let looked = tokio::task::spawn_blocking(move || {
            if let Some(audit) = audit {
                audit.sync();
            }
            keys.read_again()
        });
        match looked.await {
            Ok(Ok(true)) => tracing::info!("the keys were read again"),
            Ok(Ok(false)) | Err(_) => {}
            Ok(Err(_)) => tracing::error!("the file of keys cannot be used; the keys stay as they were"),
        }
    }
}

/// TLS, if there is any.
type Tls = Option<TlsAcceptor>;

#[cfg(test)]
mod tests;
