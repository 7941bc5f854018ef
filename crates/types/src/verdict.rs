//! Verdicts: what code says to a proposal.

use crate::{DocId, MessageId, ProposalId, Refusal, Stored};
use serde::{Deserialize, Serialize};

/// What code says to a proposal. Each variant's text is what the proposer should do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VerdictCode {
    /// Stored. Nothing to do.
    Accepted,
    /// It waits for a person. Do not propose it again.
    Pending,
    /// It is known; its evidence was added to what is there. Nothing to do.
    Duplicate,
    /// Stored, and it took the place of what it corrects. Nothing to do.
    Supersedes,
    /// A cited message is not in this space. Cite one that is, or append it first.
    UnknownMessage,
    /// Somebody else wrote a cited message. Cite it under its own role.
    WrongRole,
    /// A quote does not occur in the message it cites. Quote the exact words; the nearest passage is given.
    QuoteNotFound,
    /// A quote says too little. Quote two Han characters, a word of three letters, or the whole message.
    QuoteTooShort,
    /// A fact about the user without the user's own words. Cite the user, or do not propose it.
    NoUserSource,
    /// Too unimportant to keep. Do not propose it again.
    BelowImportanceFloor,
    /// A pattern seen too seldom. Propose an observation or an event instead, and the pattern when it was seen again.
    NeedsRepetition,
    /// A memory, entity, topic, item or observation it names is not in this space, or no longer there.
    UnknownTarget,
    /// It would make a thing its own forerunner, member or part.
    Cycle,
    /// Something of the same key says otherwise. A person decides; propose a correction if the user corrected it.
    Conflict,
    /// Its source, or the fact itself, was erased or barred. Do not propose it again.
    ErasedSource,
    /// More of something than is accepted. Shorten or split it.
    Limit,
    /// It is not well formed. Mend the named field.
    Invalid,
}

impl VerdictCode {
    /// The word for it, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Pending => "pending",
            Self::Duplicate => "duplicate",
            Self::Supersedes => "supersedes",
            Self::UnknownMessage => "unknown_message",
            Self::WrongRole => "wrong_role",
            Self::QuoteNotFound => "quote_not_found",
            Self::QuoteTooShort => "quote_too_short",
            Self::NoUserSource => "no_user_source",
            Self::BelowImportanceFloor => "below_importance_floor",
            Self::NeedsRepetition => "needs_repetition",
            Self::UnknownTarget => "unknown_target",
            Self::Cycle => "cycle",
            Self::Conflict => "conflict",
            Self::ErasedSource => "erased_source",
            Self::Limit => "limit",
            Self::Invalid => "invalid",
        }
    }

    /// Whether the proposal did what it wanted, or will when a person agrees.
    pub const fn is_welcome(self) -> bool {
        match self {
            Self::Accepted | Self::Pending | Self::Duplicate | Self::Supersedes => true,
            Self::UnknownMessage
            | Self::WrongRole
            | Self::QuoteNotFound
            | Self::QuoteTooShort
            | Self::NoUserSource
            | Self::BelowImportanceFloor
            | Self::NeedsRepetition
            | Self::UnknownTarget
            | Self::Cycle
            | Self::Conflict
            | Self::ErasedSource
            | Self::Limit
            | Self::Invalid => false,
        }
    }
}

/// What code says to one proposal, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// What is said.
    pub code: VerdictCode,
    /// The field it is about, such as `evidence[0].quote`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Why, and what to do, in a sentence.
    pub reason: String,
    /// Of a quote that is not found: the nearest real passage of that message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    /// The message a refused quote cites.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageId>,
    /// What was stored or added to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stored: Vec<Stored>,
    /// What it meets: the duplicate, the corrected, the conflicting.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meets: Vec<DocId>,
    /// Its number in the review queue, if it waits there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<ProposalId>,
}

impl Verdict {
    /// A verdict with nothing but its code and reason.
    pub fn new(code: VerdictCode, reason: impl Into<String>) -> Self {
        Self {
            code,
            field: None,
            reason: reason.into(),
            nearest: None,
            message: None,
            stored: Vec::new(),
            meets: Vec::new(),
            proposal: None,
        }
    }

    /// About this field.
    #[must_use]
    pub fn at(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }
}

impl From<&Refusal> for Verdict {
    fn from(refusal: &Refusal) -> Self {
        let mut verdict = Self::new(refusal.verdict_code(), refusal.to_string());
        verdict.field = refusal.field().map(str::to_owned);
        if let Refusal::QuoteNotFound { nearest, message, .. } = refusal {
            verdict.nearest.clone_from(nearest);
            verdict.message = Some(*message);
        }
        verdict
    }
}
