//! What a caller is told when a call fails: a code, words, and for each refused field why. Never a stored text.

mod answer;
mod of_engine;

use std::time::Duration;

/// Why a call failed. Each has a word, a gRPC status and an HTTP status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// The caller's: the message cannot be used as it is.
    Invalid,
    /// The caller's: no credential, or one that is not valid, revoked or expired.
    Unauthenticated,
    /// The caller's: the credential does not cover the verb or the space.
    Forbidden,
    /// The caller's: there is no such space, and the credential would cover it.
    UnknownSpace,
    /// The caller's: there is no such thing in the space.
    NotFound,
    /// The caller's: there is one already.
    Exists,
    /// The caller's: it breaks a rule, and nothing was written.
    Refused,
    /// The caller's: the idempotency key was used for another request.
    ConflictOfKey,
    /// The write was done, and its answer was emptied by an erasure since.
    AnswerGone,
    /// The caller's: the message is larger than the credential allows.
    TooLarge,
    /// The caller's: more calls than the credential allows. Wait.
    TooMany,
    /// The server's, for now: it is full, or going. Wait.
    Unavailable,
    /// The caller's deadline passed. A write may have been made: ask again with the same idempotency key.
    Deadline,
    /// The caller went away.
    Cancelled,
    /// The disk's: what was read is not what was written.
    Damaged,
    /// The server's.
    Internal,
}

impl Code {
    /// Every code.
    pub const ALL: [Self; 16] = [
        Self::Invalid,
        Self::Unauthenticated,
        Self::Forbidden,
        Self::UnknownSpace,
        Self::NotFound,
        Self::Exists,
        Self::Refused,
        Self::ConflictOfKey,
        Self::AnswerGone,
        Self::TooLarge,
        Self::TooMany,
        Self::Unavailable,
        Self::Deadline,
        Self::Cancelled,
        Self::Damaged,
        Self::Internal,
    ];

    /// Its word, as answers, metrics and the audit log have it.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Its gRPC status.
    pub const fn grpc(self) -> tonic::Code {
        self.row().1
    }

    /// Its HTTP status.
    pub const fn http(self) -> u16 {
        self.row().2
    }

    /// Whether it is the machine that failed a call, and not the caller or the rules.
    pub(crate) const fn is_of_the_machine(self) -> bool {
        match self {
            Self::Unavailable | Self::Damaged | Self::Internal => true,
            Self::Invalid
            | Self::Unauthenticated
            | Self::Forbidden
            | Self::UnknownSpace
            | Self::NotFound
            | Self::Exists
            | Self::Refused
            | Self::ConflictOfKey
            | Self::AnswerGone
            | Self::TooLarge
            | Self::TooMany
            | Self::Deadline
            | Self::Cancelled => false,
        }
    }

    const fn row(self) -> (&'static str, tonic::Code, u16) {
        use tonic::Code as Grpc;
        match self {
            Self::Invalid => ("invalid", Grpc::InvalidArgument, 400),
            Self::Unauthenticated => ("unauthenticated", Grpc::Unauthenticated, 401),
            Self::Forbidden => ("forbidden", Grpc::PermissionDenied, 403),
            Self::UnknownSpace => ("unknown_space", Grpc::NotFound, 404),
            Self::NotFound => ("not_found", Grpc::NotFound, 404),
            Self::Exists => ("exists", Grpc::AlreadyExists, 409),
            Self::Refused => ("refused", Grpc::FailedPrecondition, 422),
            Self::ConflictOfKey => ("conflict_of_key", Grpc::AlreadyExists, 409),
            Self::AnswerGone => ("answer_gone", Grpc::FailedPrecondition, 410),
            Self::TooLarge => ("too_large", Grpc::ResourceExhausted, 413),
            Self::TooMany => ("too_many", Grpc::ResourceExhausted, 429),
            Self::Unavailable => ("unavailable", Grpc::Unavailable, 503),
            Self::Deadline => ("deadline", Grpc::DeadlineExceeded, 504),
            Self::Cancelled => ("cancelled", Grpc::Cancelled, 499),
            Self::Damaged => ("damaged", Grpc::DataLoss, 500),
            Self::Internal => ("internal", Grpc::Internal, 500),
        }
    }
}

/// One thing of a request that a rule refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedField {
    /// Which item of the request, from 0.
    pub place: usize,
    /// Which field of it.
    pub field: String,
    /// The rule's word, such as `quote_not_found`.
    pub code: String,
    /// Why, and what to do.
    pub reason: String,
}

/// A failed call. Nothing was written unless the code says that it may have been.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", code.name())]
pub struct Problem {
    /// Why.
    pub code: Code,
    /// For a person: what happened and what to do. No stored text.
    pub message: String,
    /// Each refused field, if it was refused.
    pub refusals: Vec<RefusedField>,
    /// When to try again, if that helps.
    pub retry_after: Option<Duration>,
}

impl Problem {
    /// A problem of this kind.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), refusals: Vec::new(), retry_after: None }
    }

    /// A message that cannot be used: which field, and why. `why` must not quote the field.
    pub fn invalid(field: &str, why: &str) -> Self {
        Self::new(Code::Invalid, format!("{field}: {why}"))
    }

    /// Too much at once; come again after this long.
    #[must_use]
    pub fn after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self
    }

    /// The credential does not cover it. The same words whether the thing exists or not.
    pub fn forbidden() -> Self {
        Self::new(Code::Forbidden, "the credential does not cover this verb on this space")
    }

    /// The server failed.
    pub fn failed() -> Self {
        Self::new(Code::Internal, "the server failed; its log says at what")
    }

    /// The caller's deadline passed.
    pub fn deadline() -> Self {
        Self::new(Code::Deadline, "the deadline passed; a write may have been made: ask again with the same key")
    }

    /// The caller went away.
    pub fn cancelled() -> Self {
        Self::new(Code::Cancelled, "the call was cancelled")
    }
}
