//! Another program's export: one file, or the files of one that was unpacked.

use crate::failure::Usage;
use crate::source::Refused;
use anyhow::{Context, Error, Result};
use hupo_exchange::{Format, Importer, Piece, Reading, Tally, detect};
use std::fs::File;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Files to read as one export.
pub(super) struct Export {
    files: Vec<PathBuf>,
    pub(super) format: Format,
}

impl Export {
    /// The export at a path, if it is one: of the named format, else of the one that its content has.
    pub(super) fn find(path: &Path, named: Option<Format>) -> Result<Option<Self>> {
        let files = files(path)?;
        if files.is_empty() && named.is_some() {
            let path = path.display();
            return Err(Usage(format!(
                "{path} is no file and no folder with conversations*.json; an export is read twice, so not from stdin"
            ))
            .into());
        }
        let format = named.map_or_else(|| first_format(&files), |format| Ok(Some(format)))?;
        Ok(format.map(|format| Self { files, format }))
    }

    /// Reads all of it, and hands over each piece.
    pub(super) fn read(&self, reading: &Reading, take: &mut dyn FnMut(Piece) -> Result<()>) -> Result<Tally> {
        let mut importer = Importer::new(reading.clone());
        for file in &self.files {
            let mut failed = None;
            let mut hand_over = |piece| match take(piece) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            };
            let read = importer.read(open(file)?, &file.display().to_string(), &mut hand_over);
            read.map_err(|error| failed.unwrap_or_else(|| explained(error)))?;
        }
        Ok(importer.finish())
    }
}

/// The file, or those of an unpacked export; none of stdin and of folders with a data set in them.
fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        let is_stdin = path.as_os_str() == "-";
        return Ok(if is_stdin { Vec::new() } else { vec![path.to_owned()] });
    }
    let is_set = ["corpus.jsonl", "transcript.jsonl"].into_iter().any(|file| path.join(file).exists());
    if is_set {
        return Ok(Vec::new());
    }
    let listed = std::fs::read_dir(path).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
    let listed = listed.with_context(|| format!("{} cannot be listed", path.display()))?;
    let mut files: Vec<PathBuf> =
        listed.into_iter().map(|entry| entry.path()).filter(|path| holds_chats(path)).collect();
    files.sort();
    Ok(files)
}

/// Whether it is called as the files of an unpacked export are: `conversations.json`, `conversations-000.json`.
fn holds_chats(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    name.starts_with("conversations") && name.ends_with(".json")
}

fn first_format(files: &[PathBuf]) -> Result<Option<Format>> {
    for file in files {
        let found = detect(open(file)?, &file.display().to_string()).map_err(explained)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

fn open(file: &Path) -> Result<File> {
    File::open(file).with_context(|| format!("{} cannot be opened", file.display()))
}

/// The failure as the command reports it: what the file is to blame for is a refusal.
fn explained(error: hupo_exchange::Error) -> Error {
    use hupo_exchange::Error::{Bad, BadArchive, Interrupted, NotUtf8, TooLarge, UnknownFormat, Unreadable};
    match error {
        Bad(fault) => Refused::of_fault(fault).into(),
        NotUtf8 { .. } | BadArchive { .. } | TooLarge { .. } => Refused::of_file(&error.to_string()).into(),
        UnknownFormat { .. } => Usage(error.to_string()).into(),
        Unreadable { .. } | Interrupted => error.into(),
    }
}
