//! The work: two hands, each with spaces of its own, until the time is over.

use crate::keeper::Keeper;
use hupo_benches::{Corpus, Random};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Hands at work at once.
const HANDS: usize = 2;
/// Spaces of each.
const SPACES: usize = 3;

/// A hand: its spaces, its chance, and what it has done.
struct Hand {
    keepers: Vec<Keeper>,
    random: Random,
    done: BTreeMap<&'static str, u64>,
}

pub(crate) struct Work {
    hands: Vec<Hand>,
    corpus: Corpus,
    _folder: TempDir,
}

impl Work {
    pub(crate) fn begin(seed: u64) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let hand = |hand: usize| Hand {
            keepers: (0..SPACES).map(|n| Keeper::new(folder.path().join(format!("{hand}-{n}")), n * 1_000)).collect(),
            random: Random::new(seed * HANDS as u64 + hand as u64),
            done: BTreeMap::new(),
        };
        Self { hands: (0..HANDS).map(hand).collect(), corpus: Corpus::load(), _folder: folder }
    }

    pub(crate) fn go_on_for(&mut self, lasting: Duration) {
        let (until, corpus) = (Instant::now() + lasting, &self.corpus);
        std::thread::scope(|scope| {
            for hand in &mut self.hands {
                scope.spawn(move || hand.work(corpus, until));
            }
        });
    }

    /// Puts every space away, so that what is left in memory is left over.
    pub(crate) fn put_away(&mut self) {
        for keeper in self.hands.iter_mut().flat_map(|hand| &mut hand.keepers) {
            keeper.put_away().expect("a space is put away");
        }
    }

    /// What was done so far.
    pub(crate) fn told(&self) -> String {
        let mut done: BTreeMap<&str, u64> = BTreeMap::new();
        for (deed, times) in self.hands.iter().flat_map(|hand| &hand.done) {
            *done.entry(deed).or_default() += times;
        }
        done.iter().map(|(deed, times)| format!("{deed} {times}")).collect::<Vec<_>>().join(", ")
    }

    #[cfg(test)]
    pub(crate) fn n_done(&self) -> u64 {
        self.hands.iter().flat_map(|hand| hand.done.values()).sum()
    }
}

impl Hand {
    fn work(&mut self, corpus: &Corpus, until: Instant) {
        while Instant::now() < until {
            let keeper = self.random.below(SPACES);
            let Some(keeper) = self.keepers.get_mut(keeper) else { return };
            let deed = keeper.step(corpus, &mut self.random).expect("nothing is refused");
            *self.done.entry(deed).or_default() += 1;
        }
    }
}
