//! Writing a backup, line by line.

use super::{BackupReceipt, FORMAT, First, Header, LINE_BYTES, Last, Sum, Writes};
use crate::Error;
use hupo_store::{ExportLine, ExportedSpace, Snapshot};
use hupo_types::Sequence;
use serde::Serialize;
use std::io::Write;

/// Writes all of it; the receipt says what is in it.
pub(super) fn all(snapshot: &Snapshot, out: &mut dyn Write, progress: Writes<'_>) -> Result<BackupReceipt, Error> {
    let mut out = Out { out, hasher: blake3::Hasher::new(), n_lines: 0, n_bytes: 0, line: Vec::new() };
    let mut header = None;
    for line in snapshot.export() {
        let line = line?;
        match &line {
            ExportLine::Space(space) => out.put(&First::Backup(header.insert(of(space)).clone()))?,
            ExportLine::Write(write) => progress(write.sequence.get(), snapshot.sequence().get()),
        }
        out.put(&line)?;
    }
    let header = header.expect("an export begins with the space");
    let sum = Sum { lines: out.n_lines, bytes: out.n_bytes, blake3: out.hasher.finalize().to_hex().to_string() };
    out.put(&Last::End(sum.clone()))?;
    out.out.flush().map_err(io)?;
    Ok(receipt(header, sum, out.n_bytes))
}

/// What a header and the sum of the lines say.
pub(super) fn receipt(header: Header, sum: Sum, n_bytes: u64) -> BackupReceipt {
    let Header { name, sequence, chain, .. } = header;
    BackupReceipt { name, sequence, chain, n_lines: sum.lines + 1, n_bytes, blake3: sum.blake3 }
}

/// The first line of a backup of this space.
pub(super) fn of(space: &ExportedSpace) -> Header {
    let sequence = Sequence::new(space.writes);
    Header { format: FORMAT, name: space.config.name.clone(), sequence, chain: space.chain() }
}

/// A line as it is written, its end included.
pub(super) fn bytes(line: &mut Vec<u8>, value: &impl Serialize) {
    line.clear();
    serde_json::to_writer(&mut *line, value).expect("lines are maps with text keys, and memory does not fail");
    line.push(b'\n');
}

struct Out<'o> {
    out: &'o mut dyn Write,
    hasher: blake3::Hasher,
    n_lines: u64,
    n_bytes: u64,
    line: Vec<u8>,
}

impl Out<'_> {
    fn put(&mut self, value: &impl Serialize) -> Result<(), Error> {
        bytes(&mut self.line, value);
        if self.line.len() as u64 > LINE_BYTES {
            return Err(io(std::io::ErrorKind::FileTooLarge.into()));
        }
        self.hasher.update(&self.line);
        self.n_lines += 1;
        self.n_bytes += self.line.len() as u64;
        self.out.write_all(&self.line).map_err(io)
    }
}

fn io(source: std::io::Error) -> Error {
    Error::io("writing the backup", source)
}
