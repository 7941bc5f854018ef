//! Where something was read, and what is wrong there.

use std::fmt;
use std::sync::Arc;
use thiserror::Error;

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file as the caller named it.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}", self.file, self.line)
    }
}

/// A line that cannot be used. The file's fault: mend the field and read it again.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{place}: {field}: {reason}")]
pub struct BadLine {
    /// Where.
    pub place: Place,
    /// Which field, as a path: `evidence[0].quote`; `(line)` when it is the whole line.
    pub field: String,
    /// What is wrong, and what to do.
    pub reason: String,
}

impl BadLine {
    /// A complaint about the whole line.
    pub fn whole(place: Place, reason: impl Into<String>) -> Self {
        Self { place, field: "(line)".to_owned(), reason: reason.into() }
    }
}
