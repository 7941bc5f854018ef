//! The graph alone: what it finds, and that its failures stay inside.

use super::*;
use crate::encoded::{Encoded, Int8};
use crate::rows::Rows;
use crate::samples::Random;
use hupo_types::{DocId, MessageId, UnitVector};

const DIMENSION: usize = 48;

impl Graph {
    /// A graph whose every search panics inside `hnsw_rs`: its only point has a NaN for its length.
    pub(crate) fn that_panics(dimension: usize) -> Self {
        let hnsw = Hnsw::new(LINKS, 1, LAYERS, EF_CONSTRUCTION, Cosine { kernel: Kernel::best() });
        hnsw.insert_slice((&with_length(&vec![1; dimension], f32::NAN), 0));
        Self { hnsw: Some(hnsw), twins: HashMap::new(), rows: 1, lost: Vec::new() }
    }
}

impl Graph {
    /// This graph, as if its check had not found the row.
    pub(crate) fn that_lost(mut self, row: usize) -> Self {
        self.lost.push(row);
        self
    }
}

fn encoded(vectors: &[UnitVector]) -> Vec<Encoded> {
    vectors.iter().map(|vector| Encoded::new(vector, Kernel::best())).collect()
}

fn blocks(vectors: &[Encoded]) -> Blocks {
    let mut rows = Rows::new(vectors[0].halves.len());
    for (n, vector) in vectors.iter().enumerate() {
        rows.put(DocId::Message(MessageId::new(n as u64 + 1)), vector);
    }
    rows.snapshot()
}

fn build(vectors: &[Encoded]) -> Result<Graph, BuildFailure> {
    Graph::build(&blocks(vectors), DIMENSION, Kernel::best(), &AtomicBool::new(false))
}

fn near(graph: &Graph, int8: &Int8, wanted: usize) -> Vec<usize> {
    let mut rows = graph.near(&int8.numbers, int8.inverse_length, wanted, 100).unwrap();
    rows.sort_unstable();
    rows
}

#[test]
fn every_point_finds_itself() {
    let vectors = encoded(&Random(1).clustered(1000, DIMENSION, 30));
    let graph = build(&vectors).unwrap();
    assert_eq!(graph.rows(), 1000);
    let lost = (0..1000).filter(|&row| !near(&graph, &vectors[row].int8, 10).contains(&row)).count();
    assert_eq!(lost, 0);
}

#[test]
fn equal_points_are_found_together_and_do_not_hide_the_others() {
    let mut vectors = Random(2).clustered(300, DIMENSION, 10);
    for n in 0..600 {
        vectors.push(vectors[n % 2].clone());
    }
    let vectors = encoded(&vectors);
    let graph = build(&vectors).unwrap();
    let twins: Vec<usize> = std::iter::once(0).chain((300..900).filter(|row| row % 2 == 0)).collect();
    assert_eq!(near(&graph, &vectors[0].int8, 1), twins);
    let lost = (0..300).filter(|&row| !near(&graph, &vectors[row].int8, 10).contains(&row)).count();
    assert_eq!(lost, 0);
}

#[test]
fn the_same_rows_make_the_same_graph() {
    let vectors = encoded(&Random(3).clustered(500, DIMENSION, 10));
    let (one, other) = (build(&vectors).unwrap(), build(&vectors).unwrap());
    for vector in encoded(&Random(4).clustered(50, DIMENSION, 10)) {
        assert_eq!(near(&one, &vector.int8, 20), near(&other, &vector.int8, 20));
    }
}

#[test]
fn a_build_that_nobody_wants_stops() {
    let vectors = encoded(&Random(5).clustered(20, DIMENSION, 2));
    let stopped = Graph::build(&blocks(&vectors), DIMENSION, Kernel::best(), &AtomicBool::new(true));
    assert_eq!(stopped.err(), Some(BuildFailure::Stopped));
    let blocks = blocks(&vectors);
    let (points, stop) = (points(&blocks, DIMENSION).0, AtomicBool::new(true));
    let mut graph = build(&vectors).unwrap();
    assert_eq!(graph.fill(&points, &stop), Err(BuildFailure::Stopped));
    assert_eq!(graph.check(&points, &stop), Err(BuildFailure::Stopped));
}

#[test]
fn a_panic_while_building_is_a_failure() {
    let mut vectors = encoded(&Random(6).clustered(20, DIMENSION, 2));
    vectors[13].int8.inverse_length = f32::NAN;
    assert_eq!(build(&vectors).err(), Some(BuildFailure::Panicked));
}

#[test]
fn a_panic_while_searching_is_a_failure() {
    let int8 = Int8::new(&[1.0; DIMENSION], Kernel::best());
    let found = Graph::that_panics(DIMENSION).near(&int8.numbers, int8.inverse_length, 1, 10);
    assert_eq!(found, Err(Panicked));
}

/// Checks a graph as if its rows had other numbers.
fn check_against(graph: &mut Graph, vectors: &[Encoded]) -> Result<(), BuildFailure> {
    let blocks = blocks(vectors);
    graph.check(&points(&blocks, DIMENSION).0, &AtomicBool::new(false))
}

#[test]
fn a_graph_in_which_points_do_not_find_themselves_is_refused() {
    let vectors = encoded(&Random(7).clustered(400, DIMENSION, 10));
    let strangers = encoded(&Random(8).clustered(400, DIMENSION, 10));
    let mut graph = build(&vectors).unwrap();
    assert_eq!(check_against(&mut graph, &vectors), Ok(()));
    assert!(graph.lost().is_empty());
    let Err(BuildFailure::SelfRecall { found, points: 400 }) = check_against(&mut graph, &strangers) else {
        panic!("strangers were found");
    };
    assert!(found < 40, "{found} of 400");
}

#[test]
fn a_point_that_the_graph_does_not_find_is_lost_with_its_twins() {
    let mut vectors = encoded(&Random(10).clustered(300, DIMENSION, 10));
    vectors.push(vectors[17].clone());
    let mut graph = build(&vectors).unwrap();
    vectors[17] = encoded(&[Random(11).vector(DIMENSION)])[0].clone();
    vectors.truncate(300);
    assert_eq!(check_against(&mut graph, &vectors), Ok(()));
    assert_eq!(graph.lost(), [17, 300]);
}

#[test]
fn distances_lie_between_0_and_2_and_a_point_is_at_0_of_itself() {
    let distance = Cosine { kernel: Kernel::best() };
    for vector in encoded(&Random(9).clustered(200, DIMENSION, 10)) {
        let point = with_length(&vector.int8.numbers, vector.int8.inverse_length);
        let opposite: Vec<i8> = vector.int8.numbers.iter().map(|x| -x).collect();
        let opposite = with_length(&opposite, vector.int8.inverse_length);
        assert!((0.0..1e-6).contains(&distance.eval(&point, &point)));
        assert!((2.0 - 1e-6..=2.0).contains(&distance.eval(&point, &opposite)));
    }
}
