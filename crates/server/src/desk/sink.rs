//! Where streamed work puts the parts of its answer.

use crate::problem::Problem;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

/// A reader that takes nothing for so long is taken to be gone.
const STALLED: Duration = Duration::from_secs(30);

/// Where streamed work puts the parts of its answer.
pub struct Sink<T> {
    sender: mpsc::Sender<Result<T, Problem>>,
    runtime: Handle,
}

impl<T> Sink<T> {
    pub(crate) fn new(ahead: usize) -> (Self, ReceiverStream<Result<T, Problem>>) {
        let (sender, receiver) = mpsc::channel(ahead);
        (Self { sender, runtime: Handle::current() }, ReceiverStream::new(receiver))
    }

    /// Sends one part; waits while the reader is slow. Errors: `cancelled` when nobody reads any more.
    pub fn send(&self, part: T) -> Result<(), Problem> {
        self.put(Ok(part))
    }

    pub(crate) fn end(&self, done: Result<(), Problem>) {
        if let Err(problem) = done {
            // A reader that went away needs no problem.
            drop(self.put(Err(problem)));
        }
    }

    fn put(&self, part: Result<T, Problem>) -> Result<(), Problem> {
        let sent = self.runtime.block_on(async { self.sender.send_timeout(part, STALLED).await });
        sent.map_err(|_| Problem::cancelled())
    }
}
