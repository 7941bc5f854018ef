//! Where in an export something stands, and what is wrong there.

use serde::{Serialize, Serializer};
use std::fmt;
use std::sync::Arc;
use thiserror::Error;

/// A record of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The file as the caller named it; inside an archive, `ARCHIVE: ENTRY`.
    #[serde(serialize_with = "as_text")]
    pub file: Arc<str>,
    /// Which record of the file, from 1; 0 means the file as a whole.
    pub record: usize,
    /// The line on which the record begins, from 1; 0 with record 0.
    pub line: usize,
}

fn as_text<S: Serializer>(file: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(file)
}

impl Place {
    /// The file as a whole.
    pub(crate) fn whole(file: &Arc<str>) -> Self {
        Self { file: file.clone(), record: 0, line: 0 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.record == 0 {
            return f.write_str(&self.file);
        }
        write!(f, "{}, record {} (line {})", self.file, self.record, self.line)
    }
}

/// Something that cannot be used. The file's fault: mend the field and read it again, or skip what is bad.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[error("{place}: {field}: {reason}")]
pub struct Fault {
    /// Where.
    pub place: Place,
    /// Which field, as a path: `mapping.n3.message.content.parts[0]`; `(record)` when it is the whole record.
    pub field: String,
    /// What is wrong, and what to do.
    pub reason: String,
}

/// A fault before it is known where the record stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Complaint {
    pub(crate) field: String,
    pub(crate) reason: String,
}

impl Complaint {
    pub(crate) fn new(field: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { field: field.into(), reason: reason.into() }
    }

    /// A complaint about the whole record.
    pub(crate) fn whole(reason: impl Into<String>) -> Self {
        Self::new("(record)", reason)
    }

    pub(crate) fn at(self, place: Place) -> Fault {
        Fault { place, field: self.field, reason: self.reason }
    }
}
