//! Workers that race on the same work: one closes it, the others are told.

use super::{day, extraction, line, promoted_once, set_up};
use crate::world::World;
use hupo::RunOutcome;
use std::sync::Barrier;

#[test]
fn of_workers_that_race_on_the_same_work_one_wins_and_the_others_are_told() {
    let world = World::new();
    let space = set_up(&world.hupo);
    for number in 1..=12 {
        space.append(vec![line(number, number as i64 / 4)], day(number as i64 / 4)).unwrap();
    }
    let due = space.promotion_due(day(9)).unwrap();
    let (n_workers, start) = (4, Barrier::new(4));
    let work = || {
        start.wait();
        let mut closed = 0;
        for one in &due {
            let Some(task) = space.promotion_task(one, day(9)).unwrap() else { continue };
            match space.close_run(one, extraction(&task), day(9)).unwrap().outcome {
                RunOutcome::Closed { .. } => closed += 1,
                RunOutcome::ClosedBefore { run } => assert!(run.is_of(one)),
                other @ (RunOutcome::Overtaken { .. } | RunOutcome::NotKept) => panic!("{other:?}"),
            }
        }
        closed
    };
    let closed: usize = std::thread::scope(|threads| {
        let workers: Vec<_> = (0..n_workers).map(|_| threads.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    });
    assert_eq!(closed, due.len());
    assert_eq!(promoted_once(&space), 12);
    assert!(space.promotion_due(day(9)).unwrap().is_empty());
}

#[test]
fn a_run_under_a_key_of_the_callers_is_answered_the_same_word_for_word() {
    let world = World::new();
    let space = set_up(&world.hupo);
    space.append(vec![line(1, 0), line(2, 0)], day(0)).unwrap();
    let due = &space.promotion_due(day(2)).unwrap()[0];
    let task = space.promotion_task(due, day(2)).unwrap().unwrap();
    let close = || space.close_run(due, extraction(&task), hupo::When::at(day(2)).once("the run of today")).unwrap();
    let (first, again) = (close(), close());
    assert_eq!(first, again);
    assert!(matches!(again.outcome, RunOutcome::Closed { .. }) && again.verdicts.len() == 2);
    assert_eq!(promoted_once(&space), 2);
}
