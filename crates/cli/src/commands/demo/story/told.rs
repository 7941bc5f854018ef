//! What happened at each line of the story, as people and programs are told it.

use super::Looked;
use hupo::{DocId, Erasure, Proposal, Rules, Timestamp, Verdict, VerdictCode};
use serde::Serialize;

/// What happened.
#[derive(Debug, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub(crate) enum Told {
    /// A heading.
    Chapter { number: usize, en: String, zh: String },
    /// A line of the transcript; `begins` a conversation.
    Said { begins: Option<Timestamp>, user: bool, speaker: String, text: String, id: String },
    /// A proposal and its verdict.
    Judged { proposal: Box<Proposal>, verdict: Verdict, expected: VerdictCode, note: Option<String> },
    /// A decision of a person's and its verdict.
    Decided { by: String, decision: String, verdict: Verdict, expected: VerdictCode },
    /// The beliefs were replaced.
    Believed { beliefs: Vec<String>, verdicts: Vec<Verdict>, expected: Vec<VerdictCode>, note: Option<String> },
    /// What the space demands was changed.
    Ruled { rules: Rules },
    /// A question and what recall said.
    Answered { question: String, as_of: Option<Timestamp>, found: Vec<Found>, wrong: Vec<String>, note: Option<String> },
    /// Something else was looked at.
    Looked { looked: Looked, note: Option<String> },
    /// Two entities became one, or two again.
    Joined { merged: bool, names: Vec<String>, note: Option<String> },
    /// Something was erased.
    Erased { erasure: Erasure, note: Option<String> },
    /// Something was done to memories as time went by, or asked of them.
    Cared(Cared),
    /// What a turn saw.
    Saw(Saw),
}

/// What was done or asked, what came of it, and what came otherwise than expected.
#[derive(Debug, Serialize)]
pub(crate) struct Cared {
    pub(crate) verb: &'static str,
    pub(crate) line: String,
    pub(crate) rows: Vec<String>,
    pub(crate) wrong: Vec<String>,
    pub(crate) note: Option<String>,
}

/// What a turn saw, as its model would read it.
#[derive(Debug, Serialize)]
pub(crate) struct Saw {
    pub(crate) text: String,
    pub(crate) rendered: String,
    /// What it cost, and what was left out.
    pub(crate) spent: String,
    pub(crate) wrong: Vec<String>,
    pub(crate) note: Option<String>,
}

/// An answer of recall: its text and the words it rests on.
#[derive(Debug, Serialize)]
pub(crate) struct Found {
    pub(crate) id: DocId,
    pub(crate) text: String,
    /// Quote and the line it stands in.
    pub(crate) quotes: Vec<(String, String)>,
    /// Of a topic summary: the members that matched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) members: Vec<Self>,
}

impl Told {
    /// Whether it came as the script expects.
    pub(crate) fn is_as_expected(&self) -> bool {
        match self {
            Self::Judged { verdict, expected, .. } | Self::Decided { verdict, expected, .. } => {
                verdict.code == *expected
            }
            Self::Believed { verdicts, expected, .. } => {
                verdicts.iter().map(|one| one.code).eq(expected.iter().copied())
            }
            Self::Answered { wrong, .. } | Self::Cared(Cared { wrong, .. }) | Self::Saw(Saw { wrong, .. }) => {
                wrong.is_empty()
            }
            Self::Chapter { .. }
            | Self::Said { .. }
            | Self::Ruled { .. }
            | Self::Looked { .. }
            | Self::Joined { .. }
            | Self::Erased { .. } => true,
        }
    }
}

/// How much there was, and how much of it came as expected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Tally {
    pub(crate) messages: usize,
    pub(crate) verdicts: usize,
    pub(crate) answers: usize,
    /// Turns of which it is told what they saw.
    pub(crate) contexts: usize,
    /// Verdicts and answers that came otherwise.
    pub(crate) otherwise: usize,
}

impl Tally {
    pub(super) fn count(&mut self, told: &Told) {
        match told {
            Told::Said { .. } => self.messages += 1,
            Told::Judged { .. } | Told::Decided { .. } => self.verdicts += 1,
            Told::Believed { verdicts, .. } => self.verdicts += verdicts.len(),
            Told::Answered { .. } => self.answers += 1,
            Told::Saw(_) => self.contexts += 1,
            Told::Chapter { .. }
            | Told::Ruled { .. }
            | Told::Looked { .. }
            | Told::Joined { .. }
            | Told::Erased { .. }
            | Told::Cared(_) => {}
        }
        self.otherwise += usize::from(!told.is_as_expected());
    }

    pub(crate) const fn is_as_expected(&self) -> bool {
        self.otherwise == 0
    }
}
