//! The built-in extractor: from what a user wrote to proposals, by rules alone. No model, no clock, no space.
//!
//! Precision before reach: a rule speaks only where the user says something of themselves in a plain sentence, and a
//! sentence that asks, supposes, jokes, quotes, tells of others or of what is past says nothing. What is found is a
//! proposal like anyone's and passes the same rules.

mod clause;
mod correction;
mod doubt;
mod draft;
mod extract;
mod marks;
mod outcome;
mod pattern;
mod rules;
mod settle;
mod talk;
mod when;

pub use extract::extract;
pub use talk::{KnownMemory, Line, OpenItem, Talk};

/// The name under which a run of these rules is recorded.
pub const NAME: &str = "built-in rules";

/// Raised whenever a change of the rules changes what they find.
pub const VERSION: &str = "1";

#[cfg(test)]
mod tests;
