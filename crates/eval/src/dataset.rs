//! Data sets on disk as what the door takes: one space a group, documents, names, relations, and questions with their gold.
//!
//! Two layouts are known, told apart by their files: BEIR (`corpus.jsonl`, `queries.jsonl`, `qrels/test.tsv`, optional
//! `entities.jsonl`, `relations.jsonl`) and a conversation (`transcript.jsonl`, with optional entities, relations, topics,
//! memories and questions). Answers, notes for people and oracle files are never read; what a model wrote about a set
//! (LoCoMo's observations, monthly summaries) is left out.

mod beir;
mod conversation;
mod error;
mod field_before;
mod group;
mod jsonl;
mod place;
mod qrels;
mod record;
mod records;
mod relations;
mod source;
mod surface;
mod time;

pub use conversation::read_conversation;
pub use error::Error;
pub use group::{Dataset, Gold, Group, LeftOut, Question};
pub use jsonl::{LINE_BYTES, Lines};
pub use place::{BadLine, Place};
pub use record::Record;
pub use records::{entity, memory, message, relation, topic};
pub use source::FileText;
pub use time::{Moment, read_time, zone};

use source::Source;
use std::path::Path;

/// What becomes of a line that cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadLines {
    /// The first one stops the load.
    Stop,
    /// They are left out and listed in [`LeftOut::bad_lines`].
    Skip,
}

/// How a set is read.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The IANA zone its local times are in; `None`: the one known for the set, else UTC.
    pub zone: Option<String>,
    /// What becomes of a line that cannot be used.
    pub bad_lines: BadLines,
}

impl Default for Reading {
    fn default() -> Self {
        Self { zone: None, bad_lines: BadLines::Stop }
    }
}

/// Loads a set; the first bad line stops it.
///
/// # Errors
/// The folder holds no known layout, a file cannot be read, or a line is bad (named by file, line and field).
pub fn load(folder: &Path) -> Result<Dataset, Error> {
    load_with(folder, &Reading::default())
}

/// Loads a set as `reading` says.
///
/// # Errors
/// As [`load`]; and a zone that does not exist.
pub fn load_with(folder: &Path, reading: &Reading) -> Result<Dataset, Error> {
    let name = name_of(folder);
    let zone_name = reading.zone.clone().unwrap_or_else(|| known_zone(&name).to_owned());
    let zone = zone(&zone_name)?;
    let mut source = Source::folder(folder, reading.bad_lines);
    let groups = if source.open("corpus.jsonl")?.is_some() {
        beir::groups(&mut source, &name, &zone)?
    } else if source.open("transcript.jsonl")?.is_some() {
        vec![conversation::group(&mut source, &name, &zone)?]
    } else {
        return Err(Error::UnknownLayout { folder: folder.to_owned() });
    };
    Ok(Dataset { name, zone: zone_name, groups, left_out: source.left_out })
}

/// The folder's own name, also when it is given as `.` or with a slash behind it.
fn name_of(folder: &Path) -> String {
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    whole.file_name().map_or_else(|| "set".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// The zone of the sets written in China; the others give no reason for any but UTC.
fn known_zone(set: &str) -> &'static str {
    if set.ends_with("-zh") || set.starts_with("lifebench") { "Asia/Shanghai" } else { "UTC" }
}

#[cfg(test)]
mod tests;
