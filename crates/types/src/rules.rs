//! Rules: what a space demands of proposals. Configurable a space; the promises are not among them.

use crate::{Schedule, Slot, Terms};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether a person sees proposals before they count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReviewPolicy {
    /// A person decides on every memory, relation, person, profile fact and temporal item.
    #[default]
    Required,
    /// What passes the rules counts at once; conflicts and texts that read like instructions still wait.
    Automatic,
}

/// What a space demands of proposals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// Whether a person sees proposals before they count.
    pub review: ReviewPolicy,
    /// The least importance of a memory about the user or both, 1 to 10.
    pub importance_floor: u8,
    /// The least importance of the companion's emotions, 1 to 10.
    pub emotion_floor: u8,
    /// How many messages a pattern must be seen in.
    pub pattern_messages: usize,
    /// On how many local days of the space's zone.
    pub pattern_days: usize,
    /// The slots that beliefs may fill.
    pub slots: Vec<Slot>,
    /// When memories cool down, and go cold.
    #[serde(skip_serializing_if = "Terms::is_usual")]
    pub terms: Terms,
    /// When promotion is due.
    #[serde(skip_serializing_if = "Schedule::is_usual")]
    pub promotion: Schedule,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            review: ReviewPolicy::default(),
            importance_floor: 5,
            emotion_floor: 3,
            pattern_messages: 2,
            pattern_days: 2,
            slots: Vec::new(),
            terms: Terms::default(),
            promotion: Schedule::default(),
        }
    }
}
