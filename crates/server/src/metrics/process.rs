//! What the operating system says of this process; on Linux only.

/// Bytes of a page in `/proc/self/statm`, on every platform we build for.
const PAGE_BYTES: u64 = 4_096;

pub(super) struct Process {
    pub(super) resident_bytes: u64,
    pub(super) n_open_files: u64,
}

pub(super) fn look() -> Option<Process> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    let n_open_files = std::fs::read_dir("/proc/self/fd").ok()?.count() as u64;
    Some(Process { resident_bytes: pages * PAGE_BYTES, n_open_files })
}
