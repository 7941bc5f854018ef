//! The three legs of a space and its catalog: kept in step with the store, dropped and rebuilt when they fail.

use crate::leg::{Missing, Slot, State, contained};
use crate::{Error, Options, erase};
use hupo_recall::{Catalog, LegState, Stages};
use hupo_store::{Snapshot, Store};
use hupo_types::kill_point::KillPoint;
use hupo_types::panic_point::PanicPoint;
use hupo_types::{Change, Event, Sequence};
use jiff::tz::TimeZone;
use rayon::ThreadPool;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

const NO_VECTORS: &str = "the space has no vectors yet";
const ERASED: &str = "something was erased, and the leg is made anew";
/// From so many documents on, threads are worth their start.
const TOGETHER: u64 = 2_000;
/// So few documents are rather taken in again than written when a space is put away.
const TAKEN_IN_AGAIN: usize = 32;
const CLOSED: &str = "the space is closed";

/// What a space searches with.
pub(crate) struct Legs {
    pub(crate) keyword: Slot<hupo_keyword::Index>,
    pub(crate) vector: Slot<hupo_vector::Index>,
    pub(crate) graph: Slot<hupo_graph::Index>,
    pub(crate) catalog: RwLock<Catalog>,
    /// Held by whoever changes the legs: the writer thread after each commit, or a rebuild.
    changing: Mutex<()>,
    dir: PathBuf,
    zone: OnceLock<TimeZone>,
    /// Whose the keyword index is: how the space's ledger begins, which no other space's does.
    owner: OnceLock<String>,
    hnsw_above: usize,
}

impl Legs {
    /// Empty slots for a space in `dir`; [`Self::catch_up`] fills them.
    pub(crate) fn new(dir: &Path, options: &Options) -> Self {
        Self {
            keyword: Slot::new(State::Absent(CLOSED.into())),
            vector: Slot::new(State::Absent(NO_VECTORS.into())),
            graph: Slot::new(State::Absent(CLOSED.into())),
            catalog: RwLock::new(Catalog::default()),
            changing: Mutex::new(()),
            dir: dir.to_owned(),
            zone: OnceLock::new(),
            owner: OnceLock::new(),
            hnsw_above: options.hnsw_above,
        }
    }

    /// Opens the legs and brings them to where the store is. Days begin in `zone`. Large spaces are opened on the pool's
    /// threads and this one: each leg reads what it needs by itself.
    pub(crate) fn catch_up(self: &Arc<Self>, store: &Store, zone: &TimeZone, pool: &ThreadPool) -> Result<(), Error> {
        let _changing = self.hold();
        self.zone.get_or_init(|| zone.clone());
        let snapshot = &store.snapshot()?;
        let birth = blake3::Hash::from(snapshot.birth()?);
        self.owner.get_or_init(|| birth.to_hex().to_string());
        let (mut outlined, mut vectors) = (Ok(()), Ok(()));
        if snapshot.counts().documents() < TOGETHER {
            outlined = self.begin_outlined(snapshot);
            vectors = self.begin_vector(snapshot);
            self.open_keyword(snapshot);
        } else {
            pool.in_place_scope(|scope| {
                scope.spawn(|_| vectors = self.begin_vector(snapshot));
                scope.spawn(|_| self.open_keyword(snapshot));
                outlined = self.begin_outlined(snapshot);
            });
        }
        outlined.and(vectors)?;
        self.build_if_due();
        Ok(())
    }

    /// What needs no words: the catalog and the graph.
    fn begin_outlined(&self, snapshot: &Snapshot) -> Result<(), Error> {
        let outline = snapshot.outline()?;
        let mut catalog = self.catalog.write().unwrap_or_else(PoisonError::into_inner);
        *catalog = Catalog::default();
        catalog.apply(&outline);
        drop(catalog);
        self.begin_graph(&outline);
        Ok(())
    }

    /// Takes in a write. Called on the store's writer thread, in order, before the write is acknowledged.
    /// Whatever panics on the way, no leg is left behind the store unnoticed.
    pub(crate) fn apply(self: &Arc<Self>, change: &Change) {
        if let Err(reason) = contained(|| self.take_in(change)) {
            tracing::error!(%reason, "taking in a write panicked; every leg is dropped, and the next question rebuilds them");
            self.keyword.set(State::Broken(reason.clone()));
            self.vector.set(State::Broken(reason.clone()));
            self.graph.set(State::Broken(reason));
        }
    }

    fn take_in(self: &Arc<Self>, change: &Change) {
        let _changing = self.hold();
        self.catalog.write().unwrap_or_else(PoisonError::into_inner).apply(change);
        if erase::is_erasing(change) {
            return self.begin_anew();
        }
        KillPoint::CatalogApplied.pass();
        put(&self.keyword, PanicPoint::KeywordApply, |leg| leg.apply(change));
        KillPoint::KeywordApplied.pass();
        put(&self.graph, PanicPoint::GraphApply, |leg| leg.apply(change));
        KillPoint::GraphApplied.pass();
        self.apply_vectors(change);
        self.build_if_due();
    }

    /// Drops every leg, and the one that is on disk with its folder; the next question makes them from the store. A kill
    /// before the folder is gone leaves an index that has not taken in the erasure, and the next opening drops it.
    fn begin_anew(&self) {
        if let Some(vector) = self.vector.take(ERASED) {
            vector.stop_building();
        }
        self.vector.set(State::Broken(ERASED.into()));
        self.graph.set(State::Broken(ERASED.into()));
        self.keyword.set(State::Broken(ERASED.into()));
        KillPoint::LegsDropped.pass();
        if let Err(error) = self.remove_keyword() {
            tracing::warn!(%error, "the keyword index still holds erased words until it is made anew");
        }
        KillPoint::WordsDropped.pass();
    }

    fn apply_vectors(&self, change: &Change) {
        for event in change.events.iter() {
            if let Event::EmbedderChosen { model } = event {
                self.vector.set(self.new_vector(model.dimension));
            }
        }
        put(&self.vector, PanicPoint::VectorApply, |leg| leg.apply(change));
    }

    /// Rebuilds the legs that failed.
    pub(crate) fn heal(self: &Arc<Self>, store: &Store) -> Result<(), Error> {
        let broken = |missing: Option<Missing>| matches!(missing, Some(Missing::Broken(_)));
        let states = || [self.keyword.get().err(), self.vector.get().err(), self.graph.get().err()].map(broken);
        if states() == [false; 3] {
            return Ok(());
        }
        let _changing = self.hold();
        let [keyword, vector, graph] = states();
        let snapshot = store.snapshot()?;
        if graph {
            self.begin_outlined(&snapshot)?;
        }
        if vector {
            self.begin_vector(&snapshot)?;
        }
        if keyword {
            self.mend_keyword(&snapshot);
        }
        Ok(())
    }

    /// Drops the legs that failed while they were asked; the next question rebuilds them.
    pub(crate) fn drop_failed(&self, stages: &Stages) {
        drop_if_failed(&self.keyword, &stages.keyword);
        drop_if_failed(&self.vector, &stages.vector);
        drop_if_failed(&self.graph, &stages.graph);
    }

    /// Makes every leg anew from the store.
    pub(crate) fn rebuild(
        self: &Arc<Self>,
        store: &Store,
        progress: &mut dyn FnMut(&str, u64, u64),
    ) -> Result<(), Error> {
        let _changing = self.hold();
        let snapshot = store.snapshot()?;
        let documents = snapshot.counts().documents();
        progress("graph", 0, documents);
        self.begin_graph(&snapshot.outline()?);
        progress("vectors", 0, documents);
        self.begin_vector(&snapshot)?;
        progress("keyword", 0, documents);
        self.remake_keyword(&snapshot)?;
        progress("keyword", documents, documents);
        self.build_if_due();
        Ok(())
    }

    /// Writes what waits in memory, and puts the keyword index away cleanly when it is no longer shared.
    pub(crate) fn close(&self) -> Result<(), Error> {
        self.close_but(0)
    }

    /// As [`Self::close`], but few documents that wait are left for the next opening, which takes them in again: in a
    /// process that has the dictionary that is a small part of what writing them to the index costs.
    pub(crate) fn put_away(&self) -> Result<(), Error> {
        self.close_but(TAKEN_IN_AGAIN)
    }

    fn close_but(&self, few: usize) -> Result<(), Error> {
        let _changing = self.hold();
        if let Some(vector) = self.vector.take(CLOSED) {
            vector.stop_building();
        }
        self.graph.take(CLOSED);
        let keyword = self.keyword.take(CLOSED);
        if let Some(keyword) = keyword.filter(|keyword| !(1..=few).contains(&keyword.n_waiting())) {
            match Arc::try_unwrap(keyword) {
                Ok(keyword) => keyword.close()?,
                Err(shared) => shared.commit()?,
            }
        }
        Ok(())
    }

    /// The graph needs no words.
    fn begin_graph(&self, outline: &Change) {
        let begun = contained(|| {
            PanicPoint::GraphApply.pass();
            let leg = hupo_graph::Index::new(hupo_graph::Options::default())?;
            leg.apply(outline)?;
            Ok::<_, hupo_graph::Error>(leg)
        });
        self.graph.set(begun.map_or_else(State::Broken, serving));
    }

    /// Vectors go from the store to the leg a few at a time. One that cannot be read is an error; a leg that fails is
    /// dropped.
    fn begin_vector(&self, snapshot: &Snapshot) -> Result<(), Error> {
        let Some(model) = snapshot.model() else {
            self.vector.set(State::Absent(NO_VECTORS.into()));
            return Ok(());
        };
        self.vector.set(self.new_vector(model.dimension));
        let mut unread = None;
        let vectors = snapshot.vectors()?.map_while(|one| one.map_err(|error| unread = Some(error)).ok());
        put(&self.vector, PanicPoint::VectorApply, |leg| leg.insert_all(vectors, snapshot.sequence()));
        unread.map_or(Ok(()), |error| Err(error.into()))
    }

    fn new_vector(&self, dimension: usize) -> State<hupo_vector::Index> {
        let options = hupo_vector::Options { hnsw_above: self.hnsw_above, ..hupo_vector::Options::default() };
        serving(hupo_vector::Index::new(dimension, options))
    }

    fn open_keyword(&self, snapshot: &Snapshot) {
        match contained(|| self.kept_keyword(snapshot)) {
            Ok(Ok(Some(leg))) => self.keyword.set(State::Serving(Arc::new(leg))),
            Ok(Ok(None) | Err(_)) | Err(_) => self.mend_keyword(snapshot),
        }
    }

    /// The index on disk, brought to where the store is; `None` if it is empty, ahead of the store, or holds words that
    /// were erased since.
    fn kept_keyword(&self, snapshot: &Snapshot) -> Result<Option<hupo_keyword::Index>, Error> {
        let leg = self.keyword_index()?;
        if leg.applied() == Sequence::ZERO || leg.applied() > snapshot.sequence() {
            return Ok(None);
        }
        for change in snapshot.changes_since(leg.applied()) {
            let change = change?;
            if erase::is_erasing(&change) {
                return Ok(None);
            }
            leg.apply(&change)?;
        }
        Ok(Some(leg))
    }

    /// Makes the keyword index anew; if that fails, recall goes on without it and the next question tries again.
    fn mend_keyword(&self, snapshot: &Snapshot) {
        let remade = contained(|| {
            PanicPoint::KeywordRebuild.pass();
            self.remake_keyword(snapshot).map_err(|error| error.to_string())
        });
        if let Err(error) = remade.and_then(|remade| remade) {
            self.keyword.set(State::Broken(error));
        }
    }

    fn keyword_index(&self) -> Result<hupo_keyword::Index, Error> {
        let zone = self.zone.get().cloned().unwrap_or(TimeZone::UTC);
        let owner = self.owner.get().cloned().unwrap_or_default();
        let options = hupo_keyword::Options { zone, owner, ..hupo_keyword::Options::default() };
        let opened = hupo_keyword::Index::open(&self.keyword_dir(), options)?;
        if let Some(reason) = &opened.rebuilt {
            tracing::info!(?reason, "the keyword index is made anew");
        }
        Ok(opened.index)
    }

    fn remake_keyword(&self, snapshot: &Snapshot) -> Result<(), Error> {
        let all = all(snapshot)?;
        self.keyword.take(CLOSED);
        self.remove_keyword()?;
        KillPoint::RebuildEmptied.pass();
        let leg = self.keyword_index()?;
        KillPoint::RebuildBegun.pass();
        leg.apply(&all)?;
        KillPoint::RebuildFilled.pass();
        self.keyword.set(State::Serving(Arc::new(leg)));
        Ok(())
    }

    fn remove_keyword(&self) -> Result<(), Error> {
        match std::fs::remove_dir_all(self.keyword_dir()) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(Error::io("removing the old keyword index", error))
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }

    fn keyword_dir(&self) -> PathBuf {
        self.dir.join("keyword")
    }

    /// Builds the HNSW graph beside the scan when there are enough vectors for one, on a thread nobody waits for.
    fn build_if_due(self: &Arc<Self>) {
        let Ok(leg) = self.vector.get() else { return };
        let Some(job) = leg.build_due() else { return };
        let builder = std::thread::Builder::new().name("hupo-hnsw".into());
        let spawned = builder.spawn(move || leg.install(job.run()));
        if let Err(error) = spawned {
            tracing::warn!(%error, "no thread to build the vector graph; the exact scan serves");
        }
    }

    fn hold(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The whole space as one change, words and all.
fn all(snapshot: &Snapshot) -> Result<Change, Error> {
    let change = snapshot.everything(usize::MAX)?.next().transpose()?;
    Ok(change.unwrap_or_else(|| Change { sequence: snapshot.sequence(), events: Arc::new([]), documents: Vec::new() }))
}

fn serving<T, E: ToString>(begun: Result<T, E>) -> State<T> {
    match begun {
        Ok(leg) => State::Serving(Arc::new(leg)),
        Err(error) => State::Broken(error.to_string()),
    }
}

fn drop_if_failed<T>(slot: &Slot<T>, state: &LegState) {
    if let LegState::Failed { reason } = state {
        slot.fail(reason);
    }
}

/// Has a leg take something in; one that fails, or panics, is dropped, to be rebuilt at the next question.
fn put<T, E: std::fmt::Display>(slot: &Slot<T>, point: PanicPoint, take_in: impl FnOnce(&T) -> Result<(), E>) {
    let Ok(leg) = slot.get() else { return };
    let taken = contained(|| {
        point.pass();
        take_in(&leg).map_err(|error| error.to_string())
    });
    if let Err(error) = taken.and_then(|taken| taken) {
        tracing::warn!(%error, "a leg failed and is dropped; the next question rebuilds it");
        slot.set(State::Broken(error));
    }
}
