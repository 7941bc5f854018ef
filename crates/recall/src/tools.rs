//! The tools of one recall: the legs and models of one space, as far as they are there.

use crate::catalog::Catalog;
use hupo_inference::{Embedder, Reranker};
use hupo_types::{DocId, Document};
use jiff::tz::TimeZone;
use rayon::ThreadPool;

/// What recall works with. A leg or model that is not there is left out, and the answer says so.
pub struct Tools<'a> {
    /// Who may be returned.
    pub catalog: &'a Catalog,
    /// Leg 1.
    pub keyword: Option<&'a hupo_keyword::Index>,
    /// Leg 2.
    pub vector: Option<&'a hupo_vector::Index>,
    /// Leg 3.
    pub graph: Option<&'a hupo_graph::Index>,
    /// Text to vector.
    pub embedder: Option<&'a Embedder>,
    /// The cross-encoder, or MaxSim in its place.
    pub reranker: Option<&'a Reranker>,
    /// MaxSim, when it is asked for by name.
    pub max_sim: Option<&'a Reranker>,
    /// The space's zone.
    pub zone: &'a TimeZone,
    /// Threads for the legs; `None` runs them one after another.
    pub pool: Option<&'a ThreadPool>,
    /// Reads a document as it stands; `None` if it is gone or unreadable.
    pub document: &'a (dyn Fn(DocId) -> Option<Document> + Sync),
}
