//! Which space goes, and when, by the table alone.

use super::*;
use std::time::Duration;

const MB: u64 = 1 << 20;

fn claimed(step: &Step) -> bool {
    matches!(step, Step::Claimed(_))
}

/// A table in which so many spaces are open, each of this size, the first the longest unused.
fn with_open(table: &mut Table, n: usize, bytes: u64) {
    for number in 0..n {
        assert!(claimed(&table.claim(&format!("间 {number}"))));
        assert!(table.unclaim(&format!("间 {number}"), Found::Open { bytes }).is_empty(), "{number}");
    }
}

#[test]
fn a_space_finds_room_at_once_and_the_longest_unused_goes_after_it() {
    let mut table = Table::new(100, u64::MAX / 4);
    with_open(&mut table, 100, MB);
    assert!(claimed(&table.claim("new 1")) && claimed(&table.claim("new 2")), "nobody waits for a closing");
    assert_eq!(table.unclaim("new 1", Found::Open { bytes: MB }), ["间 0", "间 1"]);
    assert_eq!(table.standing().n_open, 102);
    // The margin is used up until one of them is put away.
    assert!(matches!(table.claim("new 3"), Step::PutAway(name) if name == "间 2"));
    assert!(table.end_closing("间 0", true).is_empty());
    assert!(claimed(&table.claim("new 3")));
}

#[test]
fn few_are_put_away_at_once_and_the_next_when_one_is() {
    let mut table = Table::new(20, u64::MAX / 4);
    with_open(&mut table, 20, MB);
    let idle = table.begin_closing_unused_since(Instant::now() + Duration::from_secs(1));
    assert_eq!(idle.len(), CLOSINGS);
    assert_eq!(idle[0], "间 0");
    assert!(table.begin_closing_unused_since(Instant::now() + Duration::from_secs(1)).is_empty());
    assert!(table.is_closing_any() && matches!(table.claim("间 0"), Step::Wait));
    assert!(table.end_closing("间 0", true).is_empty());
    assert_eq!(table.begin_closing_unused_since(Instant::now() + Duration::from_secs(1)), ["间 4"]);
}

#[test]
fn memory_over_the_budget_is_given_back_a_few_spaces_at_a_time() {
    let mut table = Table::new(1_000, 100 * MB);
    with_open(&mut table, 40, 2 * MB);
    assert!(claimed(&table.claim("large 大")));
    let mut going = table.unclaim("large 大", Found::Open { bytes: 60 * MB });
    assert_eq!(going.len(), CLOSINGS, "of the twenty that are too many");
    let mut n_put_away = 0;
    while let Some(name) = going.pop() {
        n_put_away += 1;
        going.extend(table.end_closing(&name, true));
    }
    assert_eq!((n_put_away, table.standing().bytes), (20, 100 * MB));
}

#[test]
fn one_that_is_in_use_after_all_is_not_tried_over_and_over() {
    let mut table = Table::new(2, u64::MAX / 4);
    with_open(&mut table, 2, MB);
    assert!(matches!(table.claim("c"), Step::PutAway(name) if name == "间 0"));
    assert!(table.end_closing("间 0", false).is_empty());
    assert!(matches!(table.claim("c"), Step::PutAway(name) if name == "间 1"), "the other one is tried");
    table.end_closing("间 1", true);
    assert!(claimed(&table.claim("c")) && !table.is_closing_any());
}

#[test]
fn a_space_that_failed_is_put_away_when_the_last_claim_ends_and_opened_anew() {
    let mut table = Table::new(100, u64::MAX / 4);
    with_open(&mut table, 3, MB);
    assert!(claimed(&table.claim("间 1")) && claimed(&table.claim("间 1")));
    assert!(table.unclaim("间 1", Found::Failed).is_empty(), "somebody still uses it");
    assert_eq!(table.unclaim("间 1", Found::Open { bytes: MB }), ["间 1"]);
    assert!(matches!(table.claim("间 1"), Step::Wait));
    table.end_closing("间 1", true);
    assert!(claimed(&table.claim("间 1")));
    assert!(table.unclaim("间 1", Found::Open { bytes: MB }).is_empty(), "it is a new one");
}
