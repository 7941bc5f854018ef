//! Reading a backup, line by line, until its last line says that it is whole.

use super::{BackupReceipt, FORMAT, First, Header, LINE_BYTES, Last, Sum, Writes, write};
use crate::Error;
use hupo_store::ExportLine;
use std::io::{BufRead, Read};
use std::sync::Arc;

/// Reads a line with its end into the place of the last one; of one that is longer than `limit` only so much, and so
/// without its end.
pub(super) fn read_line(from: &mut dyn BufRead, line: &mut Vec<u8>, limit: u64) -> std::io::Result<usize> {
    line.clear();
    from.take(limit).read_until(b'\n', line)
}

/// What the last line begins with, and no other.
const LAST: &[u8] = br#"{"end":"#;

/// The lines of the export in a backup. It ends only after the last line of the backup was found to be right; whatever
/// is wrong comes as an error that counts lines as an export does, from the one after the backup's own.
pub(super) struct Lines<'r> {
    from: &'r mut dyn BufRead,
    progress: Writes<'r>,
    n_writes: u64,
    hasher: blake3::Hasher,
    n_lines: u64,
    n_bytes: u64,
    line: Vec<u8>,
    header: Header,
    sum: Option<Sum>,
}

impl<'r> Lines<'r> {
    /// Reads the first line.
    pub(super) fn begin(from: &'r mut dyn BufRead, progress: Writes<'r>) -> Result<(Header, Self), Error> {
        let mut line = Vec::new();
        read_line(from, &mut line, LINE_BYTES).map_err(|source| Error::io("reading the backup", source))?;
        let bad = |what: String| Error::BadBackup { line: 1, what };
        let first = serde_json::from_slice(&line);
        let First::Backup(header) = first.map_err(|error| bad(format!("this is no backup of Hupo's: {error}")))?;
        if header.format > FORMAT {
            return Err(bad(format!("it has format {}, this program knows up to {FORMAT}", header.format)));
        }
        if !line.ends_with(b"\n") {
            return Err(bad("the backup was cut off in its first line".to_owned()));
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(&line);
        let (n_writes, n_bytes) = (header.sequence.get(), line.len() as u64);
        let lines =
            Self { from, progress, n_writes, hasher, n_lines: 1, n_bytes, line, header: header.clone(), sum: None };
        Ok((header, lines))
    }

    /// What was read; once it ended well.
    pub(super) fn receipt(self, header: Header) -> BackupReceipt {
        let sum = self.sum.expect("the lines end only after the sum was found right");
        write::receipt(header, sum, self.n_bytes)
    }

    fn read(&mut self) -> Result<Option<ExportLine>, hupo_store::Error> {
        let read = read_line(self.from, &mut self.line, LINE_BYTES);
        read.map_err(|source| hupo_store::Error::Io { doing: "reading the backup", source: Arc::new(source) })?;
        if self.line.is_empty() || !self.line.ends_with(b"\n") {
            return Err(self.bad("the backup was cut off here, or this line is longer than any is"));
        }
        if self.line.starts_with(LAST) {
            return self.end().map(|()| None);
        }
        let line =
            serde_json::from_slice(&self.line).map_err(|error| self.bad(&format!("it cannot be read: {error}")))?;
        self.hasher.update(&self.line);
        self.n_lines += 1;
        self.n_bytes += self.line.len() as u64;
        self.look_at(&line)?;
        Ok(Some(line))
    }

    fn look_at(&mut self, line: &ExportLine) -> Result<(), hupo_store::Error> {
        match line {
            ExportLine::Space(space) if write::of(space) != self.header => {
                self.n_lines -= 1;
                Err(self.bad("this is not the space that the first line names"))
            }
            ExportLine::Space(_) => Ok(()),
            ExportLine::Write(write) => {
                (self.progress)(write.sequence.get(), self.n_writes);
                Ok(())
            }
        }
    }

    /// The last line has to be, byte for byte, what these lines add up to, and nothing may follow.
    fn end(&mut self) -> Result<(), hupo_store::Error> {
        let blake3 = self.hasher.finalize().to_hex().to_string();
        let sum = Sum { lines: self.n_lines, bytes: self.n_bytes, blake3 };
        let mut expected = Vec::new();
        write::bytes(&mut expected, &Last::End(sum.clone()));
        if self.line != expected {
            return Err(self.bad("the lines before it are not those that were written: it is changed, or not whole"));
        }
        self.n_bytes += self.line.len() as u64;
        self.sum = Some(sum);
        match (&mut *self.from).take(1).read_to_end(&mut expected) {
            Ok(0) => Ok(()),
            Ok(_) => Err(self.bad("something follows the end of the backup")),
            Err(source) => Err(hupo_store::Error::Io { doing: "reading the backup", source: Arc::new(source) }),
        }
    }

    /// About the line being read, which is the export's `n_lines`th, as the first one is the backup's.
    fn bad(&self, what: &str) -> hupo_store::Error {
        hupo_store::Error::BadLine { line: self.n_lines, what: what.to_owned() }
    }
}

impl Iterator for Lines<'_> {
    type Item = Result<ExportLine, hupo_store::Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.sum.is_some() { None } else { self.read().transpose() }
    }
}
