//! Repair: everything that is intact in a damaged ledger, in a new space; and a list of what is lost.
//!
//! The damaged file is read without redb and never written. What is left of its writes keeps its numbers; where a record
//! is lost, its number stays taken and says nothing, as after an erasure, and one more write is the receipt for all of
//! that. A lost message whose own row is intact is taken from there. What rested on a lost message does not come along.

mod choose;
mod fill;
mod gaps;
mod kind;
mod report;
mod restore;
mod scan;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use hupo_types::{Event, MemoryId, Timestamp};

use crate::head::{self, Kept};
use crate::lock::Lock;
use crate::store::lock_new;
use crate::{Error, Options, Progress, Step, Store, creation, database};

use choose::Chosen;
use fill::Fill;
use gaps::Gaps;
use restore::Restorer;
use scan::Found;

pub use report::{DamagedWrite, Extent, Lost, Repair, Unfit};

impl Store {
    /// Makes a new space in `into` of everything that is intact in the ledger in `dir`, whether that one can be opened or
    /// not, and checks it. `dir` is locked meanwhile, and not changed. `now` is when the losses are written down.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Locked`], [`Error::AlreadyExists`] if there is a space in `into`;
    /// [`Error::Damaged`] if nothing says any more what the space was created with: then nothing is made;
    /// [`Error::NewerFormat`], [`Error::Io`].
    pub fn repair(
        dir: &Path,
        into: &Path,
        now: Timestamp,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Repair, Error> {
        if !Self::exists(dir) {
            return Err(Error::NotFound { dir: dir.to_owned() });
        }
        let _old = Lock::take(dir)?;
        let kept = match head::read(dir)? {
            Kept::Head(kept) => Some(kept),
            Kept::Absent | Kept::Unreadable => None,
        };
        let tell = |step: Step| move |done: u64, total: u64| Progress { step, done, total };
        let told = tell(Step::Scan);
        let found = Found::scan(&dir.join(database::FILE), &mut |done, total| progress(told(done, total)))?;
        let chosen = Chosen::new(&found, kept)?;
        let told = tell(Step::Sorting);
        let gaps = Gaps::find(&chosen, &found, &mut |done, total| progress(told(done, total)))?;
        if found.birth.is_none() && !begins(&chosen)? {
            return Err(Error::damaged("nothing says any more what the space was created with"));
        }
        make(&found, &chosen, gaps, (into, now), progress)
    }
}

fn begins(chosen: &Chosen<'_>) -> Result<bool, Error> {
    Ok(matches!(chosen.write(1)?.events.first(), Some(Event::SpaceCreated { .. })))
}

fn make(
    found: &Found,
    chosen: &Chosen<'_>,
    gaps: Gaps,
    (into, now): (&Path, Timestamp),
    progress: &mut dyn FnMut(Progress),
) -> Result<Repair, Error> {
    let options = Options::default();
    let lock = lock_new(into)?;
    let added = if gaps.missing.is_empty() { BTreeMap::new() } else { added(chosen)? };
    let mut restorer = Restorer { chosen, gaps, found, added, unfit: BTreeSet::new(), unfit_rows: BTreeSet::new() };
    let mut fill = Fill::new(&mut restorer, now);
    let mut done = |done, total| progress(Progress { step: Step::Salvage, done, total });
    if let Err(error) = creation::create(into, options.cache_bytes, |database| fill.run(database, &mut done)) {
        creation::remove_if_there(&into.join(database::NEW_FILE))?;
        return Err(error);
    }
    let mut repair = fill.report();
    let store = Store::open_locked(into, lock, options)?;
    repair.findings = store.verify(progress)?.findings;
    store.close()?;
    Ok(repair)
}

/// Evidence that came to memories after they were made.
fn added(chosen: &Chosen<'_>) -> Result<BTreeMap<MemoryId, Vec<hupo_types::Evidence>>, Error> {
    let mut added: BTreeMap<MemoryId, Vec<_>> = BTreeMap::new();
    for sequence in 1..=chosen.last {
        for event in chosen.write(sequence)?.events {
            if let Event::EvidenceAdded { memory, evidence } = event {
                added.entry(memory).or_default().extend(evidence);
            }
        }
    }
    Ok(added)
}
