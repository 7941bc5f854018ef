//! How an index is kept.

use jiff::tz::TimeZone;

/// How an index is kept.
#[derive(Debug, Clone)]
pub struct Options {
    /// The space's zone: dates are indexed as its people write them. Another zone is another index.
    pub zone: TimeZone,
    /// Whose index it is, in words that no other space has. The index of another is another index.
    pub owner: String,
    /// Bytes the writer may hold while it writes a batch; freed after it. Raised to tantivy's least (15 MB) if below.
    pub writer_memory_bytes: usize,
    /// Documents that wait in memory before a batch is written. More: rarer writes; less: quicker reopening after a kill.
    pub commit_docs: usize,
    /// Above this size, an index that was closed cleanly is opened without reading it whole to verify its checksums.
    pub always_verify_bytes: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            zone: TimeZone::UTC,
            owner: String::new(),
            writer_memory_bytes: 32 << 20,
            commit_docs: 1024,
            always_verify_bytes: 16 << 20,
        }
    }
}

impl Options {
    /// What makes two indexes unlike each other: schema, tokenizer, dictionary, zone, owner. Raise the first number whenever
    /// documents would be indexed otherwise than before.
    pub(crate) fn identity(&self) -> String {
        format!("hupo-keyword 2, jieba-rs 0.11, frostem 1, zone {}, of {}", zone_name(&self.zone), self.owner)
    }
}

fn zone_name(zone: &TimeZone) -> String {
    let fixed = || zone.to_fixed_offset().map(|offset| offset.to_string());
    zone.iana_name().map(str::to_owned).or_else(|| fixed().ok()).unwrap_or_else(|| format!("{zone:?}"))
}
