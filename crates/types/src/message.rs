//! Messages: the lines of the transcript. Append-only.

use crate::{MessageId, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who wrote a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The person. Only the person's words establish a fact about the person.
    User,
    /// The companion (the model).
    Companion,
    /// The program around them: set-up, imports, notices. Kept and quotable, never a search result.
    System,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::User => "user",
            Self::Companion => "companion",
            Self::System => "system",
        })
    }
}

/// A line of the transcript, as stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// Its id in the space.
    pub id: MessageId,
    /// The caller's own id, unique in the space; appending it again changes nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
    /// Who wrote it.
    pub role: Role,
    /// The writer's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<String>,
    /// What was said, byte for byte.
    pub text: String,
    /// When; `None` for imported text without a date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Timestamp>,
    /// The conversation it belongs to; neighbours inside a session are context for each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The other side of a record that is not a turn (the receiver of a text message, the caller).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
    /// What kind of record it is when not a turn of dialogue: `sms`, `note`, `calendar`, `call`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    /// A heading, for documents that have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// People present or meant, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<String>,
    /// The message before it in the same session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<MessageId>,
    /// When the space learned of it.
    pub recorded_at: Timestamp,
    /// Emptied on request.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub erased: bool,
}
