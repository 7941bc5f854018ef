//! The files of a set being read, and what had to be left out of them.

use super::{BadLine, BadLines, Error, LeftOut, Lines, Record};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// A file's name and its text, for a program that carries its files inside.
pub type FileText<'a> = (&'a str, &'a str);

enum Origin<'a> {
    Folder(PathBuf),
    Inside(&'a [FileText<'a>]),
}

/// The files of a set.
pub(super) struct Source<'a> {
    origin: Origin<'a>,
    bad_lines: BadLines,
    pub(super) left_out: LeftOut,
}

impl<'a> Source<'a> {
    pub(super) fn folder(folder: &Path, bad_lines: BadLines) -> Self {
        Self { origin: Origin::Folder(folder.to_owned()), bad_lines, left_out: LeftOut::default() }
    }

    pub(super) fn inside(files: &'a [FileText<'a>]) -> Self {
        Self { origin: Origin::Inside(files), bad_lines: BadLines::Stop, left_out: LeftOut::default() }
    }

    /// A file to read from, or none if the set does not have it.
    pub(super) fn open(&self, file: &str) -> Result<Option<Box<dyn BufRead + 'a>>, Error> {
        match &self.origin {
            Origin::Folder(folder) => open(folder.join(file)),
            Origin::Inside(files) => {
                let text = files.iter().find(|(name, _)| *name == file).map(|(_, text)| *text);
                Ok(text.map(|text| Box::new(text.as_bytes()) as Box<dyn BufRead + 'a>))
            }
        }
    }

    /// What `read` makes of every line of a JSONL file; a file that is not there has none.
    pub(super) fn read<T>(
        &mut self,
        file: &str,
        mut read: impl FnMut(Record) -> Result<T, BadLine>,
    ) -> Result<Vec<T>, Error> {
        let mut items = Vec::new();
        let lines = self.open(file)?.map(|reader| Lines::new(reader, file));
        for line in lines.into_iter().flatten() {
            match line.and_then(|record| read(record).map_err(Error::from)) {
                Ok(item) => items.push(item),
                Err(Error::BadLine(bad)) => self.refuse(bad)?,
                Err(other) => return Err(other),
            }
        }
        Ok(items)
    }

    /// Stops, or notes the line and goes on, as asked.
    pub(super) fn refuse(&mut self, bad: BadLine) -> Result<(), Error> {
        match self.bad_lines {
            BadLines::Stop => Err(bad.into()),
            BadLines::Skip => {
                self.left_out.bad_lines.push(bad);
                Ok(())
            }
        }
    }
}

fn open(path: PathBuf) -> Result<Option<Box<dyn BufRead>>, Error> {
    match File::open(&path) {
        Ok(file) => Ok(Some(Box::new(BufReader::new(file)))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::Unreadable { path, source }),
    }
}
