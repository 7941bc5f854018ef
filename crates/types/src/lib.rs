//! The words of Hupo: records, ids, events and refusals. No I/O, no clock, no index.
//!
//! One word for one thing; `docs/glossary.md` has the list in both languages.
#![warn(missing_docs)]

mod answered;
mod belief;
mod bytes;
mod care;
mod change;
mod command;
mod doc_set;
mod document;
mod entity;
mod erasure;
mod event;
mod evidence;
pub mod hex;
mod id;
#[doc(hidden)]
pub mod kill_point;
pub mod limits;
mod memory;
mod message;
mod observation;
mod page;
pub mod panic_point;
mod profile;
mod promotion;
mod proposal;
mod refusal;
mod relation;
mod review;
mod rules;
mod space;
mod temporal;
mod time;
mod topic;
mod vector;
mod verdict;

pub use answered::Answered;
pub use belief::{Belief, BeliefSet, NewBelief, Slot, SlotType, Uncited};
pub use care::{Care, CareCommand, Cared, Terms, Use, UseBasis};
pub use change::Change;
pub use command::{
    Command, EntityRef, LogCommand, MemoryRef, MessageRef, NewEntity, NewEvidence, NewMemory, NewMessage, NewRelation,
    NewTopic, ReviewCommand, Stored,
};
pub use doc_set::DocSet;
pub use document::{ContextLine, DocId, DocKind, Document};
pub use entity::{Entity, EntityKind};
pub use erasure::{EraseTarget, Erasure};
pub use event::{Event, Logged, Reviewed};
pub use evidence::{Evidence, Purpose};
pub use id::{
    EntityId, MemoryId, MessageId, ObservationId, PageId, ProfileFactId, ProposalId, RelationId, RunId, Sequence,
    TemporalItemId, TopicId,
};
pub use memory::{Kind, Memory, Scope, SemanticKey, Standing, State};
pub use message::{Message, Role};
pub use observation::{About, Basis, NewObservation, Observation, ObservationType};
pub use page::{NewPage, Page, PageKind};
pub use profile::{NewProfileFact, ProfileFact, Visibility};
pub use promotion::{Due, Duty, ExtractorId, MessageRange, NewRun, Occasion, Run, Schedule, Tokens, Track};
pub use proposal::{NewCorrection, NewPerson, NewTopicSummary, Proposal, Proposer};
pub use refusal::Refusal;
pub use relation::Relation;
pub use review::{Decision, NewDecision, Review, Waiting};
pub use rules::{ReviewPolicy, Rules};
pub use space::SpaceConfig;
pub use temporal::{Closing, Ending, NewClosing, NewTemporalItem, TemporalItem, TemporalKind, TemporalStatus};
pub use time::{Interval, Timestamp};
pub use topic::Topic;
pub use vector::{ModelIdentity, UnitVector, VectorError};
pub use verdict::{Verdict, VerdictCode};
