//! JSON Lines from anywhere: one object a line, capped, each fault named by file, line and field.

use super::field_before::field_before;
use super::{BadLine, Error, Place, Record};
use serde_json::Value;
use std::io::{BufRead, Read};
use std::path::PathBuf;
use std::sync::Arc;

/// The longest line that is read: 16 MiB.
pub const LINE_BYTES: usize = 16 << 20;

/// The objects of a JSONL stream, in order. Blank lines are passed over; a byte order mark is not data.
pub struct Lines<R> {
    reader: R,
    file: Arc<str>,
    line: usize,
}

impl<R: BufRead> Lines<R> {
    /// Reads `reader`, calling it `file` in errors.
    pub fn new(reader: R, file: &str) -> Self {
        Self { reader, file: file.into(), line: 0 }
    }

    fn next_line(&mut self) -> Option<Result<Record, Error>> {
        loop {
            self.line += 1;
            let place = Place { file: self.file.clone(), line: self.line };
            match self.read() {
                Ok(None) => return None,
                Ok(Some(Line::Whole(bytes))) if bytes.trim_ascii().is_empty() => {}
                Ok(Some(Line::Whole(bytes))) => return Some(parse(&bytes, place).map_err(Error::from)),
                Ok(Some(Line::TooLong)) => return Some(Err(too_long(place).into())),
                Err(source) => return Some(Err(Error::Unreadable { path: PathBuf::from(&*self.file), source })),
            }
        }
    }

    fn read(&mut self) -> std::io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let cap = LINE_BYTES as u64 + 1;
        if self.reader.by_ref().take(cap).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if bytes.len() > LINE_BYTES && bytes.last() != Some(&b'\n') {
            self.skip_rest_of_line()?;
            return Ok(Some(Line::TooLong));
        }
        if self.line == 1 && bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        Ok(Some(Line::Whole(bytes)))
    }

    /// So that the next line is a line again. Keeps nothing of what it passes.
    fn skip_rest_of_line(&mut self) -> std::io::Result<()> {
        loop {
            let seen = self.reader.fill_buf()?;
            let end = seen.iter().position(|&byte| byte == b'\n');
            let passed = end.map_or(seen.len(), |at| at + 1);
            self.reader.consume(passed);
            if end.is_some() || passed == 0 {
                return Ok(());
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Record, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_line()
    }
}

enum Line {
    Whole(Vec<u8>),
    TooLong,
}

fn too_long(place: Place) -> BadLine {
    BadLine::whole(place, format!("longer than the {LINE_BYTES} bytes accepted; split it into several objects"))
}

fn parse(bytes: &[u8], place: Place) -> Result<Record, BadLine> {
    match serde_json::from_slice(bytes) {
        Ok(Value::Object(fields)) => Ok(Record::new(place, fields)),
        Ok(_) => Err(BadLine::whole(place, "expected an object, { \"field\": value, … }; write one object a line")),
        Err(error) => Err(unparsable(bytes, &error, place)),
    }
}

fn unparsable(bytes: &[u8], error: &serde_json::Error, place: Place) -> BadLine {
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or_default();
    let remedy = if said.contains("surrogate") || said.contains("hex escape") {
        "write the character itself, or both halves of its pair"
    } else if error.is_eof() {
        "the line is cut short; write one whole object a line"
    } else {
        "write one JSON object a line"
    };
    let field = field_before(bytes, error.column()).unwrap_or_else(|| "(line)".to_owned());
    BadLine { place, field, reason: format!("{said} at column {}; {remedy}", error.column()) }
}

#[cfg(test)]
mod tests;
