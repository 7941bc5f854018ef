//! A simulated machine: files behind a page cache, names behind a directory, a disk that can fill. It loses its power at
//! a chosen change, and what it starts with again is what was waited for, and any part of what was not.

mod backend;
mod file;

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use redb::{Builder, Database, DatabaseError};

use super::random::Random;
use crate::disk::{Bytes, Disk, Small};
use backend::Backend;
pub(super) use file::File;

/// A machine; its clones are the same one.
#[derive(Clone)]
pub(super) struct Machine(Arc<Mutex<State>>);

/// Where a disk says that it is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Full {
    /// When a file is to grow.
    Growing,
    /// When a byte is written where none was: files grow without taking room.
    Writing,
    /// When it is waited for: writes are taken, and found to have no room later.
    Waiting,
}

/// How much a disk holds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    pub(super) bytes: u64,
    pub(super) says_so: Full,
}

/// A change of names that may not be safe yet.
enum Move {
    Named(PathBuf, usize),
    Renamed(PathBuf, PathBuf),
    Gone(PathBuf),
}

pub(super) struct State {
    files: Vec<File>,
    names: BTreeMap<PathBuf, usize>,
    safe_names: BTreeMap<PathBuf, usize>,
    moves: Vec<Move>,
    random: Random,
    /// Changes until the power goes.
    left: Option<u64>,
    is_dead: bool,
    /// How often it was started; what was opened before is of no use after.
    boot: u64,
    room: Option<Room>,
    /// How often it said that the disk is full.
    refusals: u64,
}

impl Machine {
    pub(super) fn new(random: Random) -> Self {
        let state = State {
            files: Vec::new(),
            names: BTreeMap::new(),
            safe_names: BTreeMap::new(),
            moves: Vec::new(),
            random,
            left: None,
            is_dead: false,
            boot: 0,
            room: None,
            refusals: 0,
        };
        Self(Arc::new(Mutex::new(state)))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    /// Lets the power go after so many changes; never, if `None`.
    pub(super) fn die_after(&self, changes: Option<u64>) {
        self.state().left = changes;
    }

    pub(super) fn is_dead(&self) -> bool {
        self.state().is_dead
    }

    /// Takes the power away now, and starts again with what is left.
    pub(super) fn restart(&self) {
        self.state().restart();
    }

    pub(super) fn limit(&self, room: Option<Room>) {
        self.state().room = room;
    }

    /// Bytes that the files take; how often the disk was said to be full.
    pub(super) fn used(&self) -> (u64, u64) {
        let state = self.state();
        (state.used(), state.refusals)
    }

    /// Whether a file that has a name holds these bytes.
    pub(super) fn holds(&self, word: &[u8]) -> bool {
        let state = self.state();
        let mut files = state.names.values().map(|&file| &state.files[file]);
        files.any(|file| file.now().windows(word.len()).any(|window| window == word))
    }
}

impl State {
    /// Counts a change; refuses it if the power is gone, or goes with this one.
    fn change(&mut self) -> io::Result<()> {
        self.left = match self.left {
            Some(0) => {
                self.is_dead = true;
                Some(0)
            }
            left => left.map(|left| left - 1),
        };
        if self.is_dead { Err(io::Error::other("the power is gone")) } else { Ok(()) }
    }

    fn used(&self) -> u64 {
        let says_so = self.room.map_or(Full::Growing, |room| room.says_so);
        let files = self.names.values().map(|&file| &self.files[file]);
        files.map(|file| if says_so == Full::Growing { file.now().len() as u64 } else { file.taken() }).sum()
    }

    /// Refuses what takes so much more than there is.
    fn check_room(&mut self, at: Full, more: u64) -> io::Result<()> {
        match self.room {
            Some(room) if room.says_so == at && more > 0 && self.used() + more > room.bytes => {
                self.refusals += 1;
                Err(ErrorKind::StorageFull.into())
            }
            Some(_) | None => Ok(()),
        }
    }

    fn restart(&mut self) {
        let kept = self.random.below(self.moves.len() as u64 + 1) as usize;
        for one in std::mem::take(&mut self.moves).into_iter().take(kept) {
            one.apply(&mut self.safe_names);
        }
        self.names = self.safe_names.clone();
        let named: Vec<usize> = self.names.values().copied().collect();
        for (number, file) in self.files.iter_mut().enumerate() {
            if named.contains(&number) {
                file.lose(&mut self.random);
            } else {
                *file = File::default();
            }
        }
        (self.left, self.is_dead, self.boot) = (None, false, self.boot + 1);
    }

    fn file(&self, path: &Path) -> io::Result<usize> {
        self.names.get(path).copied().ok_or_else(|| ErrorKind::NotFound.into())
    }

    /// A change of names: it may be safe or not when the power goes with it.
    fn move_names(&mut self, one: Move) -> io::Result<()> {
        let done = self.change();
        if done.is_ok() || self.random.below(2) == 0 {
            one.apply(&mut self.names);
            self.moves.push(one);
        }
        done
    }

    fn named(&mut self, path: &Path) -> io::Result<usize> {
        if let Ok(file) = self.file(path) {
            return Ok(file);
        }
        self.files.push(File::default());
        let file = self.files.len() - 1;
        self.move_names(Move::Named(path.to_owned(), file))?;
        Ok(file)
    }
}

impl Move {
    fn apply(&self, names: &mut BTreeMap<PathBuf, usize>) {
        match self {
            Self::Named(path, file) => _ = names.insert(path.clone(), *file),
            Self::Gone(path) => _ = names.remove(path),
            Self::Renamed(from, to) => {
                if let Some(file) = names.remove(from) {
                    names.insert(to.clone(), file);
                }
            }
        }
    }
}

impl Disk for Machine {
    fn open(&self, builder: &Builder, path: &Path) -> Result<Database, DatabaseError> {
        let file = self.state().file(path).map_err(redb::StorageError::from)?;
        builder.create_with_backend(Backend::new(self, file))
    }

    fn create(&self, builder: &Builder, path: &Path) -> Result<Database, DatabaseError> {
        let file = self.state().named(path).map_err(redb::StorageError::from)?;
        builder.create_with_backend(Backend::new(self, file))
    }

    fn is_there(&self, path: &Path) -> bool {
        self.state().file(path).is_ok()
    }

    fn is_file(&self, path: &Path) -> bool {
        self.is_there(path)
    }

    fn length(&self, path: &Path) -> io::Result<u64> {
        let state = self.state();
        Ok(state.files[state.file(path)?].now().len() as u64)
    }

    fn bytes(&self, path: &Path) -> io::Result<Box<dyn Bytes>> {
        let file = self.state().file(path)?;
        Ok(Box::new(Backend::new(self, file)))
    }

    fn start(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        let state = self.state();
        let bytes = state.files[state.file(path)?].now();
        Ok(bytes[..bytes.len().min(limit as usize)].to_vec())
    }

    fn small(&self, path: &Path, length: u64) -> io::Result<Box<dyn Small>> {
        let file = self.state().named(path)?;
        let backend = Backend::new(self, file);
        backend.resize(length)?;
        Ok(Box::new(backend))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.file(from)?;
        state.move_names(Move::Renamed(from.to_owned(), to.to_owned()))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.file(path)?;
        state.move_names(Move::Gone(path.to_owned()))
    }

    fn sync_names(&self, _: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.change()?;
        state.moves.clear();
        state.safe_names = state.names.clone();
        Ok(())
    }
}
