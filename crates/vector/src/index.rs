//! The index: what the engine holds, writes to and asks.

mod search;
mod state;

pub use search::{Hit, Path};
pub use state::Degraded;

use crate::encoded::Encoded;
use crate::error::{Error, MAX_DIMENSION, Result};
use crate::job::{BuildJob, Built};
use crate::kernel::Kernel;
use hupo_types::{Change, DocId, Event, Sequence, UnitVector};
use state::State;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Vectors written under one lock. Searches wait for so many copies of a row at most (about a tenth of a
/// millisecond), however large the write is.
const WRITE_BATCH: usize = 256;

/// How the index searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The graph serves when more documents than this are allowed and few of the others; below, the scan is faster.
    pub hnsw_above: usize,
    /// How many of the best by 8-bit numbers are scored exactly, at least; always at least twice what is asked for.
    pub rescore: usize,
    /// The inner loops.
    pub kernel: Kernel,
}

impl Default for Options {
    /// By `examples/threshold.rs` (AVX2, 384 dimensions, ten hits) a walk still costs 1.2 times the scan at 50,000
    /// vectors, and misses one of a hundred hits that the scan finds.
    fn default() -> Self {
        Self { hnsw_above: 100_000, rescore: 100, kernel: Kernel::best() }
    }
}

/// The vectors of one space. Many may ask while one writes: a search holds a read lock, a write holds the lock for a
/// few rows at a time.
#[derive(Debug)]
pub struct Index {
    dimension: usize,
    options: Options,
    state: RwLock<State>,
}

/// Writing.
impl Index {
    /// An empty index for vectors of this dimension.
    pub fn new(dimension: usize, options: Options) -> Result<Self> {
        if dimension == 0 || dimension > MAX_DIMENSION {
            return Err(Error::ImpossibleDimension { dimension });
        }
        Ok(Self { dimension, options, state: RwLock::new(State::new(dimension)) })
    }

    /// Takes in the vectors of a change; a document's newer vector replaces its older one. A change up to
    /// [`Self::applied`] is known and changes nothing. On an error nothing was taken in.
    ///
    /// Vectors of another model must not come here, even of the same dimension: open a new index for it.
    pub fn apply(&self, change: &Change) -> Result<()> {
        if change.sequence <= self.applied() {
            return Ok(());
        }
        let vectors: Vec<_> = change.events.iter().filter_map(embedded).collect();
        for (_, vector) in &vectors {
            self.check(vector)?;
        }
        self.put(vectors.into_iter());
        self.set_applied(change.sequence);
        Ok(())
    }

    /// Takes in the vectors of the store as of a sequence number. On an error the vectors before the wrong one stay,
    /// and `applied` is not moved.
    pub fn insert_all(&self, vectors: impl IntoIterator<Item = (DocId, UnitVector)>, sequence: Sequence) -> Result<()> {
        let mut vectors = vectors.into_iter().peekable();
        while vectors.peek().is_some() {
            let batch: Vec<_> = vectors.by_ref().take(WRITE_BATCH).collect();
            for (_, vector) in &batch {
                self.check(vector)?;
            }
            self.put(batch.iter().map(|(doc, vector)| (*doc, vector)));
        }
        self.set_applied(sequence);
        Ok(())
    }

    /// Everything up to here has been taken in.
    pub fn applied(&self) -> Sequence {
        self.read().applied
    }

    /// Says that everything up to here has been taken in; used when there was nothing to take in.
    pub fn set_applied(&self, sequence: Sequence) {
        self.write().applied = sequence;
    }

    /// The vectors have been checked. Encoding happens outside the lock.
    fn put<'a>(&self, mut vectors: impl Iterator<Item = (DocId, &'a UnitVector)>) {
        loop {
            let batch: Vec<_> = vectors
                .by_ref()
                .take(WRITE_BATCH)
                .map(|(doc, vector)| (doc, Encoded::new(vector, self.options.kernel)))
                .collect();
            if batch.is_empty() {
                return;
            }
            let mut state = self.write();
            for (doc, vector) in &batch {
                state.put(*doc, vector);
            }
        }
    }

    fn check(&self, vector: &UnitVector) -> Result<()> {
        let (expected, got) = (self.dimension, vector.dimension());
        if got == expected { Ok(()) } else { Err(Error::WrongDimension { expected, got }) }
    }
}

/// Looking at it.
impl Index {
    /// How many documents have a vector.
    pub fn len(&self) -> usize {
        self.read().rows.len()
    }

    /// Whether no document has a vector.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Numbers in a vector.
    pub const fn dimension(&self) -> usize {
        self.dimension
    }

    /// Whether the document has a vector.
    pub fn contains(&self, doc: DocId) -> bool {
        self.read().rows.row_of(doc).is_some()
    }

    /// The document's vector, in half precision.
    pub fn vector(&self, doc: DocId) -> Option<UnitVector> {
        let state = self.read();
        let (halves, _) = state.rows.halves(state.rows.row_of(doc)?)?;
        let bytes: Vec<u8> = halves.iter().flat_map(|bits| bits.to_le_bytes()).collect();
        UnitVector::from_bytes(&bytes)
    }

    /// Bytes of memory that the vectors take, without the graph.
    pub fn heap_bytes(&self) -> usize {
        self.read().rows.heap_bytes()
    }
}

/// The graph.
impl Index {
    /// A graph to build, if there are enough vectors for one and the present one lacks a fifth of them (or more); the
    /// scan serves meanwhile. One job at a time: `None` while another is under way.
    pub fn build_due(&self) -> Option<BuildJob> {
        self.write().build_due(self.options)
    }

    /// Lets a finished graph serve. A result that is not of this index's present job is dropped; a failed build
    /// leaves the scan serving and [`Self::degraded`] says why.
    pub fn install(&self, built: Built) {
        let retired = self.write().install(built);
        drop(retired);
    }

    /// Makes a job that is under way end within milliseconds; its result will be dropped. For closing.
    pub fn stop_building(&self) {
        self.write().stop_building();
    }

    /// How many vectors the serving graph holds; 0 without one.
    pub fn graph_len(&self) -> usize {
        self.read().graph_len()
    }

    /// Why the graph was given up, if it was. Answers stay right, and slower; a new index starts afresh.
    pub fn degraded(&self) -> Option<Degraded> {
        self.read().degraded
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Index {
    fn drop(&mut self) {
        self.stop_building();
    }
}

fn embedded(event: &Event) -> Option<(DocId, &UnitVector)> {
    match event {
        Event::Embedded { doc, vector } => Some((*doc, vector)),
        Event::SpaceCreated { .. }
        | Event::EmbedderChosen { .. }
        | Event::MessageAppended { .. }
        | Event::EntityAdded { .. }
        | Event::EntityAliased { .. }
        | Event::RelationAdded { .. }
        | Event::TopicAdded { .. }
        | Event::MemoryRemembered { .. }
        | Event::EvidenceAdded { .. }
        | Event::MemorySuperseded { .. }
        | Event::Mentioned { .. }
        | Event::TopicsJoined { .. }
        | Event::StandingSet { .. }
        | Event::RelationSuperseded { .. }
        | Event::EntitiesMerged { .. }
        | Event::EntitySplit { .. }
        | Event::Logged(_)
        | Event::Reviewed(_)
        | Event::Cared(_)
        | Event::Promoted(_)
        | Event::Answered(_)
        | Event::Erased(_) => None,
    }
}

#[cfg(test)]
mod tests;
