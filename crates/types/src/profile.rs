//! The profile: what was stated, never inferred, about the user or the companion.

use crate::{About, Evidence, NewEvidence, ProfileFactId, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When a profile fact may be shown to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Every turn.
    Always,
    /// When the turn is about it.
    #[default]
    WhenRelevant,
    /// Only when the turn is about it outright; a date of birth answers nothing else than whether they are of age.
    Private,
}

/// A stated fact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProfileFact {
    /// Its id in the space.
    pub id: ProfileFactId,
    /// Whom it is about.
    pub about: About,
    /// Which fact: `name`, `birth_date`, `boundary/my ex`. Folded, the same attribute is the same fact.
    pub attribute: String,
    /// What was stated.
    pub value: String,
    /// When it may be shown.
    pub visibility: Visibility,
    /// The words it rests on; never empty.
    pub evidence: Vec<Evidence>,
    /// When the space learned of it.
    pub recorded_at: Timestamp,
    /// The fact whose place it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<ProfileFactId>,
    /// The fact that took its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<ProfileFactId>,
    /// Its evidence was erased, and so is what it said.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub erased: bool,
}

impl ProfileFact {
    /// Whether it is what holds now.
    pub const fn is_living(&self) -> bool {
        self.superseded_by.is_none() && !self.erased
    }
}

/// A fact to state. Fields as in [`ProfileFact`]. The latest statement of an attribute takes the place of the one before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewProfileFact {
    /// Whom it is about.
    #[serde(default)]
    pub about: About,
    /// Which fact: `name`, `birth_date` (a date such as 1990-05-17), `boundary/my ex`.
    pub attribute: String,
    /// What was stated.
    pub value: String,
    /// When it may be shown. A `birth_date` is private whatever is asked.
    #[serde(default)]
    pub visibility: Visibility,
    /// The words it rests on; at least one.
    pub evidence: Vec<NewEvidence>,
}
