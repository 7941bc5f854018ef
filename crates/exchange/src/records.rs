//! A stream of JSON cut into its records, without parsing it: the items of one list, one object a line, or objects one
//! after the other. A broken record costs itself and no other, unless its brackets or quotes do not close.

mod scanner;
mod shape;

use crate::Error;
use crate::place::{Complaint, Place};
use scanner::Scanner;
use shape::Shape;
use std::io::{self, BufRead, Chain, Cursor, ErrorKind, Read};
use std::sync::Arc;

/// The longest record that is read: 64 MiB, a conversation of some ten thousand turns.
pub const RECORD_BYTES: usize = 64 << 20;

/// Bytes looked at to tell how a stream is laid out.
const HEAD_BYTES: u64 = 64 << 10;

/// A record as it stands in the file.
pub(crate) struct Record {
    pub(crate) place: Place,
    /// Its text, or why there is none.
    pub(crate) text: Result<String, Complaint>,
}

/// The records of a stream, in order.
pub(crate) struct Records<R> {
    reader: Chain<Cursor<Vec<u8>>, R>,
    file: Arc<str>,
    shape: Shape,
    stage: Stage,
    limit: usize,
    record: usize,
    line: usize,
}

/// How far the stream was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Before,
    Among,
    /// Behind the bracket that closes a list.
    Behind,
    Done,
}

/// What was read of a record.
#[derive(Default)]
struct Taken {
    bytes: Vec<u8>,
    too_long: bool,
    /// The byte that ended it; none at the end of the stream.
    end: Option<u8>,
}

impl<R: BufRead> Records<R> {
    /// The records of `reader`, which errors call `file`.
    pub(crate) fn open(mut reader: R, file: Arc<str>) -> Result<Self, Error> {
        let mut head = Vec::new();
        let read = reader.by_ref().take(HEAD_BYTES).read_to_end(&mut head);
        read.map_err(|source| Error::Unreadable { file: file.to_string(), source })?;
        if shape::is_wide(&head) {
            return Err(Error::NotUtf8 { file: file.to_string() });
        }
        if head.starts_with(shape::BYTE_ORDER_MARK) {
            head.drain(..shape::BYTE_ORDER_MARK.len());
        }
        let (shape, stage) = (Shape::of(&head), Stage::Before);
        let reader = Cursor::new(head).chain(reader);
        Ok(Self { reader, file, shape, stage, limit: RECORD_BYTES, record: 0, line: 1 })
    }

    /// The next record, good or bad.
    pub(crate) fn next_record(&mut self) -> Result<Option<Record>, Error> {
        let next = self.step();
        next.map_err(|source| Error::Unreadable { file: self.file.to_string(), source })
    }

    fn step(&mut self) -> io::Result<Option<Record>> {
        self.begin()?;
        let first = self.skip_blank()?;
        match (self.stage, first) {
            (Stage::Done, _) => Ok(None),
            (Stage::Behind, first) => {
                Ok(first.and_then(|_| self.last("something follows the end of the list; take it out")))
            }
            (_, None) if self.shape == Shape::List => {
                Ok(self.last("the file ends before its list does; export it again"))
            }
            (_, None) => Ok(None),
            (_, Some(b']')) if self.shape == Shape::List => self.close(),
            (_, Some(_)) => self.one().map(Some),
        }
    }

    /// Passes the bracket in front of the first item of a list.
    fn begin(&mut self) -> io::Result<()> {
        if self.stage == Stage::Before && self.shape == Shape::List {
            self.skip_blank()?;
            self.reader.consume(1);
        }
        if self.stage == Stage::Before {
            self.stage = Stage::Among;
        }
        Ok(())
    }

    fn one(&mut self) -> io::Result<Record> {
        self.record += 1;
        let place = self.place();
        let taken = self.take_one()?;
        if self.shape == Shape::List && taken.end == Some(b']') {
            self.stage = Stage::Behind;
        }
        Ok(Record { place, text: self.text(taken) })
    }

    fn place(&self) -> Place {
        Place { file: self.file.clone(), record: self.record, line: self.line }
    }

    fn take_one(&mut self) -> io::Result<Taken> {
        let (mut taken, mut scanner) = (Taken::default(), Scanner::new(self.shape));
        while taken.end.is_none() {
            let seen = fill(&mut self.reader)?;
            if seen.is_empty() {
                self.stage = Stage::Done;
                break;
            }
            let end = seen.iter().position(|&byte| scanner.ends_at(byte));
            let part = seen.get(..end.map_or(seen.len(), |at| at + 1)).unwrap_or(seen);
            taken.end = end.and(part.last().copied());
            taken.add(part, self.limit);
            self.line += newlines(part);
            let passed = part.len();
            self.reader.consume(passed);
        }
        Ok(taken)
    }

    fn text(&self, taken: Taken) -> Result<String, Complaint> {
        if taken.too_long {
            let reason = format!("longer than the {} bytes accepted; split it into several records", self.limit);
            return Err(Complaint::whole(reason));
        }
        let cut = taken.end.is_none() && self.shape == Shape::List;
        if cut {
            return Err(Complaint::whole("the file ends inside this record; export it again"));
        }
        text_of(taken.bytes, self.shape)
    }

    /// Passes the bracket behind the last item.
    fn close(&mut self) -> io::Result<Option<Record>> {
        self.reader.consume(1);
        self.stage = Stage::Behind;
        self.step()
    }

    /// What is wrong with the end of the stream, as its last record.
    fn last(&mut self, reason: &str) -> Option<Record> {
        self.stage = Stage::Done;
        self.record += 1;
        Some(Record { place: self.place(), text: Err(Complaint::whole(reason)) })
    }

    /// The first byte that is no white space, left where it is.
    fn skip_blank(&mut self) -> io::Result<Option<u8>> {
        loop {
            let seen = fill(&mut self.reader)?;
            if seen.is_empty() {
                return Ok(None);
            }
            let found = seen.iter().position(|byte| !byte.is_ascii_whitespace());
            let blank = seen.get(..found.unwrap_or(seen.len())).unwrap_or(seen);
            let first = found.and_then(|at| seen.get(at)).copied();
            self.line += newlines(blank);
            let passed = blank.len();
            self.reader.consume(passed);
            if first.is_some() {
                return Ok(first);
            }
        }
    }
}

impl Taken {
    /// Keeps a part, until there is too much.
    fn add(&mut self, part: &[u8], limit: usize) {
        self.too_long |= self.bytes.len() + part.len() > limit + 1;
        if self.too_long {
            self.bytes = Vec::new();
        } else {
            self.bytes.extend_from_slice(part);
        }
    }
}

/// As `fill_buf`, which may be interrupted.
fn fill<R: BufRead>(reader: &mut R) -> io::Result<&[u8]> {
    loop {
        match reader.fill_buf().map(|_| ()) {
            Ok(()) => return reader.fill_buf(),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn newlines(part: &[u8]) -> usize {
    part.iter().filter(|&&byte| byte == b'\n').count()
}

/// The record without what ended it.
fn text_of(mut bytes: Vec<u8>, shape: Shape) -> Result<String, Complaint> {
    if shape == Shape::List {
        bytes.pop();
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to() + 1;
        Complaint::whole(format!("byte {at} of the record is not UTF-8; save the file as UTF-8"))
    })
}

#[cfg(test)]
mod tests;
