//! The verbs that move whole spaces: bytes out, and bytes in, a part at a time.

use super::Head;
use crate::desk::{Call, Desk, Incoming, Scope, Sink};
use crate::problem::{Code, Problem};
use crate::verb::Verb;
use crate::wire::{Bad, v1};
use hupo::{ExportLine, Hupo, Once, Space};
use std::io::{self, BufRead, BufReader, Read, Write};
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;

/// Bytes of one part of a stream out.
const PART_BYTES: usize = 64 << 10;
/// A line of an export is one write; a longer one is refused rather than held in memory.
const LINE_BYTES: u64 = 256 << 20;

/// A request for a whole space.
pub(crate) trait TakeOut {
    /// Takes out what it says beside what it asks, which is all it says.
    fn take_head(&mut self) -> Head;
}

/// A part of a whole space that is put in.
pub(crate) trait Part: Default + Send + 'static {
    /// What the first part says of the whole.
    fn take_head(&mut self) -> Head;
    /// Its bytes.
    fn into_bytes(self) -> Vec<u8>;
}

macro_rules! streamed {
    (out $($request:ident)+) => {$(
        impl TakeOut for v1::$request {
            fn take_head(&mut self) -> Head {
                let Self { space, deadline_ms, at_least } = std::mem::take(self);
                Head { space, deadline_ms, at_least, once: String::new() }
            }
        }
    )+};
    (in $($request:ident.$bytes:ident)+) => {$(
        impl Part for v1::$request {
            fn take_head(&mut self) -> Head {
                let (space, deadline_ms) = (std::mem::take(&mut self.space), std::mem::take(&mut self.deadline_ms));
                Head { space, deadline_ms, once: std::mem::take(&mut self.idempotency_key), ..Head::default() }
            }

            fn into_bytes(self) -> Vec<u8> {
                self.$bytes
            }
        }
    )+};
}

streamed! { out ExportRequest BackupRequest }
streamed! { in ImportRequest.lines RestoreBackupRequest.data }

/// Gives a whole space out: its export, or a backup of it.
pub(crate) async fn take_out(desk: &Desk, call: Call) -> Result<ReceiverStream<Result<Vec<u8>, Problem>>, Problem> {
    let work = if call.verb == Verb::Export { export } else { backup };
    desk.stream(call, work).await
}

/// Makes a space of an export, or of a backup; answers its last write.
pub(crate) async fn put_in<S>(desk: &Desk, call: Call, parts: Incoming<S>) -> Result<u64, Problem>
where
    S: Stream<Item = Result<Vec<u8>, Problem>> + Send + Unpin + 'static,
{
    let work = if call.verb == Verb::Import { import } else { restore };
    desk.carry_out_on_root(call, move |hupo, name, scope| {
        let mut reader = PartReader { parts, part: io::Cursor::default(), scope, failed: None };
        let made = work(hupo, name, &mut BufReader::new(&mut reader), scope.when().once);
        let made = reader.failed.map_or(made, Err)?;
        Ok(made.sequence()?.get())
    })
    .await
}

fn export(space: &Space, scope: &Scope, sink: &Sink<Vec<u8>>) -> Result<(), Problem> {
    let mut out = PartWriter::new(sink);
    space.export(|line| {
        scope.check()?;
        let mut text =
            serde_json::to_vec(&line).map_err(|_| Problem::new(Code::Internal, "a write could not be told"))?;
        text.push(b'\n');
        out.put(&text)
    })?;
    out.finish()
}

fn backup(space: &Space, _: &Scope, sink: &Sink<Vec<u8>>) -> Result<(), Problem> {
    let mut out = PartWriter::new(sink);
    let written = space.backup(&mut out, &mut |_, _| ());
    // When the caller is gone, that is what is to be told, and not that a file could not be written.
    out.gone.take().map_or(Ok(()), Err)?;
    written?;
    out.finish()
}

fn import(hupo: &Hupo, name: &str, from: &mut dyn BufRead, once: Option<Once>) -> Result<Space, Problem> {
    let mut lines = std::iter::from_fn(|| read_line(from)).map(|line| line.and_then(|line| parsed(&line)));
    let first = lines.next();
    if let Some(Ok(ExportLine::Space(exported))) = &first
        && exported.config.name != name
    {
        return Err(Bad::new("space", "the export is of a space of another name").into());
    }
    Ok(hupo.import_space_once(first.into_iter().chain(lines), once)?)
}

fn restore(hupo: &Hupo, name: &str, from: &mut dyn BufRead, once: Option<Once>) -> Result<Space, Problem> {
    Ok(hupo.restore_backup_once(name, from, &mut |_, _| (), once)?)
}

/// The next line; none at the end.
fn read_line(from: &mut dyn BufRead) -> Option<Result<Vec<u8>, String>> {
    let mut line = Vec::new();
    match from.take(LINE_BYTES).read_until(b'\n', &mut line) {
        Ok(0) => None,
        Ok(_) if line.len() as u64 == LINE_BYTES => Some(Err("the line is longer than 256 MiB".to_owned())),
        Ok(_) => Some(Ok(line)),
        Err(_) => Some(Err("the stream broke off".to_owned())),
    }
}

/// A line of an export; of one that is none only the place is said.
fn parsed(line: &[u8]) -> Result<ExportLine, String> {
    serde_json::from_slice(line)
        .map_err(|error| format!("it is no line of an export, from column {} on", error.column()))
}

/// Cuts what is written into parts.
struct PartWriter<'a> {
    sink: &'a Sink<Vec<u8>>,
    gathered: Vec<u8>,
    gone: Option<Problem>,
}

impl<'a> PartWriter<'a> {
    const fn new(sink: &'a Sink<Vec<u8>>) -> Self {
        Self { sink, gathered: Vec::new(), gone: None }
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        self.gathered.extend_from_slice(bytes);
        while self.gathered.len() >= PART_BYTES {
            let rest = self.gathered.split_off(PART_BYTES);
            self.sink.send(std::mem::replace(&mut self.gathered, rest))?;
        }
        Ok(())
    }

    fn finish(self) -> Result<(), Problem> {
        if self.gathered.is_empty() { Ok(()) } else { self.sink.send(self.gathered) }
    }
}

impl Write for PartWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let put = self.put(bytes);
        put.map_err(|problem| {
            self.gone = Some(problem);
            io::Error::from(io::ErrorKind::BrokenPipe)
        })?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads parts as one stream of bytes, for as long as anybody waits for what comes of it.
struct PartReader<'a, S> {
    parts: Incoming<S>,
    part: io::Cursor<Vec<u8>>,
    scope: &'a Scope,
    failed: Option<Problem>,
}

impl<S: Stream<Item = Result<Vec<u8>, Problem>> + Unpin> PartReader<'_, S> {
    /// The next part; none at the end.
    fn next(&mut self) -> Result<Option<Vec<u8>>, Problem> {
        self.scope.check()?;
        self.parts.next().transpose()
    }
}

impl<S: Stream<Item = Result<Vec<u8>, Problem>> + Unpin> Read for PartReader<'_, S> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let n = self.part.read(into)?;
            if n > 0 || into.is_empty() {
                return Ok(n);
            }
            match self.next() {
                Ok(Some(part)) => self.part = io::Cursor::new(part),
                Ok(None) => return Ok(0),
                Err(problem) => {
                    self.failed = Some(problem);
                    return Err(io::ErrorKind::BrokenPipe.into());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
