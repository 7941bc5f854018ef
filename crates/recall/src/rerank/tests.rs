//! Who gets a seat before the reranker.

use super::*;
use crate::fuse::Contribution;
use hupo_types::{DocId, MemoryId};

fn candidate(n: u64, fused: f32, step_rank: Option<usize>) -> Candidate {
    let part = |rank| Contribution { source: Source::Step, rank, score: 1.0, points: 0.0 };
    Candidate { doc: DocId::Memory(MemoryId::new(n)), fused, contributions: step_rank.map(part).into_iter().collect() }
}

fn order(candidates: &[Candidate]) -> Vec<u64> {
    candidates.iter().map(|candidate| candidate.doc.number()).collect()
}

#[test]
fn the_best_one_step_away_take_the_last_seats() {
    let all = vec![
        candidate(1, 0.9, None),
        candidate(2, 0.8, Some(1)),
        candidate(3, 0.7, None),
        candidate(4, 0.6, None),
        candidate(5, 0.2, Some(3)),
        candidate(6, 0.1, Some(2)),
    ];
    assert_eq!(order(&seated(all, 4, 2)), [1, 2, 6, 5, 3, 4]);
}

#[test]
fn of_long_texts_fewer_are_read_but_some_always() {
    let read =
        |lengths: &[usize], least, bytes| affordable(lengths.iter().map(|&n| "字".repeat(n / 3)), least, bytes).len();
    assert_eq!(read(&[300; 20], 2, 3_000), 10);
    assert_eq!(read(&[900; 20], 2, 3_000), 3, "of one text no more than 800 bytes are read");
    assert_eq!(read(&[900; 20], 5, 3_000), 5);
    assert_eq!(read(&[300, 900, 3, 3], 1, 1_000), 1, "what lies behind one that does not fit waits too");
    assert_eq!(read(&[30; 4], 8, 0), 4);
    assert_eq!(read(&[], 8, 3_000), 0);
}

#[test]
fn seats_nobody_needs_stay_with_the_fused_order() {
    let all = || vec![candidate(1, 0.9, None), candidate(2, 0.8, None), candidate(3, 0.7, None)];
    assert_eq!(order(&seated(all(), 2, 1)), [1, 2, 3]);
    assert_eq!(order(&seated(all(), 2, 9)), [1, 2, 3]);
    assert_eq!(order(&seated(vec![], 2, 1)), [0u64; 0]);
}
