//! The exact scan: right answers under every filter.

use super::*;

#[test]
fn the_scan_answers_like_the_plain_loop_at_every_size_and_under_every_filter() {
    let mut random = Random(1);
    for (size, dimension) in [(1, 384), (7, 61), (64, 384), (65, 3), (1000, 384), (1025, 61), (3000, 384)] {
        let vectors = numbered(&(0..size).map(|_| random.vector(dimension)).collect::<Vec<_>>());
        let index = filled(&vectors, scan_only());
        for part in [1, 2, 100, 1000] {
            let allowed = one_in(part, &vectors);
            for k in [1, 10, 100] {
                let query = random.vector(dimension);
                let (found, path) = index.search_explained(&query, &allowed, k).unwrap();
                assert_eq!((found.len(), path), (k.min(allowed.len()), Path::Scan));
                assert_same(&found, &plain_loop(&vectors, &query, &allowed, k));
            }
        }
    }
}

#[test]
fn clustered_vectors_lose_none_of_the_best_ten_to_eight_bits() {
    let mut random = Random(2);
    let vectors = numbered(&random.clustered(5000, 384, 50));
    let index = filled(&vectors, scan_only());
    let allowed = one_in(1, &vectors);
    for n in 0..50 {
        let query = &vectors[n * 97].1;
        assert_same(&index.search(query, &allowed, 10).unwrap(), &plain_loop(&vectors, query, &allowed, 10));
    }
}

#[test]
fn equal_vectors_come_in_the_order_of_their_ids() {
    let mut random = Random(3);
    let (same, other) = (random.vector(32), random.vector(32));
    let mut vectors: Vec<_> = (0..700).map(|n| (doc(n), if n < 600 { same.clone() } else { other.clone() })).collect();
    for n in (1..vectors.len()).rev() {
        vectors.swap(n, random.below(n + 1));
    }
    let index = filled(&vectors, scan_only());
    for part in [1, 8] {
        let allowed = one_in(part, &vectors);
        for k in [1, 10, 40] {
            assert_same(&index.search(&same, &allowed, k).unwrap(), &plain_loop(&vectors, &same, &allowed, k));
        }
    }
}

#[test]
fn there_are_as_many_hits_as_asked_for_or_as_there_are() {
    let vectors = numbered(&Random(4).clustered(300, 16, 5));
    let index = filled(&vectors, scan_only());
    let query = &vectors[0].1;
    let mut allowed = one_in(3, &vectors);
    assert_eq!(index.search(query, &allowed, 101).unwrap().len(), 100);
    assert_eq!(index.search(query, &allowed, usize::MAX).unwrap().len(), 100);
    allowed.insert(doc(300));
    allowed.insert(doc(5_000_000));
    assert_eq!(index.search(query, &allowed, 1000).unwrap().len(), 100, "documents without a vector do not count");
    assert_eq!(index.search(query, &allowed, 0).unwrap(), []);
    assert_eq!(index.search(query, &DocSet::new(), 10).unwrap(), []);
    assert_eq!(index.search(query, &[doc(301)].into_iter().collect(), 10).unwrap(), []);
    assert_eq!(Index::new(16, scan_only()).unwrap().search(query, &allowed, 10).unwrap(), []);
}

#[test]
fn every_kernel_gives_the_same_answer_to_the_last_bit() {
    let mut random = Random(5);
    let vectors = numbered(&random.clustered(2000, 131, 20));
    let allowed = one_in(1, &vectors);
    let query = random.vector(131);
    let answer = |kernel| filled(&vectors, Options { kernel, ..scan_only() }).search(&query, &allowed, 50).unwrap();
    let expected = answer(Kernel::plain());
    for kernel in Kernel::available() {
        assert_eq!(answer(kernel), expected, "{}", kernel.name());
    }
}

#[test]
fn the_score_of_one_document_is_its_score_in_the_answer() {
    let vectors = numbered(&Random(6).clustered(50, 24, 3));
    let index = filled(&vectors, scan_only());
    let query = &vectors[7].1;
    let hits = index.search(query, &one_in(1, &vectors), 50).unwrap();
    for hit in &hits {
        assert_eq!(index.score(query, hit.doc).unwrap(), Some(hit.score));
    }
    assert_eq!(hits[0].doc, doc(7));
    assert!((hits[0].score - 1.0).abs() < 1e-6 && hits.iter().all(|hit| (-1.0..=1.0).contains(&hit.score)));
    assert_eq!(index.score(query, doc(50)).unwrap(), None);
}

#[test]
fn a_vector_without_length_from_a_damaged_store_scores_0() {
    let zero = UnitVector::from_bytes(&[0; 16]).unwrap();
    let vectors = vec![(doc(1), zero.clone()), (doc(2), Random(7).vector(8))];
    let index = filled(&vectors, scan_only());
    let hits = index.search(&vectors[1].1, &one_in(1, &vectors), 5).unwrap();
    assert_eq!((hits[0].doc, hits[1]), (doc(2), Hit { doc: doc(1), score: 0.0 }));
    assert!(index.search(&zero, &one_in(1, &vectors), 5).unwrap().iter().all(|hit| hit.score == 0.0));
}
