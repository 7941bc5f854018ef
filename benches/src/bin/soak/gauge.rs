//! What the system says of this process: memory, threads, file handles. Zeros where it does not say.

use std::fmt;
use std::time::{Duration, Instant};

/// Threads that are ending get so long at least, and so long at most.
const QUIET: Duration = Duration::from_millis(200);
const AT_MOST: Duration = Duration::from_secs(10);

/// One look.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Gauge {
    /// Memory that is in RAM.
    pub(crate) resident_bytes: u64,
    /// The same, after the allocator gave back what it could: what the process holds on to.
    pub(crate) held_bytes: u64,
    pub(crate) threads: u64,
    pub(crate) handles: u64,
}

impl Gauge {
    pub(crate) fn read() -> Self {
        let resident_bytes = resident_bytes();
        Self { resident_bytes, held_bytes: resident_bytes, threads: threads(), handles: handles() }
    }

    /// Waits until threads that are ending have ended: until there are as few as there were once, or for as long as even
    /// a busy machine needs to end one.
    pub(crate) fn read_when_quiet(fewest: Option<u64>) -> Self {
        let begun = Instant::now();
        let is_quiet = |waited| waited > QUIET && fewest.is_none_or(|fewest| threads() <= fewest);
        while !is_quiet(begun.elapsed()) && begun.elapsed() < AT_MOST {
            std::thread::sleep(QUIET / 4);
        }
        let seen = Self::read();
        give_back();
        Self { held_bytes: resident_bytes(), ..seen }
    }

    pub(crate) fn resident_mb(&self) -> f64 {
        self.resident_bytes as f64 / 1e6
    }

    pub(crate) fn held_mb(&self) -> f64 {
        self.held_bytes as f64 / 1e6
    }
}

impl fmt::Display for Gauge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (resident, held) = (self.resident_mb(), self.held_mb());
        write!(f, "{resident:6.1} MB, held {held:6.1} MB {:3} threads {:3} handles", self.threads, self.handles)
    }
}

fn resident_bytes() -> u64 {
    status("VmRSS:") * 1024
}

fn threads() -> u64 {
    status("Threads:")
}

fn handles() -> u64 {
    std::fs::read_dir("/proc/self/fd").map_or(0, |entries| entries.count() as u64)
}

/// A number of `/proc/self/status`.
fn status(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    line.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// Has the allocator give free pages back to the system, so that what is left was not freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the standard library cannot ask the allocator")]
fn give_back() {
    // SAFETY: takes a number, and frees only what is free.
    unsafe { libc::malloc_trim(0) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_back() {}
