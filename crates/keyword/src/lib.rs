//! Leg 1, keywords: exact words, Chinese and English, ranked by BM25. The only crate that knows tantivy and jieba.
//!
//! tantivy keeps the postings on disk; what is newer than its last commit sits in a small part in memory. Both are
//! read together and scored here, under one set of statistics, so that a search sees every acknowledged write and
//! ranks as if all had been indexed at once. (tantivy's own scoring has fixed `k1` and `b`, counts deleted documents
//! in its statistics and knows nothing of the part in memory.)
//!
//! The index is a shadow of the store: whatever is wrong with its folder, it is emptied, and the caller replays.

mod analysis;
mod bits;
mod bm25;
mod disk;
mod entry;
mod error;
mod explain;
mod field;
mod frozen;
#[cfg(fuzzing)]
pub mod fuzz;
mod guard;
mod index;
mod lookup;
mod merging;
mod opening;
mod options;
mod postings;
mod query;
mod scratch;
mod seal;
mod search;
mod stamp;
mod state;
mod stop_words;
mod tail;

pub use analysis::warm;
pub use error::Error;
pub use explain::TermScore;
pub use field::{Field, Weights};
pub use index::{Index, Opened, Stats};
pub use lookup::Lookup;
pub use opening::Reason;
pub use options::Options;
pub use query::{Bm25, Common, CommonRule, Query, QueryOptions};
pub use search::Hit;

/// What calls of this crate return.
pub type Result<T, E = Error> = std::result::Result<T, E>;
