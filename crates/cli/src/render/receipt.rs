//! What a write did: a line each for few commands, sums for many.

use crate::shell::Shell;
use hupo::{Receipt, Space, Stored};
use serde_json::{Value, json};
use std::io;

/// More are summed up.
const LISTED: usize = 12;

/// A write that was acknowledged.
pub(crate) struct Written<'a> {
    pub(crate) space: &'a Space,
    /// What a person would call each command.
    pub(crate) names: Vec<String>,
    pub(crate) receipt: Receipt,
    /// Documents that got their vector.
    pub(crate) embedded: usize,
}

/// Prints what was written.
pub(crate) fn receipt(shell: &mut Shell, written: &Written<'_>) -> io::Result<()> {
    let stored: Vec<Line> = written.receipt.stored.iter().map(Line::of).collect();
    if shell.globals.json {
        return shell.out.json(&as_json(written, &stored));
    }
    for (line, name) in stored.iter().zip(&written.names).take(LISTED) {
        shell.out.line(format!("{}  {name}{}", line.id, if line.existed { "  (was there)" } else { "" }))?;
    }
    let existed = stored.iter().filter(|line| line.existed).count();
    let (space, new) = (written.space.name(), stored.len() - existed);
    shell.out.line(format!("{space}: {new} written, {existed} were there already, {} embedded", written.embedded))
}

fn as_json(written: &Written<'_>, stored: &[Line]) -> Value {
    let stored: Vec<Value> =
        stored.iter().map(|line| json!({ "what": line.what, "id": line.id, "existed": line.existed })).collect();
    json!({
        "space": written.space.name(),
        "sequence": written.receipt.sequence,
        "stored": stored,
        "embedded": written.embedded,
    })
}

/// The id of what was stored, as people write it; empty for what has none.
pub(crate) fn stored_id(stored: &Stored) -> String {
    Line::of(stored).id
}

/// What became of one command.
struct Line {
    what: &'static str,
    id: String,
    existed: bool,
}

impl Line {
    fn of(stored: &Stored) -> Self {
        match *stored {
            Stored::Message { id, existed } => Self { what: "message", id: id.to_string(), existed },
            Stored::Entity { id, existed } => Self { what: "entity", id: id.to_string(), existed },
            Stored::Relation { id, existed } => Self { what: "relation", id: id.to_string(), existed },
            Stored::Topic { id, existed } => Self { what: "topic", id: id.to_string(), existed },
            Stored::Memory { id, existed } => Self { what: "memory", id: id.to_string(), existed },
            Stored::Vector { doc } => Self { what: "vector", id: doc.to_string(), existed: false },
            Stored::Observation { id, existed } => Self { what: "observation", id: id.to_string(), existed },
            Stored::ProfileFact { id, existed } => Self { what: "profile fact", id: id.to_string(), existed },
            Stored::Beliefs { n_beliefs } => Self { what: "beliefs", id: n_beliefs.to_string(), existed: false },
            Stored::TemporalItem { id, existed } => Self { what: "temporal item", id: id.to_string(), existed },
            Stored::Page { id, existed } => Self { what: "page", id: id.to_string(), existed },
            Stored::Proposal { id, existed } => Self { what: "proposal", id: id.to_string(), existed },
            Stored::Done => Self { what: "done", id: String::new(), existed: false },
        }
    }
}
