//! Hupo (琥珀): an embedded, graph-backed hybrid retrieval engine for the long-term memory of AI companions.
//!
//! It keeps what was said, and finds it again. Open a root, open a space, append what is said, remember what matters
//! with the words it rests on, and ask. Every answer carries the exact words, who said them, where and when.
//!
//! Everything is synchronous, `Send` and `Sync`. No model files are needed; with them answers get better, and each
//! says which stages ran. See [`Hupo`] for an example that runs.
#![warn(missing_docs)]

mod answer;
mod backup;
mod care;
mod draft;
mod embed;
mod erase;
mod error;
mod exchange;
mod leg;
mod legs;
mod models;
mod once;
mod options;
mod place;
mod propose;
mod receipt;
mod root;
mod space;
mod stats;
mod turn;
mod verification;
mod when;

pub use answer::{Answer, Cited, Hit, Member};
pub use backup::{BackupReceipt, Writes, verify_backup};
pub use care::{TemperatureCount, TopicView};
pub use error::Error;
pub use hupo_memory::{
    BeliefView, BeliefsInput, CardConflict, CardEvidence, CardRelation, Cooling, DetectedUse, DueWhy, Entry, EntryId,
    EntryReceipt, Exchange, Judgement, LeftOut, LeftOutReason, Line, Maintenance, Month, NotAMonth, Part, PartLimit,
    PersonCard, ProfileView, Quoted, ReviewCard, Said, Section, Sign, Temperature, Temperatures, TopicDue, TopicMember,
    Turn, TurnContext, TurnLimits, UseSign, clock, cold_at, temperature, term_days,
};
pub use hupo_recall::{
    Barrier, Blend, Bm25, Common, CommonRule, Contribution, Fate, FieldWeights, Filter, Floor, Form, Include, LegState,
    QueryOptions, Question, Recipe, Reranked, RerankedBy, Reranking, SearchScope, Source, Stages, Timings, Weights,
    Why,
};
pub use hupo_store::{Counts, ExportLine, Size};
pub use hupo_text::{Language, estimate_tokens};
pub use hupo_types::*;
pub use models::{MissingModel, ModelsReport};
pub use options::{Embed, Options};
pub use propose::{Batch, Verdicts};
pub use receipt::Receipt;
pub use root::Hupo;
pub use space::{Plan, Space};
pub use stats::{Leg, Stats};
pub use turn::Patience;
pub use verification::Verification;
pub use when::{Once, When};
