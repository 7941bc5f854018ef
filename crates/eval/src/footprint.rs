//! What a set takes: bytes on disk and in memory, and how fast it was written.

use hupo::{Error, Space};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// What spaces take, and what filling them took.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Footprint {
    /// Documents in them.
    pub documents: u64,
    /// Bytes of their ledgers on disk: text, receipts, names, vectors.
    pub ledger_bytes: u64,
    /// Bytes of their keyword indexes on disk.
    pub keyword_bytes: u64,
    /// Bytes of their vectors in memory.
    pub vector_bytes: u64,
    /// Documents written now; none where they were there already.
    pub written: u64,
    /// Seconds the writes took.
    pub write_s: f32,
    /// Documents embedded after their write.
    pub embedded: usize,
    /// Seconds that took.
    pub embed_s: f32,
}

impl Footprint {
    /// What a space takes, once everything of it is on the disk.
    pub(crate) fn of(space: &Space) -> Result<Self, Error> {
        space.flush()?;
        let stats = space.stats()?;
        Ok(Self {
            documents: stats.counts.documents(),
            ledger_bytes: stats.size.file_bytes,
            keyword_bytes: stats.keyword.bytes,
            vector_bytes: stats.vector.bytes,
            ..Self::default()
        })
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.documents += other.documents;
        self.ledger_bytes += other.ledger_bytes;
        self.keyword_bytes += other.keyword_bytes;
        self.vector_bytes += other.vector_bytes;
        self.written += other.written;
        self.write_s += other.write_s;
        self.embedded += other.embedded;
        self.embed_s += other.embed_s;
    }

    /// Bytes on disk.
    pub const fn disk_bytes(&self) -> u64 {
        self.ledger_bytes + self.keyword_bytes
    }

    /// Documents written in a second when their vectors are known; none if all were there already.
    pub fn written_per_second(&self) -> Option<f32> {
        (self.written > 0).then(|| self.written as f32 / self.write_s)
    }

    /// Documents written and embedded in a second; none if not all that were written were embedded too.
    pub fn embedded_per_second(&self) -> Option<f32> {
        let all = self.written > 0 && self.embedded as u64 == self.written;
        all.then(|| self.written as f32 / (self.write_s + self.embed_s))
    }
}

impl Serialize for Footprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("documents", &self.documents)?;
        map.serialize_entry("disk_bytes", &self.disk_bytes())?;
        map.serialize_entry("ledger_bytes", &self.ledger_bytes)?;
        map.serialize_entry("keyword_bytes", &self.keyword_bytes)?;
        map.serialize_entry("vector_memory_bytes", &self.vector_bytes)?;
        map.serialize_entry("documents_written_per_second", &self.written_per_second())?;
        map.serialize_entry("documents_embedded_per_second", &self.embedded_per_second())?;
        map.end()
    }
}

#[cfg(test)]
mod tests;
