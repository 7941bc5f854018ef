//! kill -9 at each named moment between two steps of a write, an erasure, a creation, a rebuild.
//!
//! `HUPO_KILL_POINTS` sets the number of lives (each point once without it). All is looked at each time.

use super::draw;
use super::inspect::Depth;
use super::kills::{number, tell};
use super::laboratory::{Laboratory, When};
use crate::chance::Chance;
use hupo_types::kill_point::KillPoint;

const KILL_POINTS: &str = "HUPO_KILL_POINTS";
/// Deeds that always write; each passes what lies between the ledger and the answer.
const WRITES: [&str; 3] = ["append", "remember", "propose"];

/// A deed that is sure to pass the point.
fn deed_through(point: KillPoint, chance: &mut Chance) -> &'static str {
    use KillPoint::*;
    match point {
        SpaceNamed | LedgerFilled | LedgerNamed => "create",
        RowsMade | LedgerCommitted | HeadWritten | CatalogApplied | KeywordApplied | GraphApplied | LegsApplied => {
            chance.of(&WRITES)
        }
        KeywordUnmarked | KeywordPrepared | KeywordCommitted | KeywordMerged => {
            chance.of(&["flush", "flush", "flush", "flood"])
        }
        KeywordMarked => "close",
        LegsDropped | WordsDropped => chance.of(&["erase", "forget"]),
        LedgerSwept | SweepNamed => chance.of(&["erase", "forget", "compact"]),
        RebuildEmptied | RebuildBegun | RebuildFilled => chance.of(&["rebuild", "erase"]),
        ShadowsRemoved | LedgerRemoved => "erase space",
    }
}

#[test]
fn a_kill_between_any_two_steps_loses_nothing_and_leaves_no_erased_word() {
    let n_points = KillPoint::ALL.len();
    let lives = number(KILL_POINTS, n_points as u64) as usize;
    let mut laboratory = Laboratory::new(number("HUPO_SEED", 7));
    for life in 0..lives {
        let point = life % n_points;
        let aim = deed_through(KillPoint::ALL[point], &mut laboratory.chance);
        let (acts, aimed) = draw::life(&laboratory.book, aim, &mut laboratory.chance);
        let killed = laboratory.tally.n_killed();
        laboratory.cycle(&acts, When::At(aimed, point), Depth::Whole);
        assert_eq!(laboratory.tally.n_killed(), killed + 1, "{aim} does not pass {:?}", KillPoint::ALL[point]);
    }
    tell(&laboratory.tally);
}
