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
mod making;
mod models;
mod once;
mod options;
mod place;
mod promote;
mod propose;
mod receipt;
mod repair;
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
pub use hupo_inference::CacheCounts;
pub use hupo_memory::{
    BeliefView, BeliefsInput, CardConflict, CardEvidence, CardRelation, Cooling, DetectedUse, DueWhy, Entry, EntryId,
    EntryReceipt, Exchange, Extraction, Judgement, LeftOut, LeftOutReason, Line, Maintenance, Month, NotAMonth, Part,
    PartLimit, PersonCard, ProfileView, Quoted, ReviewCard, RunOutcome, RunReport, Said, Section, Sign, Task,
    Temperature, Temperatures, TopicDue, TopicMember, Turn, TurnContext, TurnLimits, UseSign, clock, cold_at, signs,
    temperature, term_days,
};
pub use hupo_recall::{
    Barrier, Blend, Bm25, Common, CommonRule, Contribution, Fate, FieldWeights, Filter, Floor, Form, Include, LegState,
    QueryOptions, Question, Recipe, Reranked, RerankedBy, Reranking, SearchScope, Source, Stages, Timings, Weights,
    Why,
};
pub use hupo_store::{Compacted, Counts, DamagedWrite, ExportLine, Extent, Finding, Lost, Mend, Repair, Size, Unfit};
pub use hupo_text::{Language, estimate_tokens};
pub use hupo_types::*;
pub use models::{MissingModel, ModelsReport};
pub use options::{Embed, Options};
pub use promote::{Promotion, built_in_does, extract_built_in};
pub use propose::{Batch, Verdicts};
pub use receipt::Receipt;
pub use root::Hupo;
pub use space::{Plan, Space};
pub use stats::{Leg, Stats};
pub use turn::Patience;
pub use verification::{Fault, Verification};
pub use when::{Once, When};
