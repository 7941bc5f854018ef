//! The laboratory: spaces that outlive one child after another, the book about them, and what was counted.

use super::book::Book;
use super::deed::{Act, Deed};
use super::full::Full;
use super::inspect::{Depth, Wrong, backups_are_whole, inspect};
use super::life::Life;
use super::nursery::{Nursery, Word};
use crate::chance::Chance;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// When a child is killed.
#[derive(Debug, Clone, Copy)]
pub(super) enum When {
    /// At a moment by chance of what this act, or the opening for it, usually takes.
    During(usize),
    /// By itself, where this act passes this point.
    At(usize, usize),
    /// Not at all; the disk is full during this act.
    Full(usize, Full),
}

/// Root, book, nursery, and the count.
pub(super) struct Laboratory {
    pub(super) folder: TempDir,
    pub(super) book: Book,
    pub(super) chance: Chance,
    pub(super) tally: Tally,
    nursery: Nursery,
    /// What each kind of deed takes of late.
    usual: BTreeMap<String, Duration>,
}

/// What happened to one child.
struct Fate {
    /// What it had begun and not finished.
    under_way: Option<usize>,
    /// In what it was killed; nothing, if it ended by itself.
    killed_in: Option<String>,
}

impl Laboratory {
    /// The dictionary is loaded first, so that it is not counted as reopening.
    pub(super) fn new(seed: u64) -> Self {
        hupo_keyword::warm();
        Self {
            folder: tempfile::tempdir().unwrap(),
            book: Book::default(),
            chance: Chance::new(seed),
            tally: Tally::default(),
            nursery: Nursery::start(),
            usual: BTreeMap::new(),
        }
    }

    /// An empty root; the count goes on.
    pub(super) fn begin_anew(&mut self) {
        self.folder = tempfile::tempdir().unwrap();
        self.book = Book::default();
    }

    /// One life and what is left of it.
    pub(super) fn cycle(&mut self, acts: &[Act], when: When, depth: Depth) {
        let end = if let When::At(act, point) = when { Some((act, point)) } else { None };
        let full = if let When::Full(act, full) = when { Some((act, full)) } else { None };
        let life = Life { root: self.folder.path().to_owned(), acts: acts.to_vec(), end, full };
        self.nursery.raise(&life);
        let fate = self.follow(acts, when);
        self.tally.n_cycles += 1;
        if let Some(deed) = fate.killed_in {
            *self.tally.killed_in.entry(deed).or_default() += 1;
        }
        let under_way = fate.under_way.map(|number| acts[number]);
        self.forget_backup(under_way);
        self.check(acts, under_way.as_ref(), depth);
    }

    /// Hears the child out, and kills it when it is time.
    fn follow(&mut self, acts: &[Act], when: When) -> Fate {
        let (mut begun, mut last, mut killed) = (None, (String::new(), Instant::now()), false);
        loop {
            match self.nursery.hear() {
                Word::Begun(number, what) => {
                    begun = (what == acts[number].deed.name()).then_some(number);
                    last = (what.clone(), Instant::now());
                    if matches!(when, When::During(aim) if aim == number) && !killed && self.is_now(&what) {
                        killed = true;
                        self.wait_and_kill(&what);
                    }
                }
                Word::Done(number, sequence) => {
                    begun = None;
                    self.learn(&last);
                    self.book.take_in(&acts[number]);
                    self.book.acknowledge(&acts[number], sequence);
                    self.tally.n_acknowledged += 1;
                }
                Word::Full(_, error) => *self.tally.met.entry(error).or_default() += 1,
                Word::Ended(how) => {
                    assert!(
                        how == "killed" || how == "by itself",
                        "the child fell over: {how}; see what it said above"
                    );
                    let was_killed = how == "killed";
                    return Fate { under_way: begun, killed_in: was_killed.then_some(last.0) };
                }
            }
        }
    }

    /// The opening before the act is hit one time in three.
    fn is_now(&mut self, what: &str) -> bool {
        what != "open" || self.chance.once_in(3)
    }

    fn wait_and_kill(&mut self, what: &str) {
        let usual = self.usual.get(what).copied().unwrap_or(Duration::from_millis(5));
        let moment = usual.mul_f64(self.chance.below(1_200) as f64 / 1_000.0);
        std::thread::sleep(moment);
        self.nursery.kill();
    }

    fn learn(&mut self, (what, since): &(String, Instant)) {
        let taken = since.elapsed().min(Duration::from_secs(2));
        let usual = self.usual.entry(what.clone()).or_insert(taken);
        *usual = usual.mul_f64(0.8) + taken.mul_f64(0.2);
    }

    /// A backup that was under way may have taken the place of the one before.
    fn forget_backup(&mut self, under_way: Option<Act>) {
        if let Some(act) = under_way.filter(|act| act.deed == Deed::Backup)
            && let Some(pages) = self.book.spaces.get_mut(&act.place.slot)
        {
            pages.backed_up = None;
        }
    }

    fn check(&mut self, acts: &[Act], under_way: Option<&Act>, depth: Depth) {
        let slots: BTreeSet<u64> = acts.iter().map(|act| act.place.slot).collect();
        let root = self.folder.path().to_owned();
        let looked = inspect(&root, (&mut self.book, under_way), &slots, depth, &mut self.tally.reopened);
        let looked = looked.and_then(|()| match depth {
            Depth::Rows => Ok(()),
            Depth::Whole => backups_are_whole(&root, &self.book),
        });
        if let Err(wrong) = looked {
            self.tally.count(&wrong);
            self.folder.disable_cleanup(true);
            panic!("{}\nafter {acts:?}\nkilled in {under_way:?}: {wrong:?}\nkept in {}", self.tally, root.display());
        }
    }
}

/// What was counted.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) n_cycles: u64,
    pub(super) n_acknowledged: u64,
    n_lost: u64,
    n_torn: u64,
    n_unopenable: u64,
    n_unerased: u64,
    n_unsound: u64,
    /// Kills, by the deed they fell into.
    pub(super) killed_in: BTreeMap<String, u64>,
    pub(super) reopened: Vec<Duration>,
    /// Errors of a full disk, by what they say.
    pub(super) met: BTreeMap<String, u64>,
}

impl Tally {
    fn count(&mut self, wrong: &Wrong) {
        let counter = match wrong {
            Wrong::Lost(_) => &mut self.n_lost,
            Wrong::Torn(_) => &mut self.n_torn,
            Wrong::Unopenable(_) => &mut self.n_unopenable,
            Wrong::Unerased(_) => &mut self.n_unerased,
            Wrong::Unsound(_) => &mut self.n_unsound,
        };
        *counter += 1;
    }

    pub(super) fn n_killed(&self) -> u64 {
        self.killed_in.values().sum()
    }

    fn reopened_within(&self, share: f64) -> Duration {
        let mut all = self.reopened.clone();
        all.sort_unstable();
        let at = ((all.len() as f64 * share).ceil() as usize).clamp(1, all.len().max(1)) - 1;
        all.get(at).copied().unwrap_or_default()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} cycles, {} killed, {} acknowledged: {} lost, {} torn, {} unopenable, {} erased words found, {} unsound",
            self.n_cycles,
            self.n_killed(),
            self.n_acknowledged,
            self.n_lost,
            self.n_torn,
            self.n_unopenable,
            self.n_unerased,
            self.n_unsound
        )?;
        let kills: Vec<String> = self.killed_in.iter().map(|(deed, kills)| format!("{deed} {kills}")).collect();
        writeln!(f, "killed in: {}", kills.join(", "))?;
        for (error, times) in &self.met {
            writeln!(f, "{times} × {error}")?;
        }
        let [p50, p99] = [0.5, 0.99].map(|share| self.reopened_within(share));
        write!(f, "{} spaces reopened: p50 {p50:.1?}, p99 {p99:.1?}", self.reopened.len())
    }
}
