//! Incoming: what a caller streams in, walked by work on a thread that may block.

use crate::problem::{Code, Problem};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio_stream::{Stream, StreamExt};

/// A caller that sends nothing for so long is taken to be gone.
const STALLED: Duration = Duration::from_secs(30);

/// An iterator over a stream. Make it where the runtime is; walk it where blocking is allowed.
pub struct Incoming<S> {
    stream: S,
    runtime: Handle,
}

impl<S> Incoming<S> {
    /// Over this stream. Must be called on a tokio runtime.
    pub fn new(stream: S) -> Self {
        Self { stream, runtime: Handle::current() }
    }
}

impl<T, S: Stream<Item = Result<T, Problem>> + Unpin> Iterator for Incoming<S> {
    type Item = Result<T, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        let stalled = |_| Some(Err(Problem::new(Code::Cancelled, "the stream stood still for too long")));
        self.runtime.block_on(async { tokio::time::timeout(STALLED, self.stream.next()).await.unwrap_or_else(stalled) })
    }
}
