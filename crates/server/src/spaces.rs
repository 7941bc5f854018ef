//! The open spaces: the most recently used of thousands, as many as a number and a memory budget allow.
//!
//! A call claims its space. A claimed space is never put away; one that nobody claims may be, the longest unused first,
//! and then nothing of it is held: no thread, file or memory. Whoever claims a space that is being put away waits for that.

mod claim;
mod table;

pub(crate) use claim::Claim;

use claim::Found;
use hupo::Hupo;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use table::{Step, Table};
use tokio::runtime::Handle;
use tokio::sync::Notify;

/// How many spaces stay open, and for how long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenLimits {
    /// Spaces that stay open; at least one. For a moment a fiftieth more may be open, while others are put away.
    pub spaces: usize,
    /// About how much memory open spaces may take, in bytes, models excluded. A single space may take more.
    pub memory_bytes: u64,
    /// A space that nobody asked anything for so long is put away.
    pub idle: Duration,
}

impl Default for OpenLimits {
    fn default() -> Self {
        Self { spaces: 1_000, memory_bytes: 2 << 30, idle: Duration::from_secs(300) }
    }
}

/// The open spaces of one root.
pub(crate) struct OpenSpaces {
    hupo: Hupo,
    limits: OpenLimits,
    table: Mutex<Table>,
    /// Woken when a space was put away or is no longer claimed.
    changed: Notify,
    /// Where spaces are put away.
    threads: Handle,
}

/// How the open spaces stand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Spaces open now, or being opened or put away.
    pub(crate) n_open: usize,
    /// About how much memory they take.
    pub(crate) bytes: u64,
    /// Claims of a space that was open already.
    pub(crate) n_hits: u64,
    /// Claims for which a space had to be opened.
    pub(crate) n_misses: u64,
    /// Spaces put away so far.
    pub(crate) n_put_away: u64,
}

impl OpenSpaces {
    /// None are open yet. Must be called on the runtime that will put spaces away.
    pub(crate) fn new(hupo: Hupo, limits: OpenLimits) -> Arc<Self> {
        let table = Mutex::new(Table::new(limits.spaces.max(1), limits.memory_bytes));
        Arc::new(Self { hupo, limits, table, changed: Notify::new(), threads: Handle::current() })
    }

    /// Claims a space, open or not; waits for room among the open ones.
    pub(crate) async fn claim(self: &Arc<Self>, name: &str) -> Claim {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            // From here on no change is missed.
            changed.as_mut().enable();
            let step = self.table().claim(name);
            match step {
                Step::Claimed(lanes) => return Claim::new(self.clone(), name, lanes),
                Step::PutAway(other) => self.put_away(other),
                Step::Wait => {}
            }
            changed.await;
        }
    }

    /// Puts away what nobody has asked anything of for as long as the limits say, a few at a time.
    pub(crate) fn put_idle_away(self: &Arc<Self>, now: Instant) {
        let since = now.checked_sub(self.limits.idle);
        let idle = since.map(|since| self.table().begin_closing_unused_since(since)).unwrap_or_default();
        idle.into_iter().for_each(|name| self.put_away(name));
    }

    /// Puts away everything that nobody claims, and waits for it.
    pub(crate) async fn put_all_away(self: &Arc<Self>) {
        let since = Instant::now();
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            let unused = self.table().begin_closing_unused_since(since);
            unused.into_iter().for_each(|name| self.put_away(name));
            if !self.table().is_closing_any() {
                return;
            }
            changed.await;
        }
    }

    pub(crate) fn standing(&self) -> Standing {
        self.table().standing()
    }

    pub(crate) fn hupo(&self) -> &Hupo {
        &self.hupo
    }

    /// Puts a space away that the table has as closing.
    fn put_away(self: &Arc<Self>, name: String) {
        let spaces = self.clone();
        self.threads.spawn_blocking(move || {
            let released = spaces.hupo.release(&name);
            if released.is_err() {
                tracing::warn!("a space was not put away cleanly; opening it again repairs that");
            }
            // One that work has smuggled a handle out of stays in the table, to be tried again later.
            let next = spaces.table().end_closing(&name, released.unwrap_or(true));
            next.into_iter().for_each(|name| spaces.put_away(name));
            spaces.changed.notify_waiters();
        });
    }

    /// A claim ends, and found this.
    fn give_back(self: &Arc<Self>, name: &str, found: Found) {
        let over = self.table().unclaim(name, found);
        over.into_iter().for_each(|name| self.put_away(name));
        self.changed.notify_waiters();
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
