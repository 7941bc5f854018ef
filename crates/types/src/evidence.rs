//! Evidence: the exact words a memory rests on.

use crate::{MessageId, Role};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a quote is cited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// It says so.
    #[default]
    Statement,
    /// It confirms what was said before.
    Confirmation,
    /// It corrects what was said before.
    Correction,
    /// It sets up a plan or matter.
    Setup,
    /// It tells how a plan or matter ended.
    Outcome,
    /// It draws a boundary.
    Boundary,
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Statement => "statement",
            Self::Confirmation => "confirmation",
            Self::Correction => "correction",
            Self::Setup => "setup",
            Self::Outcome => "outcome",
            Self::Boundary => "boundary",
        })
    }
}

/// A quote found in a message. Only the store makes one, after it looked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The cited message.
    pub message: MessageId,
    /// Who wrote it.
    pub role: Role,
    /// The slice of the message, byte for byte.
    pub quote: String,
    /// Where the slice starts, in Unicode scalar values of the message's text.
    pub start: usize,
    /// Where it ends (exclusive), in Unicode scalar values.
    pub end: usize,
    /// What it is cited for.
    pub purpose: Purpose,
    /// The quote occurs more than once and no hint chose among them, so the first was taken.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ambiguous: bool,
}
