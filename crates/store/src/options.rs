//! How a store is opened.

use std::fmt;

use hupo_types::Change;

/// Called on the writer's thread after a write is safe and before its caller is answered, in the order of sequences.
///
/// It must not commit to the same store: the writer would wait for itself.
pub type OnCommit = Box<dyn Fn(&Change) + Send + Sync>;

/// How a store is opened.
pub struct Options {
    /// Bytes of the file kept in memory at most. Default: 16 MiB.
    pub cache_bytes: usize,
    /// Writes that may wait for the writer; more callers wait at the door. Default: 256.
    pub queue: usize,
    /// Hears of every write that wrote something.
    pub on_commit: Option<OnCommit>,
}

impl Default for Options {
    fn default() -> Self {
        Self { cache_bytes: 16 << 20, queue: 256, on_commit: None }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("cache_bytes", &self.cache_bytes)
            .field("queue", &self.queue)
            .field("on_commit", &self.on_commit.is_some())
            .finish()
    }
}
