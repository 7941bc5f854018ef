//! The signals that end a server: the first asks it to end well, the second to end now.

use std::future::Future;
use std::io;
use tokio::sync::watch;

/// How many signals to end have come.
pub(crate) struct Signals {
    counted: watch::Receiver<usize>,
}

impl Signals {
    /// Listens from here on. Must be called on a tokio runtime.
    pub(crate) fn listen() -> io::Result<Self> {
        let (count, counted) = watch::channel(0);
        let mut next = next()?;
        tokio::spawn(async move {
            while next.came().await {
                count.send_modify(|n| *n += 1);
            }
        });
        Ok(Self { counted })
    }

    /// Ends with the first.
    pub(crate) fn first(&self) -> impl Future<Output = ()> + use<> {
        come(self.counted.clone(), 1)
    }

    /// Ends with the second.
    pub(crate) fn second(&self) -> impl Future<Output = ()> + use<> {
        come(self.counted.clone(), 2)
    }
}

async fn come(mut counted: watch::Receiver<usize>, n: usize) {
    if counted.wait_for(|counted| *counted >= n).await.is_err() {
        // Nobody counts any more, so no signal can come.
        std::future::pending::<()>().await;
    }
}

#[cfg(unix)]
struct Next {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
fn next() -> io::Result<Next> {
    use tokio::signal::unix::{SignalKind, signal};
    Ok(Next { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
}

#[cfg(unix)]
impl Next {
    async fn came(&mut self) -> bool {
        tokio::select! {
            came = self.terminate.recv() => came.is_some(),
            came = self.interrupt.recv() => came.is_some(),
        }
    }
}

#[cfg(not(unix))]
struct Next;

#[cfg(not(unix))]
fn next() -> io::Result<Next> {
    Ok(Next)
}

#[cfg(not(unix))]
impl Next {
    async fn came(&mut self) -> bool {
        tokio::signal::ctrl_c().await.is_ok()
    }
}
