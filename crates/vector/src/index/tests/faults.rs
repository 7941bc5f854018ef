//! When `hnsw_rs` fails, the scan serves and the index says so.

use super::*;
use crate::graph::{BuildFailure, Graph};
use crate::index::state::Served;
use crate::rows::Rows;
use std::collections::BTreeSet;

const DIMENSION: usize = 32;

fn low() -> Options {
    Options { hnsw_above: 100, ..Options::default() }
}

fn samples() -> Vec<(DocId, UnitVector)> {
    numbered(&Random(1).clustered(300, DIMENSION, 5))
}

fn assert_scan_serves(index: &Index, why: Degraded) {
    let vectors = samples();
    let allowed = one_in(1, &vectors);
    let (hits, path) = index.search_explained(&vectors[5].1, &allowed, 10).unwrap();
    assert_same(&hits, &plain_loop(&vectors, &vectors[5].1, &allowed, 10));
    assert_eq!((path, index.degraded(), index.graph_len()), (Path::Scan, Some(why), 0));
    assert!(index.build_due().is_none(), "it would only fail again");
}

#[test]
fn a_panic_while_searching_is_answered_by_the_scan() {
    let index = filled(&samples(), low());
    index.write().served = Some(Served { graph: Graph::that_panics(DIMENSION), beside: BTreeSet::new() });
    assert_scan_serves(&index, Degraded::SearchPanicked);
    assert_scan_serves(&index, Degraded::SearchPanicked);
}

#[test]
fn a_panic_while_building_leaves_the_scan() {
    let index = filled(&samples(), low());
    let mut job = index.build_due().unwrap();
    let mut rows = Rows::new(DIMENSION);
    for (doc, vector) in samples() {
        let mut encoded = Encoded::new(&vector, Kernel::best());
        encoded.int8.inverse_length = f32::NAN;
        rows.put(doc, &encoded);
    }
    job.blocks = rows.snapshot();
    index.install(job.run());
    assert_scan_serves(&index, Degraded::BuildPanicked);
}

#[test]
fn a_graph_that_fails_its_check_leaves_the_scan() {
    let index = filled(&samples(), low());
    let mut built = index.build_due().unwrap().run();
    built.graph = Err(BuildFailure::SelfRecall { found: 1, points: 300 });
    index.install(built);
    assert_scan_serves(&index, Degraded::SelfRecall { found: 1, points: 300 });
}

#[test]
fn a_row_that_the_graph_lost_is_scanned_beside_it_and_found_once() {
    let index = filled(&samples(), low());
    let mut built = index.build_due().unwrap().run();
    built.graph = built.graph.map(|graph| graph.that_lost(5));
    index.install(built);
    assert!(index.read().served.as_ref().is_some_and(|served| served.beside.contains(&5)));
    let (query, allowed) = (samples()[5].1.clone(), one_in(1, &samples()));
    let (hits, path) = index.search_explained(&query, &allowed, 10).unwrap();
    assert_eq!((hits[0].doc, path), (doc(5), Path::Hnsw));
    assert_eq!(hits.iter().filter(|hit| hit.doc == doc(5)).count(), 1);
}
