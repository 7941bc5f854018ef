//! Writing: replacing, repeating, refusing, and reading at the same time.

use super::*;
use std::sync::atomic::{AtomicBool, Ordering};

#[test]
fn a_newer_vector_replaces_the_older() {
    let mut random = Random(1);
    let mut vectors = numbered(&random.clustered(200, 32, 8));
    let index = filled(&vectors, scan_only());
    vectors[17].1 = random.vector(32);
    let (first, second) = (random.vector(32), vectors[17].1.clone());
    index.apply(&change(2, &[(doc(17), first), (doc(17), second.clone())])).unwrap();
    assert_eq!((index.len(), index.vector(doc(17))), (200, Some(second.rounded())));
    let allowed = one_in(1, &vectors);
    assert_same(&index.search(&second, &allowed, 20).unwrap(), &plain_loop(&vectors, &second, &allowed, 20));
}

#[test]
fn a_change_applied_twice_is_applied_once_and_an_old_one_never() {
    let mut random = Random(2);
    let (old, new) = (random.vector(8), random.vector(8));
    let index = Index::new(8, scan_only()).unwrap();
    assert_eq!((index.applied(), index.is_empty()), (Sequence::ZERO, true));
    let (first, second) = (change(1, &[(doc(1), old)]), change(2, &[(doc(1), new.clone()), (doc(2), new.clone())]));
    for change in [&first, &second, &second, &first] {
        index.apply(change).unwrap();
    }
    assert_eq!((index.applied(), index.len()), (sequence_number(2), 2));
    assert_eq!(index.vector(doc(1)), Some(new.rounded()));
    assert!(index.contains(doc(2)) && !index.contains(doc(3)) && index.vector(doc(3)).is_none());
}

#[test]
fn a_change_without_vectors_moves_the_sequence() {
    let index = Index::new(8, scan_only()).unwrap();
    index.apply(&change(1, &[])).unwrap();
    assert_eq!(index.applied(), sequence_number(1));
    index.set_applied(sequence_number(5));
    assert_eq!((index.applied(), index.len()), (sequence_number(5), 0));
}

#[test]
fn a_vector_of_another_dimension_is_refused_and_nothing_is_taken_in() {
    let mut random = Random(3);
    let index = Index::new(8, scan_only()).unwrap();
    let refusal = Err(Error::WrongDimension { expected: 8, got: 9 });
    let wrong = random.vector(9);
    assert_eq!(index.apply(&change(1, &[(doc(1), random.vector(8)), (doc(2), wrong.clone())])), refusal);
    assert_eq!(index.insert_all([(doc(2), wrong.clone())], sequence_number(1)), refusal);
    assert_eq!((index.len(), index.applied()), (0, Sequence::ZERO));
    assert_eq!(index.search(&wrong, &DocSet::new(), 1).map(drop), refusal);
    assert_eq!(index.score(&wrong, doc(1)).map(drop), refusal);
}

#[test]
fn an_impossible_dimension_is_refused() {
    for dimension in [0, 65_537, usize::MAX] {
        assert_eq!(Index::new(dimension, scan_only()).map(drop), Err(Error::ImpossibleDimension { dimension }));
    }
    assert_eq!(Index::new(65_536, scan_only()).unwrap().dimension(), 65_536);
}

#[test]
fn ten_thousand_vectors_take_at_most_14_megabytes() {
    let vector = Random(4).vector(384);
    let index = Index::new(384, scan_only()).unwrap();
    index.insert_all((0..10_000).map(|n| (doc(n), vector.clone())), sequence_number(1)).unwrap();
    assert_eq!(index.len(), 10_000);
    let bytes = index.heap_bytes();
    assert!((10_000 * 384 * 3..=14_000_000).contains(&bytes), "{bytes}");
}

#[test]
fn readers_always_see_whole_right_answers_while_one_writes() {
    let mut random = Random(5);
    let vectors = numbered(&random.clustered(1500, 32, 20));
    let index = filled(&vectors, scan_only());
    let queries: Vec<_> = (0..8).map(|_| random.vector(32)).collect();
    let allowed: DocSet = one_in(2, &vectors);
    let expected: Vec<_> = queries.iter().map(|query| plain_loop(&vectors, query, &allowed, 10)).collect();
    let newer: Vec<_> = (0..3000).map(|_| random.vector(32)).collect();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    for (query, expected) in queries.iter().zip(&expected) {
                        assert_same(&index.search(query, &allowed, 10).unwrap(), expected);
                    }
                }
            });
        }
        // Every other old document gets another vector (none of the allowed), and new ones come.
        for (n, vector) in newer.iter().enumerate() {
            let target = if n % 2 == 0 { doc(n / 2 * 2 % 1500 + 1) } else { doc(1500 + n) };
            index.apply(&change(n as u64 + 2, &[(target, vector.clone())])).unwrap();
        }
        done.store(true, Ordering::Relaxed);
    });
    assert_eq!((index.len(), index.applied()), (3000, sequence_number(3001)));
}
