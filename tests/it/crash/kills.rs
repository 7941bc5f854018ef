//! kill -9 at random moments of every kind of deed.
//!
//! `HUPO_KILLS` sets the number of lives (100 without it), `HUPO_SEED` what they are drawn from; `TMPDIR` says on which
//! disk. All is looked at each time; the ledger is replayed, and the legs are rebuilt, every tenth time.

use super::draw::{self, AIMS};
use super::inspect::Depth;
use super::laboratory::{Laboratory, When};

const KILLS: &str = "HUPO_KILLS";
const SEED: &str = "HUPO_SEED";
/// Every so many lives, all is checked.
const WHOLE_EVERY: u64 = 10;
/// Every so many lives, more is written at once than the keyword index keeps in memory.
const FLOOD_EVERY: u64 = 40;
/// Lives under one root, before the next gets an empty one.
const LIVES: u64 = 500;

pub(super) fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(otherwise)
}

/// Says how far a run is.
#[expect(clippy::print_stderr, reason = "a long run is watched by what it says")]
pub(super) fn tell(what: &impl std::fmt::Display) {
    eprintln!("{what}");
}

#[test]
fn nothing_acknowledged_is_lost_by_kill_9() {
    let (kills, seed) = (number(KILLS, 100), number(SEED, 20_261_130));
    tell(&format!("seed {seed}"));
    let mut laboratory = Laboratory::new(seed);
    for kill in 0..kills {
        let aim = if kill % FLOOD_EVERY == 0 { "flood" } else { AIMS[kill as usize % AIMS.len()] };
        let (acts, aimed) = draw::life(&laboratory.book, aim, &mut laboratory.chance);
        let depth = if kill % WHOLE_EVERY == WHOLE_EVERY - 1 { Depth::Whole } else { Depth::Rows };
        laboratory.cycle(&acts, When::During(aimed), depth);
        if kill % LIVES == LIVES - 1 {
            tell(&laboratory.tally);
            laboratory.begin_anew();
        }
    }
    tell(&laboratory.tally);
    assert!(laboratory.tally.n_killed() * 2 > kills, "most children must be killed, not end by themselves");
}
