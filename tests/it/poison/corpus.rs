//! The cases on disk: what is proposed, and what code must say.

use hupo::{NewMessage, ReviewPolicy, VerdictCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::Path;

/// A poisoned thing, and the verdicts it must get.
pub(super) struct Case {
    pub(super) id: String,
    pub(super) language: String,
    pub(super) kind: Kind,
    automatic: Vec<VerdictCode>,
    required: Vec<VerdictCode>,
}

/// What is handed in.
pub(super) enum Kind {
    /// A proposal, as the text of its JSON; `$label` in it stands for the number of what stood before.
    Proposal(String),
    /// A set of beliefs.
    Beliefs(Value),
    /// A line of the transcript.
    Message(Box<NewMessage>),
}

/// The verdicts, or the only one.
#[derive(Deserialize)]
#[serde(untagged)]
enum Expected {
    One(VerdictCode),
    Each(Vec<VerdictCode>),
}

impl Expected {
    fn codes(&self) -> Vec<VerdictCode> {
        match self {
            Self::One(code) => vec![*code],
            Self::Each(codes) => codes.clone(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    id: String,
    language: String,
    #[serde(rename = "why")]
    _why: Option<String>,
    proposal: Option<Value>,
    raw: Option<String>,
    beliefs: Option<Value>,
    message: Option<NewMessage>,
    expect: Expected,
    required: Option<Expected>,
}

impl From<Written> for Case {
    fn from(written: Written) -> Self {
        let kind = match (written.proposal, written.raw, written.beliefs, written.message) {
            (Some(proposal), None, None, None) => Kind::Proposal(proposal.to_string()),
            (None, Some(raw), None, None) => Kind::Proposal(raw),
            (None, None, Some(beliefs), None) => Kind::Beliefs(beliefs),
            (None, None, None, Some(message)) => Kind::Message(Box::new(message)),
            _ => panic!("{}: one thing a case", written.id),
        };
        let (automatic, required) = (written.expect.codes(), written.required.unwrap_or(written.expect).codes());
        Self { id: written.id, language: written.language, kind, automatic, required }
    }
}

impl Case {
    pub(super) fn expected(&self, policy: ReviewPolicy) -> Vec<VerdictCode> {
        match policy {
            ReviewPolicy::Automatic => self.automatic.clone(),
            ReviewPolicy::Required => self.required.clone(),
        }
    }

    /// Not poisoned at all: it shows that the rules let through what is sound.
    pub(super) fn is_sound(&self) -> bool {
        self.automatic == [VerdictCode::Accepted]
    }

    pub(super) fn adds_evidence(&self) -> bool {
        self.automatic == [VerdictCode::Duplicate]
    }

    /// A proposal that is refused and leaves nothing, not even a place in the queue.
    pub(super) fn is_refused_proposal(&self) -> bool {
        let refused = |code: &VerdictCode| !code.is_welcome() && *code != VerdictCode::Conflict;
        matches!(self.kind, Kind::Proposal(_)) && self.automatic.iter().all(refused)
    }
}

pub(super) fn cases() -> Vec<Case> {
    read::<Written>("cases.jsonl").into_iter().map(Case::from).collect()
}

/// The objects of a file of `data/poison`.
pub(super) fn read<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/poison").join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    let read = |(at, line): (usize, &str)| {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}, line {}: {error}", at + 1))
    };
    text.lines().enumerate().map(read).collect()
}
