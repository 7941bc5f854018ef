//! The review queue: proposals that wait for a person, and what was decided.

use crate::{MemoryId, Proposal, ProposalId, Proposer, Stored, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a proposal waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Waiting {
    /// The space's policy asks for a person.
    Policy,
    /// A living memory of the same key says otherwise; both are disputed until a person decides.
    Conflict,
    /// Its text reads like an instruction to a model.
    Instruction,
}

/// A proposal in the queue; stays there, decided, for ever.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Review {
    /// Its id in the space.
    pub id: ProposalId,
    /// What is proposed.
    pub proposal: Proposal,
    /// By whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposer: Option<Proposer>,
    /// Why it waits; never empty.
    pub waiting: Vec<Waiting>,
    /// The living memories it contradicts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<MemoryId>,
    /// When it came.
    pub queued_at: Timestamp,
    /// What was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// Its evidence was erased, and so is what it said.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub erased: bool,
}

/// What a person decides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "decide", rename_all = "snake_case", deny_unknown_fields)]
pub enum NewDecision {
    /// As proposed. What it contradicts is superseded by it.
    Approve,
    /// Otherwise than proposed; the edit is checked like any proposal.
    Edit {
        /// What is to be stored.
        proposal: Box<Proposal>,
    },
    /// It says the same as a living memory, which gets its evidence.
    Merge {
        /// That memory.
        into: MemoryId,
    },
    /// Not at all.
    Reject {
        /// Why.
        reason: String,
        /// Refuse the same fact whenever it is proposed again.
        #[serde(default)]
        bar: bool,
    },
}

/// What was decided, by whom and when.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// What.
    pub decision: NewDecision,
    /// By whom.
    pub by: String,
    /// When.
    pub at: Timestamp,
    /// What was stored for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stored: Vec<Stored>,
}
