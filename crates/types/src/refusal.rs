//! Refusals: why the store does not write what a caller asked for. A refusal is an answer, not a failure.

use crate::{DocId, EntityId, MemoryId, MessageId, Role, VectorError, VerdictCode};
use serde::Serialize;
use thiserror::Error;

/// Why a command is refused. Each names the field and says what to do; nothing is written.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields are named by what they hold and the message explains them")]
pub enum Refusal {
    /// A text field cannot be stored as it is.
    #[error("{field}: {reason}")]
    BadText { field: String, reason: String },
    /// A number is outside its range.
    #[error("{field}: {value} is outside {range}; give a value inside it")]
    OutOfRange { field: String, value: String, range: String },
    /// More of something than is accepted.
    #[error("{field}: {count} is more than the {limit} accepted; split it")]
    TooMany { field: String, count: usize, limit: usize },
    /// A message's time lies ahead of the writer's clock.
    #[error("{field}: the time lies {ahead_ms} ms in the future; messages are recorded after they were said")]
    FutureTime { field: String, ahead_ms: i64 },
    /// An interval ends before it begins.
    #[error("{field}: the interval is empty or inverted; its end must lie after its start")]
    EmptyInterval { field: String },
    /// The external id names another message already.
    #[error(
        "external_id: {external_id:?} already names {existing} with other content; use a new id (nothing is edited)"
    )]
    ExternalIdTaken { external_id: String, existing: DocId },
    /// No such message in this space.
    #[error("{field}: there is no message {message} in this space; append it first")]
    UnknownMessage { field: String, message: String },
    /// No such memory in this space.
    #[error("{field}: there is no memory {memory} in this space")]
    UnknownMemory { field: String, memory: String },
    /// No such entity in this space.
    #[error("{field}: there is no entity {entity} in this space; add it first")]
    UnknownEntity { field: String, entity: String },
    /// An alias that several entities go by names none of them.
    #[error("{field}: {entity:?} is an alias of {} entities; name the one meant by its id or its own name", candidates.len())]
    AmbiguousEntity { field: String, entity: String, candidates: Vec<EntityId> },
    /// No such topic in this space.
    #[error("{field}: there is no topic {topic:?} in this space; add it first")]
    UnknownTopic { field: String, topic: String },
    /// No such document in this space.
    #[error("{field}: there is no document {doc} in this space")]
    UnknownDocument { field: String, doc: DocId },
    /// A memory or relation without evidence (promise 1).
    #[error("evidence: there is none; cite at least one message that says so, with its exact words")]
    NoEvidence,
    /// Someone else wrote the cited message.
    #[error("{field}: {message} was written by the {actual}, not by the {claimed}; cite it as it is")]
    WrongRole { field: String, message: MessageId, claimed: Role, actual: Role },
    /// The words do not occur in the cited message.
    #[error("{field}: the quote does not occur in {message}; quote its exact words{}", nearest.as_ref().map(|n| format!(", such as {n:?}")).unwrap_or_default())]
    QuoteNotFound { field: String, message: MessageId, nearest: Option<String> },
    /// The quote says too little to prove anything.
    #[error(
        "{field}: the quote is too short to carry meaning; quote at least two Han characters or a word of three letters"
    )]
    QuoteTooShort { field: String },
    /// The quote is longer than any quote may be.
    #[error("{field}: the quote has {bytes} bytes, more than the {limit} accepted; quote the words that matter")]
    QuoteTooLong { field: String, bytes: usize, limit: usize },
    /// A fact about the user that rests on nobody's words but the companion's (promise 2).
    #[error("evidence: a memory about the user needs the user's own words; cite a message written by the user")]
    NoUserSource,
    /// The memory to be corrected has been corrected already.
    #[error("supersedes: {memory} was already superseded by {by}; correct that one")]
    AlreadySuperseded { memory: MemoryId, by: MemoryId },
    /// The correction is about another fact (promise 6).
    #[error("supersedes: {memory} has another semantic key; only the same key is the same fact")]
    OtherKey { memory: MemoryId },
    /// A correction without the user's own words.
    #[error("evidence: a correction needs the user's own words; cite a message written by the user")]
    NoUserCorrection,
    /// The vector's numbers are unusable.
    #[error("vector: {error}")]
    BadVector {
        #[serde(serialize_with = "as_text")]
        error: VectorError,
    },
    /// The vector has the wrong number of dimensions.
    #[error("vector: it has {actual} dimensions, the space's model has {expected}")]
    WrongDimension { expected: usize, actual: usize },
    /// A vector came without the model that made it.
    #[error("vector: no model is named for it; pass the model's identity with the write")]
    NoModel,
    /// The vector is another model's than the space's.
    #[error(
        "vector: the space holds vectors of {expected}, this one is of {actual}; embed the space again with `hupo rebuild --embed`, or open it with {expected}"
    )]
    OtherModel { expected: String, actual: String },
    /// Something is named that is not in this space.
    #[error("{field}: there is no {what} in this space")]
    UnknownTarget { field: String, what: String },
    /// It would make a thing its own forerunner, member or part.
    #[error("{field}: {what} would become a part of itself")]
    Cycle { field: String, what: String },
    /// The cited source was erased, or a person barred the fact.
    #[error("{field}: {what}; do not propose it again")]
    ErasedSource { field: String, what: String },
    /// It was decided, closed, or replaced before.
    #[error("{field}: {what} was settled already")]
    Settled { field: String, what: String },
    /// A matter of the user's that rests on nobody's words but the companion's (promise 2).
    #[error("{field}: this needs the user's own words; cite a message written by the user")]
    NeedsUserWords { field: String },
    /// A belief whose citation does not support its slot.
    #[error("{field}: {reason}")]
    Unsupported { field: String, reason: String },
}

/// What a refusal says to whoever proposed it.
impl Refusal {
    /// The verdict it comes to.
    pub const fn verdict_code(&self) -> VerdictCode {
        match self {
            Self::TooMany { .. } | Self::QuoteTooLong { .. } => VerdictCode::Limit,
            Self::UnknownMessage { .. } => VerdictCode::UnknownMessage,
            Self::UnknownMemory { .. }
            | Self::UnknownEntity { .. }
            | Self::AmbiguousEntity { .. }
            | Self::UnknownTopic { .. }
            | Self::UnknownDocument { .. }
            | Self::UnknownTarget { .. }
            | Self::Settled { .. }
            | Self::AlreadySuperseded { .. } => VerdictCode::UnknownTarget,
            Self::WrongRole { .. } => VerdictCode::WrongRole,
            Self::QuoteNotFound { .. } => VerdictCode::QuoteNotFound,
            Self::QuoteTooShort { .. } => VerdictCode::QuoteTooShort,
            Self::NoUserSource | Self::NoUserCorrection | Self::NeedsUserWords { .. } => VerdictCode::NoUserSource,
            Self::OtherKey { .. } | Self::ExternalIdTaken { .. } => VerdictCode::Conflict,
            Self::Cycle { .. } => VerdictCode::Cycle,
            Self::ErasedSource { .. } => VerdictCode::ErasedSource,
            Self::NoEvidence
            | Self::BadText { .. }
            | Self::OutOfRange { .. }
            | Self::FutureTime { .. }
            | Self::EmptyInterval { .. }
            | Self::BadVector { .. }
            | Self::WrongDimension { .. }
            | Self::NoModel
            | Self::OtherModel { .. }
            | Self::Unsupported { .. } => VerdictCode::Invalid,
        }
    }

    /// The field it is about.
    pub fn field(&self) -> Option<&str> {
        match self {
            Self::BadText { field, .. }
            | Self::OutOfRange { field, .. }
            | Self::TooMany { field, .. }
            | Self::FutureTime { field, .. }
            | Self::EmptyInterval { field }
            | Self::UnknownMessage { field, .. }
            | Self::UnknownMemory { field, .. }
            | Self::UnknownEntity { field, .. }
            | Self::AmbiguousEntity { field, .. }
            | Self::UnknownTopic { field, .. }
            | Self::UnknownDocument { field, .. }
            | Self::WrongRole { field, .. }
            | Self::QuoteNotFound { field, .. }
            | Self::QuoteTooShort { field }
            | Self::QuoteTooLong { field, .. }
            | Self::UnknownTarget { field, .. }
            | Self::Cycle { field, .. }
            | Self::ErasedSource { field, .. }
            | Self::Settled { field, .. }
            | Self::NeedsUserWords { field }
            | Self::Unsupported { field, .. } => Some(field),
            Self::ExternalIdTaken { .. } => Some("external_id"),
            Self::NoEvidence | Self::NoUserSource | Self::NoUserCorrection => Some("evidence"),
            Self::AlreadySuperseded { .. } | Self::OtherKey { .. } => Some("supersedes"),
            Self::BadVector { .. } | Self::WrongDimension { .. } | Self::NoModel | Self::OtherModel { .. } => {
                Some("vector")
            }
        }
    }
}

fn as_text<S: serde::Serializer>(error: &VectorError, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&error.to_string())
}
