//! Commands: what a caller asks the store to write. The store checks them and turns them into events.

use crate::{
    Belief, CareCommand, Decision, DocId, EntityId, EntityKind, EraseTarget, Interval, Kind, MemoryId, MessageId,
    NewClosing, NewObservation, NewPage, NewProfileFact, NewRun, NewTemporalItem, ObservationId, PageId, PageKind,
    ProfileFactId, Proposal, ProposalId, Proposer, Purpose, RelationId, Role, Rules, Scope, SemanticKey, Standing,
    TemporalItemId, Timestamp, TopicId, UnitVector, Waiting,
};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

/// Names a message by the space's id or by the caller's own.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum MessageRef {
    /// By the space's id, as a number; `msg-3` as a text is looked for among external ids first.
    #[serde(deserialize_with = "number")]
    #[schemars(with = "u64")]
    Id(MessageId),
    /// By the caller's external id; may name a message earlier in the same write.
    External(String),
}

/// Names a memory by the space's id or by the caller's own.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum MemoryRef {
    /// By the space's id, as a number; `mem-3` as a text is looked for among external ids first.
    #[serde(deserialize_with = "number")]
    #[schemars(with = "u64")]
    Id(MemoryId),
    /// By the caller's external id.
    External(String),
}

/// Names an entity by the space's id, or by a name or alias.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum EntityRef {
    /// By the space's id, as a number; `ent-3` as a text is looked for among names first.
    #[serde(deserialize_with = "number")]
    #[schemars(with = "u64")]
    Id(EntityId),
    /// By its name or one of its aliases, compared folded.
    Name(String),
}

/// An id written as its number alone, so that a text names what the caller calls so.
fn number<'de, D: Deserializer<'de>, T: From<u64>>(deserializer: D) -> Result<T, D::Error> {
    u64::deserialize(deserializer).map(T::from)
}

/// A line to add to the transcript. Fields as in [`crate::Message`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "documented at crate::Message")]
pub struct NewMessage {
    #[serde(default)]
    pub external_id: Option<String>,
    pub role: Role,
    #[serde(default)]
    pub speaker: Option<String>,
    pub text: String,
    #[serde(default)]
    pub time: Option<Timestamp>,
    #[serde(default)]
    pub session: Option<String>,
    #[serde(default)]
    pub contact: Option<String>,
    #[serde(default)]
    pub channel: Option<String>,
    #[serde(default)]
    pub title: Option<String>,
    #[serde(default)]
    pub people: Vec<String>,
}

impl NewMessage {
    /// A line with nothing but its writer and its text.
    pub fn new(role: Role, text: impl Into<String>) -> Self {
        Self {
            external_id: None,
            role,
            speaker: None,
            text: text.into(),
            time: None,
            session: None,
            contact: None,
            channel: None,
            title: None,
            people: Vec::new(),
        }
    }

    /// A line of the user's.
    pub fn user(text: impl Into<String>) -> Self {
        Self::new(Role::User, text)
    }

    /// A line of the companion's.
    pub fn companion(text: impl Into<String>) -> Self {
        Self::new(Role::Companion, text)
    }

    /// With the caller's own id.
    #[must_use]
    pub fn external_id(mut self, id: impl Into<String>) -> Self {
        self.external_id = Some(id.into());
        self
    }

    /// With the writer's name.
    #[must_use]
    pub fn speaker(mut self, name: impl Into<String>) -> Self {
        self.speaker = Some(name.into());
        self
    }

    /// With the time it was said.
    #[must_use]
    pub fn at(mut self, time: Timestamp) -> Self {
        self.time = Some(time);
        self
    }

    /// With the conversation it belongs to.
    #[must_use]
    pub fn session(mut self, session: impl Into<String>) -> Self {
        self.session = Some(session.into());
        self
    }
}

/// A quote a caller cites. The store looks for it and refuses what it does not find.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewEvidence {
    /// The cited message.
    pub message: MessageRef,
    /// Who the caller says wrote it; refused if someone else did.
    pub role: Role,
    /// The words.
    pub quote: String,
    /// What they are cited for.
    #[serde(default)]
    pub purpose: Purpose,
    /// About where the quote starts, in Unicode scalar values, when it occurs more than once.
    #[serde(default)]
    pub hint: Option<usize>,
}

impl NewEvidence {
    /// A statement quoted from a message.
    pub fn statement(message: MessageRef, role: Role, quote: impl Into<String>) -> Self {
        Self { message, role, quote: quote.into(), purpose: Purpose::Statement, hint: None }
    }
}

fn middle_importance() -> u8 {
    5
}

/// A memory to keep. Fields as in [`crate::Memory`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMemory {
    /// The caller's own id.
    #[serde(default)]
    pub external_id: Option<String>,
    /// What kind of thing it is.
    pub kind: Kind,
    /// Whom it is about.
    pub scope: Scope,
    /// Which fact it is.
    pub key: SemanticKey,
    /// The memory in one clear sentence.
    pub text: String,
    /// A shorter form.
    #[serde(default)]
    pub summary: Option<String>,
    /// 1 to 10.
    #[serde(default = "middle_importance")]
    pub importance: u8,
    /// -1 to 1.
    #[serde(default)]
    pub valence: f32,
    /// 0 to 1.
    #[serde(default)]
    pub arousal: f32,
    /// The words it rests on; at least one.
    pub evidence: Vec<NewEvidence>,
    /// When it holds.
    #[serde(default)]
    pub valid: Interval,
    /// The memory it corrects; that one is hidden, not edited.
    #[serde(default)]
    pub supersedes: Option<MemoryRef>,
    /// Entities it is about, beside those its text names.
    #[serde(default)]
    pub entities: Vec<EntityRef>,
    /// Names of the topics it belongs to; each must exist.
    #[serde(default)]
    pub topics: Vec<String>,
    /// Of a topic summary: the memories it was made from.
    #[serde(default)]
    pub covers: Vec<MemoryRef>,
}

impl NewMemory {
    /// A memory with the least it needs: kind, scope, what it says, and the words it rests on.
    pub fn new(kind: Kind, scope: Scope, text: impl Into<String>, evidence: Vec<NewEvidence>) -> Self {
        Self {
            external_id: None,
            kind,
            scope,
            key: SemanticKey::default(),
            text: text.into(),
            summary: None,
            importance: middle_importance(),
            valence: 0.0,
            arousal: 0.0,
            evidence,
            valid: Interval::default(),
            supersedes: None,
            entities: Vec::new(),
            topics: Vec::new(),
            covers: Vec::new(),
        }
    }
}

/// An entity to know. If one of that name exists, the aliases it lacks are added to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "documented at crate::Entity")]
pub struct NewEntity {
    pub name: String,
    #[serde(default)]
    pub kind: EntityKind,
    #[serde(default)]
    pub aliases: Vec<String>,
}

/// A relation to know. Fields as in [`crate::Relation`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "documented at crate::Relation")]
pub struct NewRelation {
    pub from: EntityRef,
    pub predicate: String,
    pub to: EntityRef,
    pub evidence: Vec<NewEvidence>,
    #[serde(default)]
    pub valid: Interval,
    /// The relation whose place it takes; needs the user's own words.
    #[serde(default)]
    pub replaces: Option<RelationId>,
}

/// A topic to know; one of that name may exist already.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "documented at crate::Topic")]
pub struct NewTopic {
    pub name: String,
    #[serde(default)]
    pub about: String,
}

/// One thing a caller asks the store to write.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Add a line to the transcript, with its vector if it was embedded already.
    Append {
        /// The line.
        message: NewMessage,
        /// Its vector.
        vector: Option<UnitVector>,
    },
    /// Make an entity known, or give a known one more aliases.
    AddEntity(NewEntity),
    /// Make a relation known.
    AddRelation(NewRelation),
    /// Make a topic known.
    AddTopic(NewTopic),
    /// Keep a memory, with its vector if it was embedded already.
    Remember {
        /// The memory.
        memory: Box<NewMemory>,
        /// Its vector.
        vector: Option<UnitVector>,
    },
    /// Give a stored document its vector.
    Embed {
        /// The document.
        doc: DocId,
        /// The vector.
        vector: UnitVector,
    },
    /// Give a living memory more evidence.
    AddEvidence {
        /// The memory.
        memory: MemoryId,
        /// The evidence.
        evidence: Vec<NewEvidence>,
    },
    /// Say how far a memory can be trusted.
    SetStanding {
        /// The memory.
        memory: MemoryId,
        /// How far.
        standing: Standing,
    },
    /// Let a memory's place be taken by a living one of the same key: the losing side of a conflict.
    Supersede {
        /// The memory that no longer holds.
        old: MemoryId,
        /// The memory that holds.
        new: MemoryId,
    },
    /// Two entities are one.
    MergeEntities {
        /// The one whose name is shown.
        keep: EntityId,
        /// The one that counts as it from here on.
        merge: EntityId,
    },
    /// They are two after all.
    SplitEntity {
        /// The one that was merged.
        entity: EntityId,
    },
    /// Something for the log, the profile, the calendar or the pages.
    Log(LogCommand),
    /// Something for the review queue or the rules.
    Review(ReviewCommand),
    /// Something that time, or use, does to memories.
    Care(CareCommand),
    /// Note that what was due was promoted; what came of it was written before, in the same write.
    CloseRun(Box<NewRun>),
    /// Empty what was said, for good.
    Erase(EraseTarget),
}

/// What goes beside the memories: the log, the profile, beliefs, temporal items, pages.
#[derive(Debug, Clone, PartialEq)]
pub enum LogCommand {
    /// Add an entry to the observation log.
    Observe(NewObservation),
    /// State a fact of the profile.
    State(NewProfileFact),
    /// Replace all beliefs.
    PutBeliefs {
        /// The beliefs, at most one a slot.
        beliefs: Vec<Belief>,
        /// The last observation their makers were shown.
        made_from: ObservationId,
    },
    /// Keep a temporal item.
    AddItem(NewTemporalItem),
    /// Say how an item ended. What it became and the memory of its outcome are there already.
    CloseItem {
        /// How; `outcome`, `importance` and `becomes` are not looked at.
        closing: NewClosing,
        /// The item it became.
        became: Option<TemporalItemId>,
        /// The memory of its outcome.
        memory: Option<MemoryId>,
    },
    /// Keep a page.
    WritePage {
        /// What it is for.
        kind: PageKind,
        /// The page.
        page: NewPage,
    },
}

/// What goes through the review queue, and what governs it.
#[derive(Debug, Clone, PartialEq)]
pub enum ReviewCommand {
    /// Let a proposal wait for a person.
    Queue {
        /// The proposal.
        proposal: Box<Proposal>,
        /// By whom.
        proposer: Option<Proposer>,
        /// Why it waits; at least one reason.
        waiting: Vec<Waiting>,
        /// The living memories it contradicts.
        conflicts: Vec<MemoryId>,
    },
    /// Note what was decided of a proposal that waits.
    Decide {
        /// The proposal.
        proposal: ProposalId,
        /// The decision.
        decision: Decision,
    },
    /// Refuse a fact from here on, known by the hash of its key ([`crate::SemanticKey`], scope and kind) alone.
    Bar(Box<NewMemory>),
    /// Change what the space demands of proposals.
    SetRules(Rules),
}

/// What became of a command. `existed`: it was there already and nothing was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields are named by what they hold")]
pub enum Stored {
    Message {
        id: MessageId,
        existed: bool,
    },
    Entity {
        id: EntityId,
        existed: bool,
    },
    Relation {
        id: RelationId,
        existed: bool,
    },
    Topic {
        id: TopicId,
        existed: bool,
    },
    Memory {
        id: MemoryId,
        existed: bool,
    },
    Vector {
        doc: DocId,
    },
    Observation {
        id: ObservationId,
        existed: bool,
    },
    ProfileFact {
        id: ProfileFactId,
        existed: bool,
    },
    Beliefs {
        n_beliefs: usize,
    },
    TemporalItem {
        id: TemporalItemId,
        existed: bool,
    },
    Page {
        id: PageId,
        existed: bool,
    },
    Proposal {
        id: ProposalId,
        existed: bool,
    },
    /// Something that has no record of its own was done: a standing, a merge, a bar, rules.
    Done,
}
