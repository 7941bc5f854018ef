//! Checks audit logs from end to end.

use super::link;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Lines that were read and hold.
    pub n_lines: u64,
    /// The number of the first line; more than 0 if older files were not given.
    pub first: Option<u64>,
    /// The chain of the last good line: compare it with one that was kept elsewhere.
    pub chain: String,
    /// The first line that does not hold, if there is one.
    pub broken: Option<Broken>,
}

/// A line that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The file.
    pub path: PathBuf,
    /// The line in the file, the first being 1.
    pub line: u64,
    /// What is wrong.
    pub what: &'static str,
}

/// Checks the files of a log, oldest first. Errors: a file that cannot be read.
pub fn check(paths: &[PathBuf]) -> io::Result<Checked> {
    let mut checked = Checked { n_lines: 0, first: None, chain: link::BEGINNING.to_owned(), broken: None };
    let mut next = None;
    for path in paths {
        check_file(path, &mut checked, &mut next)?;
        if checked.broken.is_some() {
            break;
        }
    }
    Ok(checked)
}

fn check_file(path: &Path, checked: &mut Checked, next: &mut Option<u64>) -> io::Result<()> {
    for (line, place) in BufReader::new(File::open(path)?).split(b'\n').zip(1..) {
        let line = String::from_utf8_lossy(&line?).into_owned();
        match check_line(&line, &checked.chain, *next) {
            Ok((n, chain)) => {
                *next = Some(n + 1);
                checked.first.get_or_insert(n);
                checked.n_lines += 1;
                checked.chain = chain;
            }
            Err(what) => {
                checked.broken = Some(Broken { path: path.to_owned(), line: place, what });
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The line's number and chain. The first line of a log that begins later cannot be checked against the one before it.
fn check_line(line: &str, before: &str, next: Option<u64>) -> Result<(u64, String), &'static str> {
    let (fields, chain) = link::parted(line).ok_or("it is no line of an audit log, or was cut short")?;
    let n = link::number(fields).ok_or("it has no number")?;
    if next.is_some_and(|next| next != n) {
        return Err("lines are missing before it, or it is out of its place");
    }
    let begins_later = next.is_none() && n > 0;
    if !begins_later && link::chain(before, fields) != chain {
        return Err("it was changed, or the one before it was");
    }
    Ok((n, chain.to_owned()))
}
