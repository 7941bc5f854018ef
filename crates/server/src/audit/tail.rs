//! The last line of a log, to go on from.

use super::link;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

/// More than any line has.
const LINE_BYTES: u64 = 16 << 10;

/// Where a log stands.
pub(super) struct Tail {
    pub(super) n: u64,
    pub(super) chain: String,
}

/// The last whole line of the file, or of the newest one that was put aside if this one has none yet. What follows the
/// last whole line was never finished, and is cut off.
pub(super) fn of(path: &Path) -> io::Result<Option<Tail>> {
    match OpenOptions::new().read(true).write(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => of_put_aside(path),
        Err(error) => Err(error),
        Ok(mut file) => match last_line(&mut file)? {
            Some(line) => tail(&line).map(Some),
            None => of_put_aside(path),
        },
    }
}

fn of_put_aside(path: &Path) -> io::Result<Option<Tail>> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return Ok(None) };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let beginning = format!("{}.", name.to_string_lossy());
    let names = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.file_name()));
    let newest = names.filter(|name| is_put_aside(&name.to_string_lossy(), &beginning)).max();
    let Some(newest) = newest else { return Ok(None) };
    last_line(&mut File::open(folder.join(newest))?)?.map(|line| tail(&line)).transpose()
}

fn is_put_aside(name: &str, beginning: &str) -> bool {
    name.strip_prefix(beginning).is_some_and(|number| number.len() == 12 && number.parse::<u64>().is_ok())
}

fn last_line(file: &mut File) -> io::Result<Option<String>> {
    let whole = file.metadata()?.len();
    let from = whole.saturating_sub(2 * LINE_BYTES);
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    if end < bytes.len() {
        file.set_len(from + end as u64)?;
    }
    let lines = String::from_utf8(bytes.into_iter().take(end).collect()).map_err(|_| foreign())?;
    Ok(lines.lines().next_back().map(str::to_owned))
}

fn tail(line: &str) -> io::Result<Tail> {
    let (fields, chain) = link::parted(line).ok_or_else(foreign)?;
    Ok(Tail { n: link::number(fields).ok_or_else(foreign)?, chain: chain.to_owned() })
}

fn foreign() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "the file is no audit log, or its last line was changed")
}
