//! The door of the leg: open, apply, search, explain, commit, close.

use crate::disk::Disk;
use crate::entry::{Cutter, Entry};
use crate::explain::{explain, words};
use crate::field::Field;
use crate::frozen::Frozen;
use crate::guard::guarded;
use crate::lookup::Lookup;
use crate::scratch::{Pool, Scratch};
use crate::search::{Ask, search};
use crate::state::State;
use crate::{Error, Hit, Options, Query, QueryOptions, Reason, Result, TermScore, opening};
use hupo_types::{Change, DocId, DocSet, Sequence};
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The keyword index of one space. Any number of threads may search while one applies.
///
/// Dropping it without [`Index::close`] is safe: what was not committed is replayed by the caller, from
/// [`Index::applied`] of the next opening.
pub struct Index {
    disk: Option<Disk>,
    options: Options,
    state: RwLock<State>,
    /// Held by whoever changes the state or the folder.
    writing: Mutex<()>,
    /// Used by whoever holds `writing`.
    cutter: Mutex<Cutter>,
    scratches: Pool,
    /// A batch is written when this many documents wait.
    batch_at: AtomicUsize,
    stopped: AtomicBool,
}

/// An open index.
pub struct Opened {
    /// The index; [`Index::applied`] says from where to replay.
    pub index: Index,
    /// Why it was begun anew, if it was: then every write is to be replayed.
    pub rebuilt: Option<Reason>,
}

/// An index in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stats {
    /// Documents that can be found.
    pub documents: u64,
    /// Of them, those that are in memory only.
    pub waiting: u64,
    /// Pieces on disk.
    pub segments: usize,
    /// Bytes on disk.
    pub bytes: u64,
    /// The last write that is in.
    pub applied: Sequence,
    /// The last write that is on disk.
    pub committed: Sequence,
}

impl Index {
    /// Opens the index of a folder that is this crate's alone, or begins one.
    ///
    /// Whatever is wrong with the folder (missing, made by another tokenizer or for another zone, damaged), it is
    /// emptied and the reason given. Errors: the folder cannot be read or written.
    pub fn open(dir: &Path, options: Options) -> Result<Opened> {
        let opening = guarded("opening the index", || opening::open(dir, &options))?;
        let state = State::new(opening.frozen, opening.sequence);
        Ok(Opened { index: Self::new(Some(opening.disk), options, state), rebuilt: opening.rebuilt })
    }

    /// An empty index that is never written.
    pub fn in_memory(options: Options) -> Self {
        Self::new(None, options, State::new(Frozen::default(), Sequence::ZERO))
    }

    fn new(disk: Option<Disk>, options: Options, state: State) -> Self {
        Self {
            disk,
            batch_at: AtomicUsize::new(options.commit_docs),
            options,
            state: RwLock::new(state),
            writing: Mutex::new(()),
            cutter: Mutex::default(),
            scratches: Pool::default(),
            stopped: AtomicBool::new(false),
        }
    }

    /// The last write that is in; the next searches answer for everything up to here.
    pub fn applied(&self) -> Sequence {
        self.reading().applied
    }

    /// How many documents are in memory only; the next opening takes in the writes they came with again.
    pub fn n_waiting(&self) -> usize {
        self.reading().tail.len()
    }

    /// Takes in the documents of a write. A write that is in already changes nothing.
    ///
    /// When [`Options::commit_docs`] documents wait, they are written to disk here, which takes some tens of
    /// milliseconds; if the disk refuses, that is logged, the documents stay in memory, and a later call tries again.
    pub fn apply(&self, change: &Change) -> Result<()> {
        let _writing = self.hold();
        if change.sequence <= self.applied() {
            return Ok(());
        }
        if change.documents.len() >= self.options.commit_docs && self.write_in_passing(Some(change))? {
            return Ok(());
        }
        self.stopping("applying a write", || self.put(change))?;
        if self.reading().tail.len() >= self.batch_at.load(Ordering::Relaxed) {
            self.write_in_passing(None)?;
        }
        Ok(())
    }

    fn put(&self, change: &Change) -> Result<()> {
        let mut cutter = self.cutter();
        let entries: Vec<Entry> =
            change.documents.iter().map(|document| cutter.cut(document, &self.options.zone)).collect();
        drop(cutter);
        let handles = self.disk.as_ref().map(Disk::handles);
        let mut state = self.changing();
        for entry in entries {
            state.put(entry, handles)?;
        }
        state.applied = change.sequence;
        Ok(())
    }

    /// Writes what waits, and a large change straight to disk; says whether it did. A refusing disk is no error here.
    fn write_in_passing(&self, change: Option<&Change>) -> Result<bool> {
        let written = self.write(change);
        if matches!(written, Err(Error::Stopped | Error::Damaged { .. })) {
            return written.map(|()| false);
        }
        if let Err(error) = &written {
            tracing::warn!(%error, "the keyword index could not be written; its newest part stays in memory");
        }
        self.batch_at.store(self.reading().tail.len() + self.options.commit_docs, Ordering::Relaxed);
        Ok(written.is_ok() && self.disk.is_some())
    }

    /// Writes what waits in memory to disk; nothing to do for an index in memory.
    pub fn commit(&self) -> Result<()> {
        let _writing = self.hold();
        self.write(None)
    }

    /// Writes what waits and, without a way through memory, a change. Searches go on meanwhile; only the exchange of the
    /// parts waits for them.
    fn write(&self, change: Option<&Change>) -> Result<()> {
        let Some(disk) = &self.disk else { return Ok(()) };
        let sequence = change.map_or_else(|| self.applied(), |change| change.sequence);
        if self.reading().committed == sequence {
            return Ok(());
        }
        let written = self.checked("committing", || {
            let state = self.reading();
            disk.commit(self.batch(&state, change), &state.frozen, sequence)
        });
        if written.is_err() && !stands(disk, sequence) {
            return written;
        }
        self.stopping("reopening the index", || self.exchange(disk, sequence))
    }

    /// The newest version of every document that is not on disk.
    fn batch<'a>(&'a self, state: &'a State, change: Option<&'a Change>) -> impl Iterator<Item = Cow<'a, Entry>> {
        let documents = change.map_or(&[][..], |change| change.documents.as_slice());
        let last: HashMap<DocId, usize> = documents.iter().map(|document| document.id).zip(0..).collect();
        let newest = documents.iter().enumerate().filter({
            let last = last.clone();
            move |(place, document)| last.get(&document.id) == Some(place)
        });
        let mut cutter = self.cutter();
        let fresh = newest.map(move |(_, document)| Cow::Owned(cutter.cut(document, &self.options.zone)));
        let waiting = state.tail.entries().iter().filter(move |entry| !last.contains_key(&entry.id));
        waiting.map(Cow::Borrowed).chain(fresh)
    }

    fn exchange(&self, disk: &Disk, sequence: Sequence) -> Result<()> {
        let fresh = State::new(disk.freeze()?, sequence);
        let stamp = disk.stamp()?;
        if stamp.is_none_or(|stamp| stamp.documents != fresh.documents()) {
            return Err(Error::damaged("the commit does not hold the documents that were written"));
        }
        let old = std::mem::replace(&mut *self.changing(), fresh);
        drop(old);
        Ok(())
    }

    /// Commits and marks the folder as put away cleanly.
    pub fn close(self) -> Result<()> {
        self.commit()?;
        self.disk.as_ref().map_or(Ok(()), Disk::mark)
    }

    /// The best `k` of the allowed documents that hold any term of the question: by score, then by id.
    pub fn search(&self, query: &Query, allowed: &DocSet, k: usize) -> Result<Vec<Hit>> {
        let found = self.search_each(&Lookup::new(query.clone()), &query.options, &[allowed], k)?;
        Ok(found.into_iter().next().unwrap_or_default())
    }

    /// [`Index::search`] in several sets of documents at the cost of little more than one. `options` may weigh the
    /// question otherwise than its own do, as long as [`Lookup::serves`] says that its terms are the same.
    pub fn search_each(
        &self,
        lookup: &Lookup,
        options: &QueryOptions,
        sets: &[&DocSet],
        k: usize,
    ) -> Result<Vec<Vec<Hit>>> {
        self.asked("searching", lookup, options, |ask, scratch| search(ask, sets, k, scratch))
    }

    /// What each term added to a document's score in a search with this question, best first; empty for a document
    /// that is not in the index or holds no term. The scores add up to that of the hit.
    pub fn explain(&self, query: &Query, doc: DocId) -> Result<Vec<TermScore>> {
        Ok(self.explain_all(&Lookup::new(query.clone()), &[doc])?.pop().unwrap_or_default())
    }

    /// [`Index::explain`] for several documents.
    pub fn explain_all(&self, lookup: &Lookup, docs: &[DocId]) -> Result<Vec<Vec<TermScore>>> {
        self.asked("explaining", lookup, &lookup.query().options, |ask, scratch| {
            let handles = self.disk.as_ref().map(Disk::handles);
            let slots = docs.iter().map(|doc| ask.state.slot(*doc, handles)).collect::<Result<Vec<_>>>()?;
            explain(ask, &slots, scratch)
        })
    }

    /// Runs `work` with the question's postings over the state as it is.
    fn asked<T>(
        &self,
        doing: &'static str,
        lookup: &Lookup,
        options: &QueryOptions,
        work: impl FnOnce(&Ask<'_>, &mut Scratch) -> Result<T>,
    ) -> Result<T> {
        self.checked(doing, || {
            let state = self.reading();
            lookup.with(&state, |terms| {
                let ask = Ask::new(&state, lookup.query(), options, terms);
                self.scratches.with(|scratch| work(&ask, scratch))
            })
        })
    }

    /// The words of the question that each document holds, as they were asked, best first.
    pub fn matched_terms(&self, query: &Query, docs: &[DocId]) -> Result<Vec<Vec<String>>> {
        let explained = self.explain_all(&Lookup::new(query.clone()), docs)?;
        Ok(explained.iter().map(|terms| words(terms)).collect())
    }

    /// How many documents hold each term of the question in their own words, in the order of [`Query::terms`].
    pub fn frequencies(&self, lookup: &Lookup) -> Result<Vec<usize>> {
        self.checked("counting documents", || {
            let state = self.reading();
            lookup.with(&state, |terms| {
                let asked = lookup.query().terms.iter().zip(terms);
                asked.map(|(asked, term)| Ok(term.postings(&state, Field::Text, &asked.term)?.len())).collect()
            })
        })
    }

    /// The index in numbers.
    pub fn stats(&self) -> Result<Stats> {
        self.checked("measuring the index", || {
            let state = self.reading();
            Ok(Stats {
                documents: state.documents(),
                waiting: state.tail.len() as u64,
                segments: state.frozen.n_segments(),
                bytes: self.disk.as_ref().map_or(Ok(0), Disk::bytes)?,
                applied: state.applied,
                committed: state.committed,
            })
        })
    }

    /// Reads every file and compares it with its checksum. An error means: drop the index and open it again.
    pub fn verify(&self) -> Result<()> {
        let _writing = self.hold();
        self.checked("verifying the index", || {
            let Some(disk) = &self.disk else { return Ok(()) };
            disk.verify()?;
            let stamp = disk.stamp()?.map_or(Sequence::ZERO, |stamp| stamp.sequence);
            if stamp == self.reading().committed {
                Ok(())
            } else {
                Err(Error::damaged("the commit is not the last one"))
            }
        })
    }

    fn checked<T>(&self, doing: &'static str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        if self.stopped.load(Ordering::Acquire) { Err(Error::Stopped) } else { guarded(doing, work) }
    }

    /// Runs what must not end half way; if it does, the index stops answering.
    fn stopping(&self, doing: &'static str, work: impl FnOnce() -> Result<()>) -> Result<()> {
        let result = self.checked(doing, work);
        if result.is_err() {
            self.stopped.store(true, Ordering::Release);
        }
        result
    }

    fn cutter(&self) -> MutexGuard<'_, Cutter> {
        self.cutter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hold(&self) -> std::sync::MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reading(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn changing(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the commit of a write is on disk after all.
fn stands(disk: &Disk, sequence: Sequence) -> bool {
    let stamp = guarded("reading the commit", || disk.stamp());
    stamp.is_ok_and(|stamp| stamp.is_some_and(|stamp| stamp.sequence == sequence))
}

#[cfg(test)]
mod tests;
