//! Memories: durable items, each resting on evidence.

use crate::{Care, Evidence, Interval, MemoryId, Role, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What kind of thing is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the definition")]
pub enum Kind {
    Identity,
    Fact,
    Event,
    Rule,
    Boundary,
    Preference,
    Insight,
    Pattern,
    Milestone,
    Ritual,
    SharedMoment,
    Emotion,
    TopicSummary,
    Dream,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Identity => "identity",
            Self::Fact => "fact",
            Self::Event => "event",
            Self::Rule => "rule",
            Self::Boundary => "boundary",
            Self::Preference => "preference",
            Self::Insight => "insight",
            Self::Pattern => "pattern",
            Self::Milestone => "milestone",
            Self::Ritual => "ritual",
            Self::SharedMoment => "shared_moment",
            Self::Emotion => "emotion",
            Self::TopicSummary => "topic_summary",
            Self::Dream => "dream",
        })
    }
}

/// Whom a memory is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// About the person: needs the person's own words.
    User,
    /// About the companion.
    Companion,
    /// About both: needs the person's own words.
    Shared,
}

impl Scope {
    /// Whether a memory of this scope needs at least one quote written by the user (promise 2).
    pub const fn needs_user_words(self) -> bool {
        match self {
            Self::User | Self::Shared => true,
            Self::Companion => false,
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::User => "user",
            Self::Companion => "companion",
            Self::Shared => "shared",
        })
    }
}

/// How far a memory can be trusted to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Nothing speaks against it.
    #[default]
    Stable,
    /// Another memory of the same key says otherwise; a person decides.
    Disputed,
    /// It held once.
    Outdated,
}

/// Where a memory is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Recall may return it.
    #[default]
    Active,
    /// A correction took its place.
    Superseded,
    /// Cold: out of recall, still in the store.
    Archived,
    /// A topic summary stands in its place.
    Folded,
    /// Emptied on request.
    Erased,
}

impl State {
    /// Whether the memory still holds, wherever it is kept: nothing took its place and nobody erased it.
    pub const fn holds(self) -> bool {
        match self {
            Self::Active | Self::Archived | Self::Folded => true,
            Self::Superseded | Self::Erased => false,
        }
    }
}

/// The key that says which fact a memory is about. The same key is the same fact (promise 6).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
pub struct SemanticKey {
    /// Whom or what the fact is about.
    pub subject: String,
    /// The broad field: `home`, `work`, `food`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub category: String,
    /// The narrower field.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub subcategory: String,
    /// The attribute; many-valued ones hold the value too: `likes/jasmine tea`.
    pub attribute: String,
}

impl SemanticKey {
    /// Whether it names no fact at all.
    pub const fn is_empty(&self) -> bool {
        self.subject.is_empty() && self.category.is_empty() && self.subcategory.is_empty() && self.attribute.is_empty()
    }
}

/// A durable item. Built by the store from a checked [`crate::NewMemory`], never without evidence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// Its id in the space.
    pub id: MemoryId,
    /// The caller's own id, unique in the space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
    /// What kind of thing it is.
    pub kind: Kind,
    /// Whom it is about.
    pub scope: Scope,
    /// Which fact it is.
    pub key: SemanticKey,
    /// The memory in one clear sentence.
    pub text: String,
    /// A shorter form for tight budgets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// 1 (trifle) to 10 (who they are).
    pub importance: u8,
    /// -1 (bad) to 1 (good).
    pub valence: f32,
    /// 0 (calm) to 1 (stirred).
    pub arousal: f32,
    /// How far it can be trusted.
    #[serde(default)]
    pub standing: Standing,
    /// Where it is in its life.
    #[serde(default)]
    pub state: State,
    /// The words it rests on; never empty.
    pub evidence: Vec<Evidence>,
    /// When the space learned of it.
    pub recorded_at: Timestamp,
    /// When it holds.
    #[serde(default)]
    pub valid: Interval,
    /// The memory whose place it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<MemoryId>,
    /// The memory that took its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<MemoryId>,
    /// When its place was taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_at: Option<Timestamp>,
    /// Of a topic summary: the memories it was made from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covers: Vec<MemoryId>,
    /// What use and time have made of it.
    #[serde(default, skip_serializing_if = "Care::is_new")]
    pub care: Care,
}

impl Memory {
    /// Whether its evidence satisfies promises 1 and 2: at least one quote, and for a fact about the user one of the user's.
    pub fn has_its_receipt(&self) -> bool {
        let users = self.evidence.iter().any(|e| e.role == Role::User);
        !self.evidence.is_empty() && (users || !self.scope.needs_user_words())
    }
}
