//! The lines of the script: what is said, proposed, decided, asked, looked at, used, cared for and erased.

use hupo::{EntityId, MemoryRef, VerdictCode};
use hupo::{
    Include, MemoryId, NewBelief, NewDecision, NewMessage, Proposal, ProposalId, Rules, SearchScope, TemporalItemId,
    Timestamp,
};
use serde::Deserialize;

/// A line of the script as it stands there.
pub(super) struct Line<'a> {
    pub(super) number: usize,
    pub(super) text: &'a str,
}

/// One thing to do. Numbers of earlier things were written `$label` and are filled in before it is read.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(super) enum Step {
    /// A heading.
    Chapter { en: String, zh: String },
    /// A line of the transcript.
    Say(NewMessage),
    /// Hand in a proposal.
    Propose(Propose),
    /// Settle one that waits.
    Decide(Decide),
    /// Change what the space demands.
    Rules { time: Timestamp, rules: Rules },
    /// Replace the beliefs.
    Believe(Believe),
    /// Ask a question.
    Ask(Ask),
    /// Look at something that is no answer.
    Look(Look),
    /// Say that two entities are one.
    Merge { time: Timestamp, keep: EntityId, merge: EntityId, note: Option<String> },
    /// Say that they are two after all.
    Split { time: Timestamp, entity: EntityId },
    /// Erase a line of the transcript, by its external id, or a memory.
    Erase { time: Timestamp, message: Option<String>, memory: Option<MemoryId>, note: Option<String> },
    /// Make a theme known.
    Topic { time: Timestamp, name: String, about: String },
    /// Say what a reply used.
    Use { time: Timestamp, turn: String, memories: Vec<MemoryId>, note: Option<String> },
    /// Read off a reply what it used of what its turn was offered, and keep that as inferred.
    Detect(Detect),
    /// Take out of recall what went cold.
    Maintain(Maintain),
    /// Which topics are worth a summary.
    Due { month: String, note: Option<String> },
    /// What a turn sees.
    Context(Turned),
    /// How warm everything is.
    Temperatures { time: Timestamp, note: Option<String> },
    /// Look at one memory, which brings it back.
    Revisit { time: Timestamp, memory: MemoryId, note: Option<String> },
    /// Bring memories back.
    Restore { time: Timestamp, memories: Vec<MemoryId>, note: Option<String> },
    /// What a summary was made from.
    Expand { summary: MemoryId, note: Option<String> },
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Propose {
    pub(super) time: Timestamp,
    #[serde(rename = "as")]
    pub(super) label: Option<String>,
    pub(super) note: Option<String>,
    pub(super) proposal: Proposal,
    pub(super) expect: VerdictCode,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Decide {
    pub(super) time: Timestamp,
    pub(super) on: ProposalId,
    /// What the proposal was called; what is stored for it is called so from here on.
    #[serde(rename = "as")]
    pub(super) label: Option<String>,
    pub(super) decision: NewDecision,
    pub(super) by: String,
    pub(super) expect: VerdictCode,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Believe {
    pub(super) time: Timestamp,
    pub(super) beliefs: Vec<NewBelief>,
    pub(super) expect: Vec<VerdictCode>,
    pub(super) note: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ask {
    pub(super) time: Timestamp,
    pub(super) question: String,
    pub(super) scope: SearchScope,
    /// Each must be among the answers; an empty list is silence; none asks for nothing.
    pub(super) expect: Option<Vec<MemoryRef>>,
    /// None may be among the answers.
    #[serde(default)]
    pub(super) never: Vec<MemoryRef>,
    pub(super) as_of: Option<Timestamp>,
    #[serde(default)]
    pub(super) include: Include,
    pub(super) note: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Look {
    pub(super) time: Timestamp,
    pub(super) at: Sight,
    pub(super) name: Option<String>,
    pub(super) of: Option<MemoryId>,
    pub(super) note: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Detect {
    pub(super) time: Timestamp,
    /// The reply, by its external id.
    pub(super) reply: String,
    /// The message it answers.
    pub(super) to: String,
    /// What is found, exactly.
    pub(super) expect: Vec<MemoryId>,
    pub(super) note: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Maintain {
    pub(super) time: Timestamp,
    #[serde(default)]
    pub(super) dry_run: bool,
    /// What leaves recall, exactly; none asks for nothing.
    pub(super) expect: Option<Vec<MemoryId>>,
    pub(super) note: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Turned {
    pub(super) time: Timestamp,
    pub(super) text: String,
    pub(super) speaker: String,
    pub(super) session: String,
    /// `zh` or `en`.
    pub(super) language: String,
    #[serde(default)]
    pub(super) people: Vec<String>,
    /// Memories that must be shown.
    #[serde(default)]
    pub(super) shows: Vec<MemoryId>,
    /// Temporal items that must be shown.
    #[serde(default)]
    pub(super) items: Vec<TemporalItemId>,
    /// Memories that may not be.
    #[serde(default)]
    pub(super) never: Vec<MemoryId>,
    pub(super) note: Option<String>,
}

/// What can be looked at.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Sight {
    Queue,
    Profile,
    People,
    Memory,
    History,
    Plans,
    Beliefs,
    Pages,
}
