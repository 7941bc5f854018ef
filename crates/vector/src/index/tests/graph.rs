//! The graph behind the index: recall, newer vectors, and the life of a build.

use super::*;
use crate::index::state::Degraded;

const DIMENSION: usize = 64;

fn low() -> Options {
    Options { hnsw_above: 500, ..Options::default() }
}

fn with_graph(vectors: &[(DocId, UnitVector)]) -> Index {
    let index = filled(vectors, low());
    index.install(index.build_due().unwrap().run());
    assert_eq!((index.graph_len(), index.degraded()), (vectors.len(), None));
    index
}

/// Of the ten nearest by the plain loop, the part that the index found too; every score must be exact.
fn recall(index: &Index, vectors: &[(DocId, UnitVector)], queries: &[UnitVector], allowed: &DocSet) -> f64 {
    let mut found = 0;
    for query in queries {
        let (hits, path) = index.search_explained(query, allowed, 10).unwrap();
        assert_eq!((hits.len(), path), (10, Path::Hnsw));
        let all = plain_loop(vectors, query, allowed, usize::MAX);
        for hit in &hits {
            let expected = all.iter().find(|expected| expected.doc == hit.doc).expect("the hit is allowed");
            assert!((hit.score - expected.score).abs() < 2e-7, "the score is of the present vector");
        }
        found += all.iter().take(10).filter(|expected| hits.iter().any(|hit| hit.doc == expected.doc)).count();
    }
    found as f64 / (10 * queries.len()) as f64
}

fn assert_each_is_nearest_to_itself(index: &Index, vectors: &[(DocId, UnitVector)]) {
    let allowed = (0..index.len()).map(doc).collect();
    for (doc, vector) in vectors {
        let (hits, path) = index.search_explained(vector, &allowed, 1).unwrap();
        assert_eq!((hits[0].doc, path), (*doc, Path::Hnsw));
    }
}

#[test]
fn the_graph_finds_the_nearest_also_with_replaced_vectors_and_while_the_next_is_built() {
    let mut random = Random(1);
    let all = random.clustered(2740, DIMENSION, 60);
    let (first, later) = all.split_at(2400);
    let (later, queries) = later.split_at(300);
    let mut vectors = numbered(first);
    let index = with_graph(&vectors);
    assert!(recall(&index, &vectors, queries, &one_in(1, &vectors)) >= 0.95);

    // 300 documents get another vector, 240 new ones come: 540 of 2,400 are not in the graph.
    for n in 0..300 {
        vectors[n * 7].1 = later[n].clone();
    }
    let newer: Vec<_> = (0..240).map(|n| (doc(2400 + n), random.vector(DIMENSION))).collect();
    vectors.extend(newer);
    let written: Vec<_> = (0..300).map(|n| vectors[n * 7].clone()).chain(vectors[2400..].iter().cloned()).collect();
    index.apply(&change(2, &written)).unwrap();
    assert_each_is_nearest_to_itself(&index, &written);
    assert!(recall(&index, &vectors, queries, &one_in(1, &vectors)) >= 0.95);

    // A fifth is lacking: the next build sees the vectors as they are now, and is overtaken by more writes.
    let job = index.build_due().unwrap();
    assert_eq!(job.n_vectors(), 2640);
    let overtaking: Vec<_> = (0..50).map(|n| (doc(n * 40 + 1), random.vector(DIMENSION))).collect();
    for (doc, vector) in &overtaking {
        vectors.iter_mut().find(|(known, _)| known == doc).unwrap().1 = vector.clone();
    }
    index.apply(&change(3, &overtaking)).unwrap();
    assert!(recall(&index, &vectors, queries, &one_in(1, &vectors)) >= 0.95);
    index.install(job.run());
    assert_eq!(index.graph_len(), 2640);
    assert!(recall(&index, &vectors, queries, &one_in(1, &vectors)) >= 0.95);
    assert_each_is_nearest_to_itself(&index, &overtaking);
    assert!(index.build_due().is_none(), "50 of 2,640 are no fifth");
}

#[test]
fn the_graph_serves_wide_filters_and_the_scan_all_others() {
    let mut random = Random(2);
    let vectors = numbered(&random.clustered(2000, DIMENSION, 40));
    let index = with_graph(&vectors);
    let queries: Vec<_> = (0..40).map(|n| vectors[n * 31].1.clone()).collect();
    let most: DocSet = vectors.iter().enumerate().filter(|(n, _)| n % 8 != 0).map(|(_, (doc, _))| *doc).collect();
    assert!(recall(&index, &vectors, &queries, &most) >= 0.95);
    for part in [3, 100, 1000] {
        let allowed = one_in(part, &vectors);
        for query in &queries {
            let (hits, path) = index.search_explained(query, &allowed, 10).unwrap();
            assert_eq!(path, Path::Scan, "one in {part}");
            assert_same(&hits, &plain_loop(&vectors, query, &allowed, 10));
        }
    }
}

#[test]
fn there_are_as_many_hits_as_asked_for_with_a_graph_too() {
    let vectors = numbered(&Random(3).clustered(1200, DIMENSION, 40));
    let index = with_graph(&vectors);
    let mut allowed = one_in(1, &vectors);
    for n in 0..900 {
        allowed.insert(doc(1_000_000 + n));
    }
    assert_eq!(index.search(&vectors[3].1, &DocSet::new(), 10).unwrap(), []);
    assert_eq!(index.search(&vectors[3].1, &allowed, 0).unwrap(), []);
    for k in [1, 10, 60, 1199, 1200, 5000] {
        assert_eq!(index.search(&vectors[3].1, &allowed, k).unwrap().len(), k.min(1200));
    }
    assert_eq!(index.search_explained(&vectors[3].1, &allowed, 1000).unwrap().1, Path::Scan, "a long walk costs more");
}

#[test]
fn what_the_graph_does_not_find_the_scan_does() {
    // Four hundred vectors lie close to the question, and none of them is allowed: the walk comes back with nothing.
    let mut random = Random(4);
    let mut vectors = numbered(&random.clustered(400, DIMENSION, 1));
    vectors.extend((400..1400).map(|n| (doc(n), random.vector(DIMENSION))));
    let index = with_graph(&vectors);
    let query = vectors[0].1.clone();
    let far: DocSet = vectors[400..].iter().map(|(doc, _)| *doc).collect();
    let (hits, path) = index.search_explained(&query, &far, 10).unwrap();
    assert_eq!(path, Path::Scan);
    assert_same(&hits, &plain_loop(&vectors, &query, &far, 10));
    assert_eq!(index.search_explained(&vectors[1000].1, &far, 10).unwrap().1, Path::Hnsw, "the filter alone is wide");
}

#[test]
fn one_build_at_a_time_and_a_dropped_job_is_handed_out_again() {
    let vectors = numbered(&Random(5).clustered(600, DIMENSION, 10));
    let index = filled(&vectors, low());
    let job = index.build_due().unwrap();
    assert!(index.build_due().is_none());
    drop(job);
    let built = index.build_due().unwrap().run();
    assert!(index.build_due().is_none(), "a result that waits to be installed is under way");
    index.install(built);
    assert_eq!(index.graph_len(), 600);
    assert!(index.build_due().is_none());
}

#[test]
fn no_graph_is_built_of_few_vectors() {
    let vectors = numbered(&Random(6).clustered(501, DIMENSION, 10));
    assert!(filled(&vectors[..500], low()).build_due().is_none());
    assert!(filled(&vectors, low()).build_due().is_some());
    assert!(filled(&vectors, Options::default()).build_due().is_none());
}

#[test]
fn a_graph_of_another_index_or_of_a_stopped_job_does_not_serve() {
    let vectors = numbered(&Random(7).clustered(600, DIMENSION, 10));
    let (one, other) = (filled(&vectors, low()), filled(&vectors, low()));
    let job = one.build_due().unwrap();
    one.install(other.build_due().unwrap().run());
    assert_eq!(one.graph_len(), 0);
    one.stop_building();
    one.install(job.run());
    assert_eq!((one.graph_len(), one.degraded()), (0, None::<Degraded>));
    let job = one.build_due().unwrap();
    drop(one);
    assert!(job.run().graph.is_err(), "nobody waits for it");
}
