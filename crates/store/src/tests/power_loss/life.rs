//! The life of one simulated machine: a space is made on it, used, and loses its power again and again.

use std::fmt;
use std::sync::{Arc, OnceLock};

use hupo_types::{Command, Sequence};
use redb::backends::InMemoryBackend;

use super::super::machine::{Full, Machine, Room};
use super::super::random::Random;
use super::super::space::{NOW, config};
use super::super::{exports, space::Space};
use super::work;
use crate::export::ExportLine;
use crate::{Error, Options, Snapshot, Store, Write, digest, disk, replay, sweep};

/// Losses of power in one machine's life.
const LOSSES: u64 = 12;
/// Every so many lives everything is checked at every start.
const THOROUGH: u64 = 8;

/// What was tried.
#[derive(Debug, Default, Clone, Copy)]
pub(in super::super) struct Tally {
    pub(super) losses: u64,
    pub(super) in_recovery: u64,
    pub(super) acknowledged: u64,
    /// Losses with a write in flight that was there afterwards.
    pub(super) half_way: u64,
    pub(super) sweeps: u64,
    pub(super) imports: u64,
    pub(super) replays: u64,
}

impl Tally {
    pub(in super::super) fn add(&mut self, other: &Self) {
        self.losses += other.losses;
        self.in_recovery += other.in_recovery;
        self.acknowledged += other.acknowledged;
        self.half_way += other.half_way;
        self.sweeps += other.sweeps;
        self.imports += other.imports;
        self.replays += other.replays;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { losses, in_recovery, acknowledged, half_way, sweeps, imports, replays } = self;
        write!(
            f,
            "{losses} losses of power, {in_recovery} of them while opening; {acknowledged} writes acknowledged, "
        )?;
        write!(f, "{half_way} in flight came through; {sweeps} sweeps, {imports} imports, {replays} replays compared")
    }
}

/// What must be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Kept {
    sequence: Sequence,
    digest: [u8; 32],
}

/// What was being done when the power went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flight {
    Nothing,
    Making,
    Writing,
}

/// The lines of a space with a row in every table, and what its tables are.
fn exported() -> &'static (Vec<ExportLine>, [u8; 32]) {
    static EXPORTED: OnceLock<(Vec<ExportLine>, [u8; 32])> = OnceLock::new();
    EXPORTED.get_or_init(|| {
        disk::simulate(None);
        let space: Space = exports::everything();
        let snapshot = space.store().snapshot().unwrap();
        (snapshot.export().map(Result::unwrap).collect(), digest::all(&snapshot).unwrap())
    })
}

pub(in super::super) struct Life {
    folder: tempfile::TempDir,
    machine: Machine,
    random: Random,
    kept: Option<Kept>,
    flight: Flight,
    imports: bool,
    is_thorough: bool,
    /// How often the disk had been full when it was last not.
    refusals: u64,
    /// Erased words that must be nowhere once the file was swept.
    gone: Vec<String>,
    tally: Tally,
}

fn options() -> Options {
    Options { cache_bytes: 256 << 10, ..Options::default() }
}

impl Life {
    pub(in super::super) fn new(seed: u64) -> Self {
        let (_, mut random) = (exported(), Random(seed));
        let machine = Machine::new(Random(random.below(u64::MAX)));
        disk::simulate(Some(Arc::new(machine.clone())));
        let imports = random.below(4) == 0;
        Self {
            folder: tempfile::tempdir().unwrap(),
            machine,
            random,
            kept: None,
            flight: Flight::Nothing,
            imports,
            is_thorough: seed.is_multiple_of(THOROUGH),
            refusals: 0,
            gone: Vec::new(),
            tally: Tally::default(),
        }
    }

    pub(in super::super) fn live(mut self) -> Tally {
        for _ in 0..LOSSES {
            let store = if self.kept.is_some() { Some(self.recover()) } else { self.make() };
            if let Some(store) = store {
                self.use_it(store);
            }
            self.machine.restart();
            self.tally.losses += 1;
        }
        self.machine.die_after(None);
        if self.kept.is_some() {
            self.recover().close().unwrap();
        }
        disk::simulate(None);
        self.tally
    }

    fn dir(&self) -> std::path::PathBuf {
        self.folder.path().join("space")
    }

    /// Makes the space, or finds it made. `None` if the power went.
    fn make(&mut self) -> Option<Store> {
        if self.flight == Flight::Making && Store::exists(&self.dir()) {
            return Some(self.recover());
        }
        self.flight = Flight::Making;
        self.machine.die_after(Some(self.random.below(if self.imports { 150 } else { 60 })));
        let made = self.made();
        self.machine.die_after(None);
        match made {
            Ok(store) => {
                self.accept(&store);
                Some(store)
            }
            Err(error) => {
                self.is_excused(&error);
                None
            }
        }
    }

    fn made(&self) -> Result<Store, Error> {
        match self.imports {
            true => Store::import(&self.dir(), exported().0.iter().cloned().map(Ok), options()),
            false => Store::create(&self.dir(), config(), NOW, options()),
        }
    }

    /// Opens the space after a loss of power; the power may go again up to three times meanwhile.
    fn recover(&mut self) -> Store {
        for _ in 0..self.random.below(4) {
            let changes = [6, 80][self.random.below(2) as usize];
            self.machine.die_after(Some(self.random.below(changes)));
            match Store::open(&self.dir(), options()) {
                Err(error) => self.is_excused(&error),
                Ok(store) if self.random.below(2) == 0 => drop(store),
                Ok(store) => {
                    self.machine.die_after(None);
                    if !self.machine.is_dead() {
                        self.accept(&store);
                        return store;
                    }
                }
            }
            self.machine.restart();
            self.tally.losses += 1;
            self.tally.in_recovery += 1;
        }
        self.machine.die_after(None);
        let store = Store::open(&self.dir(), options()).unwrap();
        self.accept(&store);
        store
    }

    /// What may be said when the power is gone, or the disk is full.
    #[track_caller]
    fn is_excused(&self, error: &Error) {
        let full = self.machine.used().1 > self.refusals;
        let excused = match error {
            Error::DiskFull { .. } => full,
            Error::Poisoned => full || self.machine.is_dead(),
            other => matches!(other, Error::Io { .. } | Error::Closed) && self.machine.is_dead(),
        };
        assert!(excused, "full: {full}, without power: {}: {error:?}", self.machine.is_dead());
    }

    /// Whether an opened space holds what it must.
    fn accept(&mut self, store: &Store) {
        let found = found(store);
        match (self.kept, self.flight) {
            (Some(kept), _) if kept.sequence == found.sequence => assert_eq!(kept, found, "a row is another"),
            (Some(kept), Flight::Writing) if kept.sequence.next() == found.sequence => {
                self.tally.half_way += 1;
                self.replay(store, found);
            }
            (None, Flight::Making) if self.imports => assert_eq!(found.digest, exported().1, "half an import"),
            (None, Flight::Making) => assert_eq!(found.sequence.get(), 1),
            (kept, flight) => panic!("{kept:?} was acknowledged, {found:?} is there, in flight: {flight:?}"),
        }
        self.tally.imports += u64::from(self.kept.is_none() && self.imports);
        (self.kept, self.flight) = (Some(found), Flight::Nothing);
        if self.is_thorough {
            self.replay(store, found);
            self.look_for_what_is_gone(store);
        }
    }

    /// Whether the ledger makes these tables; that also shows the chain whole.
    fn replay(&mut self, store: &Store, found: Kept) {
        let snapshot = store.snapshot().unwrap();
        let empty = redb::Database::builder().create_with_backend(InMemoryBackend::new()).unwrap();
        replay::fill(&empty, &snapshot, &mut |_| ()).unwrap();
        let replayed = Snapshot::begin(&empty, &Arc::new(config())).unwrap();
        assert_eq!(digest::all(&replayed).unwrap(), found.digest, "the tables are not what the ledger makes");
        self.tally.replays += 1;
    }

    fn look_for_what_is_gone(&self, store: &Store) {
        let is_due = sweep::is_due(store.shared().read().as_ref().unwrap()).unwrap();
        assert!(!is_due || self.machine.used().1 > self.refusals, "opening sweeps, if there is room");
        for word in self.gone.iter().filter(|_| !is_due) {
            assert!(!self.machine.holds(word.as_bytes()), "{word} was erased, and is there");
        }
    }

    /// Writes until the power goes, or enough was written; then the space may be closed first.
    fn use_it(&mut self, store: Store) {
        self.machine.die_after(Some(self.random.below(160)));
        for _ in 0..16 {
            if self.machine.is_dead() {
                break;
            }
            self.write(&store);
        }
        if self.random.below(4) == 0 {
            _ = store.close();
        } else {
            drop(store);
        }
    }

    fn write(&mut self, store: &Store) {
        let (lines, memories) = self.known(store);
        let commands = work::draw(&mut self.random, lines, memories);
        let erased = match commands[..] {
            [Command::Erase(hupo_types::EraseTarget::Message(message))] => Some(message.get()),
            _ => None,
        };
        self.flight = Flight::Writing;
        match store.commit(Write::new(commands, NOW)) {
            Err(Error::Refused { .. }) => self.flight = Flight::Nothing,
            Err(error) => self.is_excused(&error),
            Ok(receipt) => {
                (self.kept, self.flight) = (Some(found(store)), Flight::Nothing);
                self.tally.acknowledged += u64::from(!receipt.change.events.is_empty());
                self.gone.extend(erased.filter(|_| !self.imports).map(work::secret));
                self.sweep(store);
            }
        }
    }

    /// How many lines and memories there are; as if none, where a full disk put the ledger away.
    fn known(&self, store: &Store) -> (u64, u64) {
        match store.snapshot() {
            Ok(snapshot) => (snapshot.counts().messages, snapshot.counts().memories),
            Err(error) => {
                let was_full = self.machine.used().1 > 0;
                assert!(was_full && matches!(error, Error::Closed), "full: {was_full}: {error:?}");
                (0, 0)
            }
        }
    }

    fn sweep(&mut self, store: &Store) {
        match store.sweep() {
            Ok(swept) => self.tally.sweeps += u64::from(swept),
            Err(error) => self.is_excused(&error),
        }
    }
}

/// What a full disk needs of a life.
impl Life {
    /// Leaves so much room from here on.
    fn fill_up(&mut self) {
        let says_so = [Full::Growing, Full::Writing, Full::Waiting][self.random.below(3) as usize];
        let (used, refusals) = (self.machine.used().0, self.machine.used().1);
        self.machine.limit(Some(Room { bytes: used + self.random.below(120_000), says_so }));
        self.refusals = refusals;
    }

    /// Writes until the disk was full a few times, or much was written; reading goes on, unless even opening the ledger
    /// anew wants room: then it is closed until a write finds some. Says whether the disk was full.
    fn use_it_up(&mut self, store: &Store) -> bool {
        let mut refused = 0;
        for _ in 0..60 {
            self.write(store);
            let is_put_away = matches!(store.snapshot(), Err(Error::Closed));
            if self.flight == Flight::Writing {
                refused += 1;
                if !is_put_away {
                    self.accept(store);
                }
            }
            if refused == 3 || is_put_away {
                break;
            }
        }
        refused > 0
    }

    /// One disk that runs full: while a space is made or while it is used, and opened again with no more room or with
    /// some; then there is room, and all goes on.
    pub(in super::super) fn live_on_a_full_disk(mut self) -> (bool, Tally) {
        let is_full_before = self.random.below(4) == 0;
        if is_full_before {
            self.fill_up();
        }
        self.flight = Flight::Making;
        let made = self.made();
        let store = made.map_err(|error| self.is_excused(&error)).ok();
        let mut was_full = store.is_none();
        if let Some(store) = store {
            self.accept(&store);
            if !is_full_before {
                self.fill_up();
            }
            was_full |= self.use_it_up(&store);
            if self.random.below(2) == 0 {
                self.make_room();
                self.go_on(store);
                disk::simulate(None);
                return (was_full, self.tally);
            }
            _ = store.close();
            self.reopen_while_full();
        }
        self.make_room();
        let store = if Store::exists(&self.dir()) { Store::open(&self.dir(), options()) } else { self.made() };
        let store = store.unwrap();
        self.accept(&store);
        self.go_on(store);
        disk::simulate(None);
        (was_full, self.tally)
    }

    fn reopen_while_full(&mut self) {
        if self.random.below(3) == 0 {
            self.machine.restart();
        }
        match Store::open(&self.dir(), options()) {
            Ok(store) => self.accept(&store),
            Err(error) => self.is_excused(&error),
        }
    }

    fn make_room(&mut self) {
        self.machine.limit(None);
        self.refusals = self.machine.used().1;
    }

    /// There is room again, and the space is written.
    fn go_on(&mut self, store: Store) {
        let before = self.tally.acknowledged;
        (0..20).for_each(|_| self.write(&store));
        assert!(self.tally.acknowledged > before, "nothing is written though there is room");
        let kept = found(&store);
        self.replay(&store, kept);
        store.close().unwrap();
    }
}

fn found(store: &Store) -> Kept {
    let snapshot = store.snapshot().unwrap();
    Kept { sequence: snapshot.sequence(), digest: digest::all(&snapshot).unwrap() }
}
