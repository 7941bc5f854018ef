//! A space in numbers.

use crate::leg::{Missing, Slot};
use crate::space::Inner;
use crate::{Error, Space};
use hupo_store::{Counts, Size};
use hupo_types::{ModelIdentity, Sequence};
use serde::Serialize;

/// A space in numbers.
#[derive(Debug, Clone, Serialize)]
pub struct Stats {
    /// The last write.
    pub sequence: Sequence,
    /// How much there is of everything.
    pub counts: Counts,
    /// The store's file.
    pub size: Size,
    /// The model of the space's vectors.
    pub model: Option<ModelIdentity>,
    /// The keyword leg.
    pub keyword: Leg,
    /// The vector leg.
    pub vector: Leg,
    /// The graph leg.
    pub graph: Leg,
}

/// A leg in numbers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Leg {
    /// `serving`, or why not.
    pub state: String,
    /// Documents it can find.
    pub documents: u64,
    /// Bytes it takes: on disk (keyword), in memory (vector).
    pub bytes: u64,
    /// More about it, in words.
    pub detail: String,
}

pub(crate) fn of(inner: &Inner) -> Result<Stats, Error> {
    let snapshot = inner.snapshot()?;
    let legs = &inner.legs;
    Ok(Stats {
        sequence: snapshot.sequence(),
        counts: snapshot.counts(),
        size: inner.store()?.size()?,
        model: snapshot.model().cloned(),
        keyword: leg(&legs.keyword, |leg| {
            let stats = leg.stats().ok()?;
            let detail = format!("{} segments, {} documents in memory only", stats.segments, stats.waiting);
            Some((stats.documents, stats.bytes, detail))
        }),
        vector: leg(&legs.vector, |leg| {
            let detail = match leg.graph_len() {
                0 => "exact scan".to_owned(),
                n => format!("HNSW over {n}, exact scan for the rest"),
            };
            Some((leg.len() as u64, leg.heap_bytes() as u64, detail))
        }),
        graph: leg(&legs.graph, |leg| {
            let stats = leg.stats();
            let detail = format!("{} entities, {} topics, {} edges", stats.entities, stats.topics, stats.edges);
            Some((stats.documents as u64, 0, detail))
        }),
    })
}

fn leg<T>(slot: &Slot<T>, numbers: impl FnOnce(&T) -> Option<(u64, u64, String)>) -> Leg {
    match slot.get() {
        Ok(leg) => {
            let (documents, bytes, detail) = numbers(&leg).unwrap_or_default();
            Leg { state: "serving".into(), documents, bytes, detail }
        }
        Err(Missing::Absent(reason) | Missing::Broken(reason)) => {
            Leg { state: reason, documents: 0, bytes: 0, detail: String::new() }
        }
    }
}

/// Bytes that an open space takes besides its documents: its thread, its empty legs, its share of the allocator. These
/// two are measured (`docs/performance.md`, "What an open space takes"): with them the sum is what the process grows by,
/// or a little more.
const SPACE_BYTES: u64 = 256 << 10;
/// Bytes a document takes in the catalog, the graph, and the keyword leg's tables and files.
const DOCUMENT_BYTES: u64 = 512;

/// Its numbers that cost nothing to ask.
impl Space {
    /// The last write that its readers see.
    pub fn sequence(&self) -> Result<Sequence, Error> {
        Ok(self.inner.snapshot()?.sequence())
    }

    /// About how many bytes of memory the open space takes, models excluded: an estimate for deciding how many spaces
    /// stay open. The page cache is counted as full, up to the size of the file.
    pub fn memory_bytes(&self) -> Result<u64, Error> {
        let store = self.inner.store()?;
        let counts = store.snapshot()?.counts();
        let cache = store.file_bytes()?.min(self.inner.shared.options.cache_bytes as u64);
        let vectors = self.inner.legs.vector.get().map_or(0, |leg| leg.heap_bytes() as u64);
        Ok(SPACE_BYTES + cache + vectors + counts.documents() * DOCUMENT_BYTES)
    }
}
