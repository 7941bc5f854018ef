//! Commands with the place each came from, so that a refusal can say where to mend it.

use hupo::{Command, EntityRef, Refusal};
use hupo_eval::dataset::Place;
use hupo_exchange::Fault;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fmt;

/// A command, and where it was read.
#[derive(Debug, Clone)]
pub(crate) struct Sourced {
    pub(crate) command: Command,
    pub(crate) place: Option<Place>,
}

impl Sourced {
    pub(crate) fn at(command: Command, place: Place) -> Self {
        Self { command, place: Some(place) }
    }

    pub(crate) fn unplaced(command: Command) -> Self {
        Self { command, place: None }
    }
}

/// What a write was refused for.
#[derive(Debug)]
pub(crate) struct Refused {
    refusals: Vec<Complaint>,
}

#[derive(Debug)]
struct Complaint {
    at: usize,
    place: Option<Place>,
    name: String,
    refusal: Refusal,
}

/// More are counted, not printed.
const SHOWN: usize = 10;

impl Refused {
    /// Gives each refusal the place and name of its command.
    pub(crate) fn new(refusals: Vec<(usize, Refusal)>, commands: &[(Option<Place>, String)]) -> Self {
        let complaint = |(at, refusal)| {
            let (place, name) = commands.get(at).cloned().unwrap_or_else(|| (None, format!("command {at}")));
            Complaint { at, place, name, refusal }
        };
        Self { refusals: refusals.into_iter().map(complaint).collect() }
    }

    /// As [`Self::new`], for a write of one command; any other error stays what it is.
    pub(crate) fn of(name: &str, error: hupo::Error) -> anyhow::Error {
        let hupo::Error::Refused { refusals } = error else { return error.into() };
        Self::new(refusals, &[(None, name.to_owned())]).into()
    }

    /// The places of the refused commands in their write.
    pub(crate) fn places(&self) -> HashSet<usize> {
        self.refusals.iter().map(|complaint| complaint.at).collect()
    }

    /// Gives the one fault for which an export is not imported.
    pub(crate) fn of_fault(fault: Fault) -> Self {
        let Fault { place, field, reason } = fault;
        let (name, place) = match place.record {
            0 => (place.file.to_string(), None),
            record => (format!("record {record}"), Some(Place { file: place.file, line: place.line })),
        };
        Self { refusals: vec![Complaint { at: 0, place, name, refusal: Refusal::BadText { field, reason } }] }
    }

    /// Gives what is wrong with a file as a whole.
    pub(crate) fn of_file(reason: &str) -> Self {
        let refusal = Refusal::BadText { field: "(file)".to_owned(), reason: reason.to_owned() };
        Self { refusals: vec![Complaint { at: 0, place: None, name: "import".to_owned(), refusal }] }
    }

    pub(crate) fn to_json(&self) -> Vec<Value> {
        let each = self.refusals.iter().map(|complaint| {
            let place = complaint.place.as_ref();
            json!({
                "file": place.map(|place| place.file.to_string()),
                "line": place.map(|place| place.line),
                "what": complaint.name,
                "refusal": complaint.refusal,
                "message": complaint.refusal.to_string(),
            })
        });
        each.collect()
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "refused, nothing was written:")?;
        for complaint in self.refusals.iter().take(SHOWN) {
            write!(f, "\n  {complaint}")?;
        }
        match self.refusals.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "\n  and {more} more"),
        }
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place} ({}): {}", self.name, self.refusal),
            None => write!(f, "{}: {}", self.name, self.refusal),
        }
    }
}

impl std::error::Error for Refused {}

/// What a person would call a command.
pub(crate) fn name_of(command: &Command) -> String {
    match command {
        Command::Append { message, .. } => named("message", message.external_id.as_deref(), &message.text),
        Command::Remember { memory, .. } => named("memory", memory.external_id.as_deref(), &memory.text),
        Command::AddEntity(entity) => format!("entity {:?}", beginning(&entity.name)),
        Command::AddTopic(topic) => format!("topic {:?}", beginning(&topic.name)),
        Command::AddRelation(relation) => {
            format!("relation {} —{}→ {}", end(&relation.from), beginning(&relation.predicate), end(&relation.to))
        }
        Command::Embed { doc, .. } => format!("vector of {doc}"),
        Command::AddEvidence { memory, .. } | Command::SetStanding { memory, .. } => memory.to_string(),
        Command::Supersede { old, .. } => old.to_string(),
        Command::MergeEntities { keep, .. } => keep.to_string(),
        Command::SplitEntity { entity } => entity.to_string(),
        Command::Log(_) => "log entry".to_owned(),
        Command::Review(_) => "review".to_owned(),
        Command::Care(_) => "care".to_owned(),
        Command::CloseRun(_) => "run".to_owned(),
        Command::Erase(_) => "erasure".to_owned(),
    }
}

fn named(what: &str, external_id: Option<&str>, text: &str) -> String {
    match external_id {
        Some(id) => format!("{what} {}", beginning(id)),
        None => format!("{what} {:?}", beginning(text)),
    }
}

fn end(entity: &EntityRef) -> String {
    match entity {
        EntityRef::Id(id) => id.to_string(),
        EntityRef::Name(name) => beginning(name),
    }
}

/// The first characters, so that a huge field makes no huge report.
fn beginning(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests;
