//! What an import did, a row a space.

use super::table::table;
use crate::output::Output;
use crate::shell::Shell;
use hupo::{Receipt, Stored};
use hupo_eval::dataset::LeftOut;
use serde::Serialize;
use serde_json::json;
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
                Stored::Vector { .. } => continue,
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

/// Prints a row a space, and what was left out.
pub(crate) fn imported(shell: &mut Shell, spaces: &[Imported], left_out: &LeftOut) -> io::Result<()> {
    if shell.globals.json {
        let bad_lines: Vec<String> = left_out.bad_lines.iter().map(ToString::to_string).collect();
        return shell.out.json(&json!({
            "spaces": spaces,
            "left_out": {
                "bad_lines": bad_lines,
                "relations_without_words": left_out.relations_without_words,
                "model_made": left_out.model_made,
            },
        }));
    }
    let table = rows(spaces, &shell.out);
    shell.out.line(table)?;
    for line in remarks(spaces, left_out) {
        shell.out.line(line)?;
    }
    Ok(())
}

fn remarks(spaces: &[Imported], left_out: &LeftOut) -> Vec<String> {
    let refused: usize = spaces.iter().map(|space| space.refused).sum();
    let counted = [
        (left_out.bad_lines.len(), "lines could not be used and were left out"),
        (refused, "records were refused and left out"),
        (left_out.relations_without_words, "relations whose words do not stand in their documents were left out"),
        (left_out.model_made, "relations that a model made up from the turns were left out"),
    ];
    let counted = counted.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
    counted.chain(left_out.bad_lines.iter().take(SHOWN).map(|bad| format!("  {bad}"))).collect()
}
