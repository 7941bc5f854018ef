//! Care: what becomes of a memory as time goes by. Used, it stays warm; unused, it leaves recall, never the store.

use crate::{Kind, MemoryId, MessageId, MessageRef, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How it is known that a memory was used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UseBasis {
    /// Read off the reply: names, rare words, numbers, quotes.
    Inferred,
    /// The caller said so.
    Told,
}

/// What care knows of one memory.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Care {
    /// In how many turns it was used.
    #[serde(skip_serializing_if = "is_zero")]
    pub used_count: u64,
    /// When it was last used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<Timestamp>,
    /// Since when it is archived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archived_at: Option<Timestamp>,
    /// When somebody last brought it back; its clock starts again there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restored_at: Option<Timestamp>,
    /// The topic summary that stands in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folded_into: Option<MemoryId>,
    /// Since when it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folded_at: Option<Timestamp>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Care {
    /// Whether nothing has happened to it yet.
    pub fn is_new(&self) -> bool {
        *self == Self::default()
    }
}

/// What is done to memories as time goes by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CareCommand {
    /// A turn used these memories. A memory counts once a turn; told outweighs inferred.
    Use {
        /// The line that used them, most often the companion's reply.
        turn: MessageRef,
        /// The memories.
        memories: Vec<MemoryId>,
        /// How it is known.
        basis: UseBasis,
    },
    /// These leave recall: they went cold. Refused for what is not active, and for identities and topic summaries.
    Archive {
        /// The memories.
        memories: Vec<MemoryId>,
    },
    /// These come back, their clocks started again: what is archived, and what a summary stands for. Others stay as
    /// they are.
    Restore {
        /// The memories.
        memories: Vec<MemoryId>,
    },
    /// A topic summary stands for these of its members from here on. Members that are not active or archived stay as
    /// they are.
    Fold {
        /// The summary; active.
        summary: MemoryId,
        /// The members; each among those it covers.
        members: Vec<MemoryId>,
    },
    /// What a topic summary says no longer holds, because a member changed: it leaves recall (superseded by nothing,
    /// outdated), and the members it stood for come back.
    Withdraw {
        /// The summary.
        summary: MemoryId,
    },
}

/// What happened to memories as time went by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "as in CareCommand, with what really changed")]
pub enum Cared {
    /// `memories`: those this turn had not used before, or only by inference.
    Used {
        turn: MessageId,
        memories: Vec<MemoryId>,
        basis: UseBasis,
        at: Timestamp,
    },
    Archived {
        memories: Vec<MemoryId>,
        at: Timestamp,
    },
    Restored {
        memories: Vec<MemoryId>,
        at: Timestamp,
    },
    Folded {
        summary: MemoryId,
        members: Vec<MemoryId>,
        at: Timestamp,
    },
    /// `members`: those that come back.
    Withdrawn {
        summary: MemoryId,
        members: Vec<MemoryId>,
        at: Timestamp,
    },
}

/// A use of a memory, as kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    /// The line that used it.
    pub turn: MessageId,
    /// How it is known.
    pub basis: UseBasis,
    /// When it was recorded.
    pub at: Timestamp,
}

/// After how many days without use a memory goes cold, by what it is. The longest that applies wins.
///
/// Identities, topic summaries and what a summary stands for never go cold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Terms {
    /// Up to how many days since its last use a memory is hot.
    pub hot_days: u16,
    /// Up to how many it is warm.
    pub warm_days: u16,
    /// Rules and boundaries.
    pub rule_days: u16,
    /// Milestones.
    pub milestone_days: u16,
    /// High emotion: |valence| or arousal of .7 and more.
    pub high_emotion_days: u16,
    /// Facts, preferences, insights and patterns.
    pub lasting_days: u16,
    /// Events and everything else.
    pub daily_days: u16,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            hot_days: 7,
            warm_days: 30,
            rule_days: 365,
            milestone_days: 365,
            high_emotion_days: 365,
            lasting_days: 182,
            daily_days: 120,
        }
    }
}

impl Terms {
    /// Whether they are the default, which rules leave unsaid: a space written before there were terms keeps its bytes.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// The term of a kind by itself, in days; `None` if it never goes cold.
    pub const fn of_kind(&self, kind: Kind) -> Option<u16> {
        match kind {
            Kind::Identity | Kind::TopicSummary => None,
            Kind::Rule | Kind::Boundary => Some(self.rule_days),
            Kind::Milestone => Some(self.milestone_days),
            Kind::Fact | Kind::Preference | Kind::Insight | Kind::Pattern => Some(self.lasting_days),
            Kind::Event | Kind::Ritual | Kind::SharedMoment | Kind::Emotion | Kind::Dream => Some(self.daily_days),
        }
    }
}
