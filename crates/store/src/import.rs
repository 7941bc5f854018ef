//! A space made from the lines of an export, equal to the one they came from, or none at all.
//!
//! Nothing is believed: hashes, numbers, chain and every piece of evidence are looked at before a line is applied, and
//! the ledger is made under another name until the last line stood.

use std::collections::BTreeMap;
use std::path::Path;

use hupo_types::{Event, Sequence};
use redb::Database;

use crate::apply::apply;
use crate::creation::{self, begin_format};
use crate::database::{self, begin};
use crate::export::{EXPORT_FORMAT, ExportLine, ExportedSpace, ExportedWrite};
use crate::hash::Hash;
use crate::ledger::{self, Head, START, Skeleton};
use crate::options::Options;
use crate::store::lock_new;
use crate::tables::Tables;
use crate::{Error, Store, recheck};

/// Events in one transaction, about.
const EVENTS: usize = 50_000;

type Lines<'l> = &'l mut dyn Iterator<Item = Result<ExportLine, Error>>;

impl Store {
    /// Makes a space in `dir`, which must hold none, from the lines of an export, and opens it. Its tables and its
    /// ledger are equal to those of the exported space, byte for byte.
    ///
    /// # Errors
    /// [`Error::BadLine`] for the first line that is not what an export wrote, that breaks a promise, or that is missing
    /// at the end, and whatever `lines` fails with: no space is left behind. [`Error::NewerFormat`],
    /// [`Error::AlreadyExists`], [`Error::Locked`], [`Error::Io`].
    pub fn import(
        dir: &Path,
        lines: impl IntoIterator<Item = Result<ExportLine, Error>>,
        options: Options,
    ) -> Result<Self, Error> {
        let lock = lock_new(dir)?;
        let mut lines = lines.into_iter();
        if let Err(error) = creation::create(dir, options.cache_bytes, |database| fill(database, &mut lines)) {
            creation::remove_if_there(&dir.join(database::NEW_FILE))?;
            return Err(error);
        }
        Self::open_locked(dir, lock, options)
    }

    /// Whether these are the lines of an export, all of them: numbers, hashes and chain. Makes nothing, so what the
    /// events say of each other is not looked at.
    ///
    /// # Errors
    /// [`Error::BadLine`] for the first line that is not what an export wrote, or that is missing at the end, and whatever
    /// `lines` fails with; [`Error::NewerFormat`].
    pub fn check_export(lines: impl IntoIterator<Item = Result<ExportLine, Error>>) -> Result<Sequence, Error> {
        let lines = &mut lines.into_iter();
        let mut import = Import::begin(lines)?;
        while import.head.0.get() < import.space.writes {
            let write = import.next(lines)?;
            at_line(import.line(), import.pass(&write))?;
        }
        import.end(lines)?;
        Ok(import.head.0)
    }
}

pub(crate) fn fill(database: &Database, lines: Lines) -> Result<(), Error> {
    let mut import = Import::begin(lines)?;
    while import.head.0.get() < import.space.writes {
        import.take_some(database, lines)?;
    }
    import.end(lines)
}

/// The first line, which says what follows.
fn first(lines: Lines) -> Result<ExportedSpace, Error> {
    let space = match lines.next().transpose()? {
        Some(ExportLine::Space(space)) => space,
        Some(ExportLine::Write(_)) => return Err(bad(1, "it is a write; the first line says what space it is")),
        None => return Err(bad(1, "there is no line at all")),
    };
    if space.format > EXPORT_FORMAT {
        return Err(Error::NewerFormat { found: space.format, known: EXPORT_FORMAT });
    }
    if space.writes == 0 {
        return Err(bad(1, "a space has one write at least"));
    }
    at_line(1, creation::check(&space.config, space.created))?;
    Ok(space)
}

struct Import {
    space: ExportedSpace,
    head: Head,
    /// Writes whose events are no longer those they were made of, with the hash of those they have.
    emptied: BTreeMap<Sequence, Hash>,
    /// What erasures say of emptied writes; of several the last.
    rewritten: BTreeMap<Sequence, Hash>,
}

impl Import {
    fn begin(lines: Lines) -> Result<Self, Error> {
        Ok(Self { space: first(lines)?, head: START, emptied: BTreeMap::new(), rewritten: BTreeMap::new() })
    }

    /// Takes writes until a transaction is large enough, and commits them under the temporary name.
    fn take_some(&mut self, database: &Database, lines: Lines) -> Result<(), Error> {
        let transaction = begin(database)?;
        let mut tables = Tables::open(&transaction)?;
        if self.head == START {
            begin_format(&mut tables)?;
        }
        let mut events = 0;
        while self.head.0.get() < self.space.writes && events < EVENTS {
            let write = self.next(lines)?;
            events += write.events.len();
            at_line(self.line(), self.take(&mut tables, &write))?;
        }
        tables.put_totals()?;
        drop(tables);
        Ok(transaction.commit()?)
    }

    /// The number of the line that comes next, the first being 1: writes follow the space, one a line.
    const fn line(&self) -> u64 {
        line_of(self.head.0.next())
    }

    fn next(&self, lines: Lines) -> Result<ExportedWrite, Error> {
        let (last, writes) = (self.head.0.get(), self.space.writes);
        match lines.next().transpose()? {
            Some(ExportLine::Write(write)) => Ok(write),
            Some(ExportLine::Space(_)) => Err(bad(self.line(), "a second space begins")),
            None => Err(bad(self.line(), &format!("the export was cut off: it ends after write {last} of {writes}"))),
        }
    }

    fn take(&mut self, tables: &mut Tables, write: &ExportedWrite) -> Result<(), Error> {
        let skeleton = self.checked(write)?;
        for event in &write.events {
            recheck::check(tables, event)?;
            apply(tables, event)?;
        }
        self.note(&write.events);
        self.head = ledger::append_kept(tables, self.head, &skeleton, &write.events)?;
        Ok(())
    }

    /// As [`Self::take`], without the tables.
    fn pass(&mut self, write: &ExportedWrite) -> Result<(), Error> {
        let skeleton = self.checked(write)?;
        self.head = ledger::follow(self.head, &skeleton)?;
        self.note(&write.events);
        Ok(())
    }

    fn note(&mut self, events: &[Event]) {
        for event in events {
            if let Event::Erased(erasure) = event {
                self.rewritten.extend(erasure.rewritten.iter().map(|(sequence, hash)| (*sequence, Hash(*hash))));
            }
        }
    }

    /// The skeleton of a write whose number and hashes are right.
    fn checked(&mut self, write: &ExportedWrite) -> Result<Skeleton, Error> {
        let sequence = self.head.0.next();
        if write.sequence != sequence {
            return Err(Error::damaged(format!("write {} stands where {sequence} belongs", write.sequence)));
        }
        self.begins_as_said(write)?;
        let (hash, count) = (ledger::body_hash(&write.events), write.events.len() as u64);
        match (hash == write.body, write.emptied) {
            (true, false) => {}
            (false, true) => _ = self.emptied.insert(sequence, hash),
            (false, false) => return Err(Error::damaged("its events are not the ones it was written with")),
            (true, true) => return Err(Error::damaged("it is said to be emptied, and is not")),
        }
        Ok(Skeleton { at: write.at, count, body: write.body, chain: write.chain })
    }

    /// The first write, and no other, holds what the first line says.
    fn begins_as_said(&self, write: &ExportedWrite) -> Result<(), Error> {
        if write.sequence.get() != 1 {
            return Ok(());
        }
        let begins = matches!(&write.events[..], [Event::SpaceCreated { config, at }]
            if *config == self.space.config && *at == self.space.created);
        if begins { Ok(()) } else { Err(Error::damaged("it does not begin the space that the first line names")) }
    }

    /// Whether nothing is missing, and nothing follows.
    fn end(&self, lines: Lines) -> Result<(), Error> {
        if lines.next().transpose()?.is_some() {
            return Err(bad(self.line(), "the first line knows of no such write"));
        }
        if self.head.1 != self.space.chain {
            return Err(bad(1, "the writes end in another chain than it says"));
        }
        for sequence in self.emptied.keys().chain(self.rewritten.keys()) {
            if self.emptied.get(sequence) != self.rewritten.get(sequence) {
                return Err(bad(line_of(*sequence), "its events are not what an erasure left of them"));
            }
        }
        Ok(())
    }
}

const fn line_of(sequence: Sequence) -> u64 {
    sequence.get().saturating_add(1)
}

fn bad(line: u64, what: &str) -> Error {
    Error::BadLine { line, what: what.to_owned() }
}

/// Names the line where what it holds is not what was written, or may not be.
#[expect(clippy::wildcard_enum_match_arm, reason = "other errors are not the line's fault")]
fn at_line<T>(line: u64, checked: Result<T, Error>) -> Result<T, Error> {
    checked.map_err(|error| match error {
        Error::Damaged { what } => Error::BadLine { line, what },
        Error::Refused { .. } => Error::BadLine { line, what: error.to_string() },
        other => other,
    })
}
