//! Input as JSON: from a file, or from stdin. All of it is read and checked before anything is written.

use crate::failure::Usage;
use anyhow::{Context, Result};
use hupo_eval::dataset::{BadLine, Error, LINE_BYTES, Lines, Place, Record};
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;

/// A question read from stdin may be a piece of dialogue, not a book.
const QUESTION_BYTES: u64 = 1 << 20;

/// What was read, each with its place.
pub(crate) type Placed<T> = Vec<(Place, T)>;
/// Records one after the other.
pub(crate) type Records = Box<dyn Iterator<Item = Result<Record, Error>>>;

/// The objects of a JSONL file, or of stdin for `-` and for none.
pub(crate) fn open(path: Option<&Path>) -> Result<Records> {
    let (reader, name) = reader(path)?;
    Ok(Box::new(Lines::new(reader, &name)))
}

/// As [`open`], and a single object may be set over several lines.
pub(crate) fn open_objects(path: Option<&Path>) -> Result<Records> {
    let (mut reader, name) = reader(path)?;
    let mut start = Vec::new();
    reader
        .by_ref()
        .take(LINE_BYTES as u64)
        .read_to_end(&mut start)
        .with_context(|| format!("{name} cannot be read"))?;
    if let Ok(Value::Object(fields)) = serde_json::from_slice(&start) {
        let place = Place { file: name.as_str().into(), line: 1 };
        return Ok(Box::new(std::iter::once(Ok(Record::new(place, fields)))));
    }
    Ok(Box::new(Lines::new(Cursor::new(start).chain(reader), &name)))
}

fn reader(path: Option<&Path>) -> Result<(Box<dyn BufRead>, String)> {
    match path.filter(|path| path.as_os_str() != "-") {
        None => Ok((Box::new(std::io::stdin().lock()), "stdin".to_owned())),
        Some(path) => {
            let name = path.display().to_string();
            let file = File::open(path).with_context(|| format!("{name} cannot be opened"))?;
            Ok((Box::new(BufReader::new(file)), name))
        }
    }
}

/// What `read` makes of every object, with its place. The first bad one stops it.
pub(crate) fn read_all<T>(
    records: Records,
    read: impl FnMut(Record) -> Result<T, BadLine>,
) -> Result<Placed<T>, Error> {
    Ok(read_each(records, false, read)?.0)
}

/// As [`read_all`]; with `skip`, bad objects are set aside.
pub(crate) fn read_each<T>(
    records: Records,
    skip: bool,
    mut read: impl FnMut(Record) -> Result<T, BadLine>,
) -> Result<(Placed<T>, Vec<BadLine>), Error> {
    let (mut items, mut bad_lines) = (Vec::new(), Vec::new());
    for record in records {
        let item = record.and_then(|record| Ok((record.place().clone(), read(record)?)));
        match item {
            Ok(item) => items.push(item),
            Err(Error::BadLine(bad)) if skip => bad_lines.push(bad),
            Err(error) => return Err(error),
        }
    }
    Ok((items, bad_lines))
}

/// The only object of a file, or of stdin; `wanted` says in words what it is.
pub(crate) fn read_one<T>(
    path: Option<&Path>,
    wanted: &str,
    read: impl FnMut(Record) -> Result<T, BadLine>,
) -> Result<T> {
    let mut objects = read_all(open_objects(path)?, read)?;
    match (objects.pop(), objects.is_empty()) {
        (Some((_, only)), true) => Ok(only),
        (Some(_), false) | (None, _) => Err(Usage(format!("give {wanted} in JSON")).into()),
    }
}

/// All of a file, or of stdin for `-`.
pub(crate) fn text(path: &Path) -> Result<String> {
    let (reader, name) = reader(Some(path))?;
    let mut text = String::new();
    let read = reader.take(QUESTION_BYTES).read_to_string(&mut text);
    read.with_context(|| format!("{name} cannot be read as UTF-8 text"))?;
    Ok(text.trim_end().to_owned())
}

/// The question itself, or all of stdin for `-`.
pub(crate) fn question(argument: &str) -> Result<String> {
    if argument != "-" {
        return Ok(argument.to_owned());
    }
    let mut text = String::new();
    let read = std::io::stdin().lock().take(QUESTION_BYTES).read_to_string(&mut text);
    read.context("the question on stdin cannot be read as UTF-8 text")?;
    Ok(text.trim_end().to_owned())
}

#[cfg(test)]
mod tests;
