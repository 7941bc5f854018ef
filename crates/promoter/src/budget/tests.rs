//! Budgets, by numbers alone.

use super::*;
use hupo::{Due, ExtractorId, RunId};

const HOUR: i64 = 3_600_000;

fn run(at: i64, input: u64) -> Run {
    let tokens = Tokens { input, output: 1 };
    let due = Due::PageFacts { ranges: Vec::new() };
    let verdicts = Default::default();
    let by = ExtractorId::default();
    Run { id: RunId::new(1), due, by, output_hash: None, verdicts, tokens, at: Timestamp::from_ms(at) }
}

#[test]
fn a_day_is_that_of_the_spaces_zone() {
    let zone = TimeZone::get("Asia/Shanghai").unwrap();
    // 15:30 UTC is 23:30 in Shanghai, 16:30 UTC the next day.
    let runs = [run(15 * HOUR + HOUR / 2, 10), run(16 * HOUR + HOUR / 2, 100)];
    let on = |hours: i64| spent_on(&runs, day(Timestamp::from_ms(hours * HOUR), &zone), &zone);
    assert_eq!((on(15), on(17), on(60)), (11, 101, 0));
}

#[test]
fn what_came_to_nothing_counts_for_its_space_and_day_only() {
    let spent = Spent::default();
    let (one, two) = (Date::constant(2026, 5, 1), Date::constant(2026, 5, 2));
    assert_eq!(spent.on("小雨", one, 40), 40, "what others spent before");
    spent.add("小雨", one, 5);
    spent.add("小雨", one, 6);
    spent.add("Mei", one, 100);
    assert_eq!(spent.on("小雨", one, 40), 51, "two runs came to nothing");
    assert_eq!(spent.on("小雨", one, 46), 51, "one of them was closed after all");
    assert_eq!(spent.on("小雨", one, 90), 90, "others spent more meanwhile");
    assert_eq!((spent.on("小雨", two, 0), spent.on("x", one, 7)), (0, 7));
}

#[test]
fn what_is_left_says_which_budget_is_used_up() {
    let mut left = Left { of_run: Some(10), of_day: Some(100) };
    assert!(left.check(10).is_ok());
    assert!(matches!(left.check(11), Err(Failure::Budget { per: Per::Run, left: 10, wanted: 11 })));
    left.spend(Tokens { input: 90, output: 5 });
    assert_eq!(left, Left { of_run: Some(0), of_day: Some(5) });
    let unbounded = Left { of_run: None, of_day: Some(5) };
    assert!(matches!(unbounded.check(6), Err(Failure::Budget { per: Per::Day, .. })));
    assert!(Left { of_run: None, of_day: None }.check(u64::MAX).is_ok());
}
