//! Checking a space from end to end.

mod evidence;

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use hupo_types::{MemoryId, RelationId, Sequence};
use serde::Serialize;

use crate::error::caught;
use crate::hash::Hash;
use crate::head::{self, Kept};
use crate::lock::Lock;
use crate::snapshot::Snapshot;
use crate::store::Store;
use crate::table::Table;
use crate::{Error, creation, database, digest, ledger, record, replay};

/// The folder a replay is made in, to be compared; removed afterwards.
const REPLAY_DIR: &str = "verify.new";

/// What is being checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Every record's checksum; counted in tables.
    Records,
    /// The chain of the ledger; counted in writes.
    Chain,
    /// Every quote's place; counted in memories and relations.
    Evidence,
    /// The tables against a replay; counted in writes.
    Replay,
    /// redb's own pages; one step.
    Pages,
    /// Of a repair: reading the damaged file; counted in bytes.
    Scan,
    /// Of a repair: what is left of each write; counted in writes.
    Sorting,
    /// Of a repair: writing it into the new space; counted in writes.
    Salvage,
}

/// How far a check has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// What is being checked.
    pub step: Step,
    /// How much of it is done.
    pub done: u64,
    /// How much of it there is.
    pub total: u64,
}

/// Something that is not as it was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "found", rename_all = "snake_case")]
pub enum Finding {
    /// A row, or a page of a table, cannot be believed.
    Record {
        /// The table.
        table: &'static str,
        /// What is wrong.
        what: String,
    },
    /// A write of the ledger is missing, or is not the one that was chained.
    Chain {
        /// The write.
        sequence: Sequence,
        /// What is wrong.
        what: String,
    },
    /// The second head says something else than the ledger, or nothing.
    Head {
        /// What is wrong.
        what: String,
        /// The file is missing or damaged, so it says nothing that the ledger does not hold.
        is_behind: bool,
    },
    /// A memory's quote does not stand where its evidence says, or it has no receipt.
    Memory {
        /// The memory.
        memory: MemoryId,
        /// What is wrong.
        what: String,
    },
    /// A relation's quote does not stand where its evidence says, or it has no receipt.
    Relation {
        /// The relation.
        relation: RelationId,
        /// What is wrong.
        what: String,
    },
    /// A table is not what the ledger makes.
    Table {
        /// The table.
        table: &'static str,
    },
    /// The ledger cannot be replayed.
    Replay {
        /// What is wrong.
        what: String,
    },
    /// redb's own pages are damaged.
    Pages {
        /// What is wrong.
        what: String,
    },
}

/// What mends something that is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mend {
    /// Nothing needs to be done: the next opening writes it anew.
    Reopen,
    /// `hupo rebuild`: the indexes are made anew from the ledger.
    Rebuild,
    /// `hupo repair --into NEW`: the tables are made anew from what is intact of the ledger; or a backup.
    Repair,
}

impl fmt::Display for Mend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reopen => "nothing to do, the next opening writes it anew",
            Self::Rebuild => "run `hupo rebuild`",
            Self::Repair => "run `hupo repair --into NEW`, or restore a backup",
        })
    }
}

impl Finding {
    /// What mends it.
    pub const fn mend(&self) -> Mend {
        match self {
            Self::Head { is_behind: true, .. } => Mend::Reopen,
            Self::Record { .. }
            | Self::Chain { .. }
            | Self::Head { .. }
            | Self::Memory { .. }
            | Self::Relation { .. }
            | Self::Table { .. }
            | Self::Replay { .. }
            | Self::Pages { .. } => Mend::Repair,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record { table, what } => write!(f, "table {table}: {what}"),
            Self::Chain { sequence, what } => write!(f, "write {sequence}: {what}"),
            Self::Head { what, .. } => write!(f, "head: {what}"),
            Self::Memory { memory, what } => write!(f, "{memory}: {what}"),
            Self::Relation { relation, what } => write!(f, "{relation}: {what}"),
            Self::Table { table } => write!(f, "table {table} is not what the ledger makes"),
            Self::Replay { what } => write!(f, "the ledger cannot be replayed: {what}"),
            Self::Pages { what } => write!(f, "pages of the file: {what}"),
        }
    }
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The last write that was checked.
    pub sequence: Sequence,
    /// Rows whose checksum was looked at.
    pub records: u64,
    /// Whether redb's own pages were checked; not while a snapshot is alive.
    pub pages_checked: bool,
    /// What is wrong; nothing, in a sound space.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.findings.is_empty()
    }
}

pub(crate) fn verify(store: &Store, progress: &mut dyn FnMut(Progress)) -> Result<Report, Error> {
    let snapshot = match store.snapshot() {
        Ok(snapshot) => snapshot,
        Err(error @ Error::Damaged { .. }) => return Ok(unreadable(&error)),
        Err(error) => return Err(error),
    };
    let mut check = Check { snapshot, progress, records: 0, findings: Vec::new() };
    check.records();
    check.chain();
    check.head(store.dir());
    check.evidence();
    check.replay(store)?;
    let (sequence, records, mut findings) = (check.snapshot.sequence(), check.records, check.findings);
    drop(check.snapshot);
    progress(Progress { step: Step::Pages, done: 0, total: 1 });
    let pages_checked = check_pages(store, &mut findings)?;
    progress(Progress { step: Step::Pages, done: 1, total: 1 });
    Ok(Report { sequence, records, pages_checked, findings })
}

fn unreadable(error: &Error) -> Report {
    let finding = Finding::Record { table: Table::Meta.name(), what: error.to_string() };
    Report { sequence: Sequence::ZERO, records: 0, pages_checked: false, findings: vec![finding] }
}

/// Lets redb check its own pages, if nobody reads them.
fn check_pages(store: &Store, findings: &mut Vec<Finding>) -> Result<bool, Error> {
    let mut database = store.shared().write();
    let database = database.as_mut().ok_or(Error::Closed)?;
    match caught("checking pages", || Ok(database.check_integrity()?)) {
        Ok(true) => {}
        Ok(false) => {
            findings.push(Finding::Pages { what: "redb found damage in its pages and repaired it".to_owned() })
        }
        Err(Error::InUse) => return Ok(false),
        Err(error) => findings.push(Finding::Pages { what: error.to_string() }),
    }
    Ok(true)
}

struct Check<'p> {
    snapshot: Snapshot,
    progress: &'p mut dyn FnMut(Progress),
    records: u64,
    findings: Vec<Finding>,
}

impl Check<'_> {
    fn tell(&mut self, step: Step, done: u64, total: u64) {
        (self.progress)(Progress { step, done, total });
    }

    fn records(&mut self) {
        let total = Table::ALL.len() as u64;
        for (done, table) in (1..).zip(Table::ALL) {
            if let Err(error) = self.records_of(table) {
                self.findings.push(Finding::Record { table: table.name(), what: error.to_string() });
            }
            self.tell(Step::Records, done, total);
        }
    }

    fn records_of(&mut self, table: Table) -> Result<(), Error> {
        let mut rows = self.snapshot.scan(table)?;
        while let Some(checked) = rows.next_row(|key, row| Ok(record::body(table, key, row).map(|_| ()))) {
            self.records += 1;
            if let Err(error) = checked? {
                self.findings.push(Finding::Record { table: table.name(), what: error.to_string() });
            }
        }
        Ok(())
    }

    fn chain(&mut self) {
        let last = self.snapshot.sequence().get();
        let rewritten = match ledger::rewritten(&self.snapshot) {
            Ok(rewritten) => rewritten,
            Err(error) => {
                let what = format!("what was erased cannot be read: {error}");
                return self.findings.push(Finding::Chain { sequence: self.snapshot.sequence(), what });
            }
        };
        let (_, mut previous) = ledger::START;
        for number in 1..=last {
            let sequence = Sequence::new(number);
            match self.link(sequence, previous, rewritten.get(&sequence).copied()) {
                Ok(chain) => previous = chain,
                Err(error) => {
                    let what = error.to_string();
                    return self.findings.push(Finding::Chain { sequence, what });
                }
            }
            self.tell(Step::Chain, number, last);
        }
    }

    /// The chain hash of a write that stands in its place and has its own body, or the one an erasure left of it. That
    /// the erasure says so is in its own body; that the table of erasures says what the ledger says, the replay shows.
    fn link(&self, sequence: Sequence, previous: Hash, rewritten: Option<Hash>) -> Result<Hash, Error> {
        let skeleton =
            ledger::skeleton(&self.snapshot, sequence)?.ok_or_else(|| Error::damaged("the write is missing"))?;
        let mut hasher = blake3::Hasher::new();
        let mut parts = ledger::parts(&self.snapshot, sequence)?;
        while let Some(part) = parts.next_body(|_, body| Ok(_ = hasher.update(body))) {
            part?;
        }
        if Hash(*hasher.finalize().as_bytes()) != rewritten.unwrap_or(skeleton.body) {
            return Err(Error::damaged("the body is another than the skeleton says"));
        }
        if skeleton.expected_chain(previous, sequence) != skeleton.chain {
            return Err(Error::damaged("the write does not follow the one before it"));
        }
        Ok(skeleton.chain)
    }

    fn head(&mut self, dir: &Path) {
        let (what, is_behind) = match head::read(dir) {
            Ok(Kept::Head(kept)) if self.holds(kept) => return,
            Ok(Kept::Head((sequence, _))) => {
                (format!("it names write {sequence}, which the ledger does not hold so"), false)
            }
            Ok(Kept::Absent) => ("the file is missing".to_owned(), true),
            Ok(Kept::Unreadable) => ("the file is damaged".to_owned(), true),
            Err(error) => (error.to_string(), false),
        };
        self.findings.push(Finding::Head { what, is_behind });
    }

    /// A write after the snapshot may have moved the second head on.
    fn holds(&self, (sequence, chain): ledger::Head) -> bool {
        let skeleton = ledger::skeleton(&self.snapshot, sequence);
        sequence > self.snapshot.sequence() || matches!(skeleton, Ok(Some(skeleton)) if skeleton.chain == chain)
    }

    fn replay(&mut self, store: &Store) -> Result<(), Error> {
        let dir = store.dir().join(REPLAY_DIR);
        remove_folder(&dir)?;
        let replayed = self.replay_in(&dir, store.cache_bytes());
        remove_folder(&dir)?;
        match replayed {
            Ok(different) => self.findings.extend(different.into_iter().map(|table| Finding::Table { table })),
            Err(error @ (Error::Io { .. } | Error::DiskFull { .. })) => return Err(error),
            Err(error) => self.findings.push(Finding::Replay { what: error.to_string() }),
        }
        Ok(())
    }

    /// The tables that a replay of the ledger makes otherwise.
    fn replay_in(&mut self, dir: &Path, cache_bytes: usize) -> Result<BTreeSet<&'static str>, Error> {
        std::fs::create_dir_all(dir).map_err(|error| Error::io("making a folder to replay in", error))?;
        let _lock = Lock::take(dir)?;
        let Self { snapshot, progress, .. } = self;
        let total = snapshot.sequence().get();
        let mut done = |sequence: Sequence| progress(Progress { step: Step::Replay, done: sequence.get(), total });
        creation::create(dir, cache_bytes, |database| replay::fill(database, snapshot, &mut done))?;
        let database = database::open(&dir.join(database::FILE), cache_bytes)?;
        let replayed = Snapshot::begin(&database, &Arc::new(snapshot.config().clone()))?;
        let differs = |table: &Table| {
            let (mine, theirs) = (digest::of(snapshot, *table), digest::of(&replayed, *table));
            !matches!((mine, theirs), (Ok(mine), Ok(theirs)) if mine == theirs)
        };
        Ok(Table::ALL.iter().filter(|table| differs(table)).map(|table| table.name()).collect())
    }
}

/// Removes what a killed verification left in a space's directory: a replay holds every word.
pub(crate) fn remove_unfinished(dir: &Path) -> Result<(), Error> {
    remove_folder(&dir.join(REPLAY_DIR))
}

fn remove_folder(dir: &Path) -> Result<(), Error> {
    match std::fs::remove_dir_all(dir) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::io("removing a folder", error)),
        Ok(()) | Err(_) => Ok(()),
    }
}
