//! What an import did, a row a space.

use super::table::table;
use crate::output::Output;
use crate::shell::Shell;
use hupo::{Receipt, Stored};
use hupo_eval::dataset::LeftOut;
use hupo_exchange::{Fault, Format, Tally};
use serde::Serialize;
use serde_json::{Value, json};
use std::io;
use std::iter::once;

/// Bad lines that are printed; all are counted.
const SHOWN: usize = 5;

/// What went into one space.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Imported {
    space: String,
    messages: usize,
    memories: usize,
    entities: usize,
    relations: usize,
    topics: usize,
    /// Commands that found their thing there already.
    existed: usize,
    /// Commands that were refused and left out.
    pub(crate) refused: usize,
    pub(crate) embedded: usize,
    pub(crate) seconds: f64,
}

impl Imported {
    pub(crate) fn new(space: &str) -> Self {
        Self { space: space.to_owned(), ..Self::default() }
    }

    /// Counts what one write stored.
    pub(crate) fn add(&mut self, receipt: &Receipt) {
        for stored in &receipt.stored {
            let (count, existed) = match stored {
                Stored::Message { existed, .. } => (&mut self.messages, *existed),
                Stored::Memory { existed, .. } => (&mut self.memories, *existed),
                Stored::Entity { existed, .. } => (&mut self.entities, *existed),
                Stored::Relation { existed, .. } => (&mut self.relations, *existed),
                Stored::Topic { existed, .. } => (&mut self.topics, *existed),
                Stored::Vector { .. }
                | Stored::Observation { .. }
                | Stored::ProfileFact { .. }
                | Stored::Beliefs { .. }
                | Stored::TemporalItem { .. }
                | Stored::Page { .. }
                | Stored::Proposal { .. }
                | Stored::Done => continue,
            };
            *count += usize::from(!existed);
            self.existed += usize::from(existed);
        }
    }

    /// Commands that are dealt with.
    pub(crate) fn written(&self) -> u64 {
        let new = self.messages + self.memories + self.entities + self.relations + self.topics;
        (new + self.existed + self.refused) as u64
    }

    /// What can be counted, under its heading.
    fn counts(&self) -> [(&'static str, usize); 7] {
        [
            ("messages", self.messages),
            ("memories", self.memories),
            ("entities", self.entities),
            ("relations", self.relations),
            ("topics", self.topics),
            ("existed", self.existed),
            ("embedded", self.embedded),
        ]
    }
}

/// A row a space; what was nowhere has no column.
fn rows(spaces: &[Imported], out: &Output) -> String {
    let counted =
        |name: &str| spaces.iter().flat_map(Imported::counts).any(|(other, count)| other == name && count > 0);
    let names: Vec<&str> =
        Imported::default().counts().iter().map(|(name, _)| *name).filter(|name| counted(name)).collect();
    let row = |space: &Imported| {
        let counts =
            space.counts().into_iter().filter(|(name, _)| names.contains(name)).map(|(_, count)| count.to_string());
        let seconds = format!("{:.1}", space.seconds);
        once(space.space.clone()).chain(counts).chain(once(seconds)).collect()
    };
    let heading: Vec<&str> = once("space").chain(names.iter().copied()).chain(once("seconds")).collect();
    table(&heading, spaces.iter().map(row), out)
}

/// What was read of another program's export.
#[derive(Debug, Serialize)]
pub(crate) struct Exported {
    pub(crate) format: Format,
    #[serde(flatten)]
    pub(crate) tally: Tally,
}

/// Prints a row a space, and what was left out.
pub(crate) fn imported(
    shell: &mut Shell,
    spaces: &[Imported],
    left_out: &LeftOut,
    exported: Option<&Exported>,
) -> io::Result<()> {
    if shell.globals.json {
        return shell.out.json(&as_json(spaces, left_out, exported));
    }
    let table = rows(spaces, &shell.out);
    shell.out.line(table)?;
    let of_export = exported.map(|exported| export_remarks(&exported.tally)).unwrap_or_default();
    for line in remarks(spaces, left_out).into_iter().chain(of_export) {
        shell.out.line(line)?;
    }
    Ok(())
}

fn as_json(spaces: &[Imported], left_out: &LeftOut, exported: Option<&Exported>) -> Value {
    let bad_lines: Vec<String> = left_out.bad_lines.iter().map(ToString::to_string).collect();
    let mut json = json!({
        "spaces": spaces,
        "left_out": {
            "bad_lines": bad_lines,
            "relations_without_words": left_out.relations_without_words,
            "model_made": left_out.model_made,
        },
    });
    if let (Some(exported), Some(fields)) = (exported, json.as_object_mut()) {
        fields.insert("export".to_owned(), json!(exported));
    }
    json
}

fn remarks(spaces: &[Imported], left_out: &LeftOut) -> Vec<String> {
    let refused: usize = spaces.iter().map(|space| space.refused).sum();
    let counted = [
        (left_out.bad_lines.len(), "lines could not be used and were left out"),
        (refused, "records were refused and left out"),
        (left_out.relations_without_words, "relations whose words do not stand in their documents were left out"),
        (left_out.model_made, "relations that a model made up from the turns were left out"),
    ];
    told(&counted).chain(left_out.bad_lines.iter().take(SHOWN).map(|bad| format!("  {bad}"))).collect()
}

/// What an export held beside what went in.
fn export_remarks(tally: &Tally) -> Vec<String> {
    let out = &tally.left_out;
    let counted = [
        (tally.conversations, "conversations were read"),
        (tally.titles, "titles were kept as lines of the program"),
        (tally.repeated, "lines stood in the export more than once"),
        (out.other_branches, "lines of branches that are not current were left out"),
        (out.tool_lines, "calls of tools and their results were left out"),
        (out.hidden_lines, "lines that the program hides were left out"),
        (out.thoughts, "thoughts of the model were left out"),
        (out.media, "images, sounds and files were left out"),
        (out.empty_lines, "empty lines were left out"),
        (out.relations, "relations without words were left out"),
        (out.other_files, "files that hold nothing to import were passed over"),
        (tally.bad, "places could not be used and were left out"),
    ];
    told(&counted).chain(tally.faults.iter().take(SHOWN).map(shown)).collect()
}

fn shown(fault: &Fault) -> String {
    format!("  {fault}")
}

/// A sentence for each count that is not zero.
fn told(counted: &[(usize, &str)]) -> impl Iterator<Item = String> {
    counted.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"))
}

#[cfg(test)]
mod tests;
