//! Proposals: what a model, or a caller, would like to store. One JSON object for every kind.

use crate::{
    EntityKind, EntityRef, Interval, MemoryRef, NewClosing, NewEvidence, NewMemory, NewObservation, NewPage,
    NewProfileFact, NewRelation, NewTemporalItem,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What somebody would like to store; `propose` says of which kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "propose", rename_all = "snake_case")]
pub enum Proposal {
    /// A memory.
    Memory(Box<NewMemory>),
    /// That a memory no longer holds, and what holds instead, in the user's own words.
    Correction(NewCorrection),
    /// A relation between two entities.
    Relation(NewRelation),
    /// Names of a person or other entity.
    Person(NewPerson),
    /// A plan, event, deadline, appointment, ongoing matter, open thread or commitment.
    TemporalItem(NewTemporalItem),
    /// How a temporal item ended.
    Outcome(NewClosing),
    /// An entry of the observation log.
    Observation(NewObservation),
    /// A stated fact of the profile.
    Profile(NewProfileFact),
    /// The medium-term story of a range of messages.
    Continuity(NewPage),
    /// A lossy summary of an old range of messages.
    Segment(NewPage),
    /// A day in the companion's words.
    Diary(NewPage),
    /// What the companion carries between exchanges.
    CarriedNote(NewPage),
    /// How the person is: health, cycle, long matters.
    StatusNote(NewPage),
    /// What scrolled out of the live tail.
    RollingSummary(NewPage),
    /// A summary of memories of one topic.
    TopicSummary(NewTopicSummary),
}

impl Proposal {
    /// The page, if it is one: told, and not claimed.
    pub const fn page(&self) -> Option<&NewPage> {
        match self {
            Self::Continuity(page)
            | Self::Segment(page)
            | Self::Diary(page)
            | Self::CarriedNote(page)
            | Self::StatusNote(page)
            | Self::RollingSummary(page) => Some(page),
            Self::Memory(_)
            | Self::Correction(_)
            | Self::Relation(_)
            | Self::Person(_)
            | Self::TemporalItem(_)
            | Self::Outcome(_)
            | Self::Observation(_)
            | Self::Profile(_)
            | Self::TopicSummary(_) => None,
        }
    }

    /// Every quote it cites itself; pages and summaries cite none.
    pub fn evidence(&self) -> Vec<&NewEvidence> {
        match self {
            Self::Memory(new) => new.evidence.iter().collect(),
            Self::Correction(new) => new.evidence.iter().collect(),
            Self::Relation(new) => new.evidence.iter().collect(),
            Self::Person(new) => new.evidence.iter().collect(),
            Self::TemporalItem(new) => new.evidence.iter().collect(),
            Self::Outcome(new) => {
                let next = new.becomes.iter().flat_map(|next| &next.evidence);
                new.evidence.iter().chain(next).collect()
            }
            Self::Observation(new) => new.evidence.iter().collect(),
            Self::Profile(new) => new.evidence.iter().collect(),
            Self::Continuity(_)
            | Self::Segment(_)
            | Self::Diary(_)
            | Self::CarriedNote(_)
            | Self::StatusNote(_)
            | Self::RollingSummary(_)
            | Self::TopicSummary(_) => Vec::new(),
        }
    }
}

/// A correction: scope, kind, key, entities and topics are those of the memory it corrects.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCorrection {
    /// The memory that no longer holds.
    pub corrects: MemoryRef,
    /// What holds instead, in one clear sentence.
    pub text: String,
    /// 1 to 10; that of the corrected memory if not given.
    #[serde(default)]
    pub importance: Option<u8>,
    /// The words that say so; at least one of the user's.
    pub evidence: Vec<NewEvidence>,
    /// When it holds.
    #[serde(default)]
    pub valid: Interval,
}

/// Names of a person or other entity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPerson {
    /// The name to show.
    pub name: String,
    /// What it is; a person if not said.
    #[serde(default = "person")]
    pub kind: EntityKind,
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// A known entity that turned out to be the same; the two are merged.
    #[serde(default)]
    pub same_as: Option<EntityRef>,
    /// The words it rests on; at least one.
    pub evidence: Vec<NewEvidence>,
}

const fn person() -> EntityKind {
    EntityKind::Person
}

/// A summary of memories of one topic over one period.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTopicSummary {
    /// The topic's name; it must exist.
    pub topic: String,
    /// The period it covers.
    pub period: Interval,
    /// What the memories say together.
    pub text: String,
    /// The memories it is made from; at least two, all living, none a summary.
    pub members: Vec<MemoryRef>,
    /// 1 to 10; the highest of the members if not given.
    #[serde(default)]
    pub importance: Option<u8>,
}

/// Who proposes, and how it came to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Proposer {
    /// A model's name, or a person's.
    pub name: String,
    /// The run it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// The version of the prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt_version: Option<String>,
    /// A hash of the raw output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_hash: Option<String>,
}
