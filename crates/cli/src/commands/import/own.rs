//! What `hupo export` wrote: a whole space, made again as it was.

use crate::shell::Shell;
use crate::source::Refused;
use anyhow::{Error, Result};
use hupo::{ExportLine, Refusal};
use hupo_eval::dataset::Place;
use serde_json::json;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// How much of a file is looked at to know an export by.
const BEGINNING: u64 = 4096;

/// Whether the file begins as an export of ours does.
pub(super) fn is_one(path: &Path) -> bool {
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(BEGINNING).read_to_end(&mut beginning));
    read.is_ok() && beginning.starts_with(b"{\"space\":{\"format\":")
}

/// Makes the space that the file says, under its own name.
pub(super) fn run(shell: &mut Shell, path: &Path) -> Result<()> {
    let hupo = shell.open_plain()?;
    let bar = shell.progress("importing");
    let lines = BufReader::new(File::open(path)?).lines().zip(1_u64..).map(|(line, number)| {
        bar.set(number, 0);
        let line = line.map_err(|error| error.to_string())?;
        serde_json::from_str::<ExportLine>(&line).map_err(|error| error.to_string())
    });
    let space = hupo.import_space(lines).map_err(|error| named(error, path))?;
    drop(bar);
    let stats = space.stats()?;
    if shell.globals.json {
        let (sequence, counts) = (stats.sequence, stats.counts);
        return Ok(shell.out.json(&json!({ "space": space.name(), "sequence": sequence, "counts": counts }))?);
    }
    let (writes, messages, memories) = (stats.sequence.get(), stats.counts.messages, stats.counts.memories);
    Ok(shell.out.line(format!("{}: {writes} writes, {messages} messages, {memories} memories", space.name(),))?)
}

/// A line that does not hold is a refusal that names it.
fn named(error: hupo::Error, path: &Path) -> Error {
    let hupo::Error::Store(hupo_store::Error::BadLine { line, what }) = error else { return error.into() };
    let line = usize::try_from(line).unwrap_or(usize::MAX);
    let place = Place { file: path.display().to_string().into(), line };
    let refusal = Refusal::BadText { field: "(line)".to_owned(), reason: what };
    Refused::new(vec![(0, refusal)], &[(Some(place), "export".to_owned())]).into()
}
