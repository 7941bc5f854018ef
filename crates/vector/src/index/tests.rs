//! The index through its public face, against a plain loop in double precision.

mod faults;
mod graph;
mod scan;
mod writes;

use super::*;
use crate::samples::Random;
use hupo_types::{DocSet, MemoryId, MessageId};

/// Every third document is a memory.
fn doc(n: usize) -> DocId {
    let number = n as u64 + 1;
    if n.is_multiple_of(3) { DocId::Memory(MemoryId::new(number)) } else { DocId::Message(MessageId::new(number)) }
}

fn change(sequence: u64, vectors: &[(DocId, UnitVector)]) -> Change {
    let events = vectors.iter().map(|(doc, vector)| Event::Embedded { doc: *doc, vector: vector.clone() });
    Change { sequence: sequence_number(sequence), events: events.collect(), documents: Vec::new() }
}

fn sequence_number(n: u64) -> Sequence {
    (0..n).fold(Sequence::ZERO, |sequence, _| sequence.next())
}

fn numbered(vectors: &[UnitVector]) -> Vec<(DocId, UnitVector)> {
    vectors.iter().enumerate().map(|(n, vector)| (doc(n), vector.clone())).collect()
}

fn filled(vectors: &[(DocId, UnitVector)], options: Options) -> Index {
    let index = Index::new(vectors[0].1.dimension(), options).unwrap();
    index.insert_all(vectors.iter().cloned(), sequence_number(1)).unwrap();
    index
}

fn scan_only() -> Options {
    Options { hnsw_above: usize::MAX, ..Options::default() }
}

/// Every document whose place is divided by `part` without rest.
fn one_in(part: usize, vectors: &[(DocId, UnitVector)]) -> DocSet {
    vectors.iter().step_by(part).map(|(doc, _)| *doc).collect()
}

/// The cosines of all allowed documents by a plain loop, best first. The vectors are in half precision already.
fn plain_loop(vectors: &[(DocId, UnitVector)], query: &UnitVector, allowed: &DocSet, k: usize) -> Vec<Hit> {
    let length = |numbers: &[f32]| numbers.iter().map(|&x| f64::from(x).powi(2)).sum::<f64>().sqrt();
    let cosine = |vector: &UnitVector| {
        let (a, b) = (query.as_slice(), vector.as_slice());
        let dot: f64 = a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum();
        (dot / length(a) / length(b)) as f32
    };
    let allowed = vectors.iter().filter(|(doc, _)| allowed.contains(*doc));
    let mut hits: Vec<Hit> = allowed.map(|(doc, vector)| Hit { doc: *doc, score: cosine(vector) }).collect();
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.doc.cmp(&b.doc)));
    hits.truncate(k);
    hits
}

/// The same documents in the same order, with the same scores but for the last bit.
fn assert_same(found: &[Hit], expected: &[Hit]) {
    let docs = |hits: &[Hit]| hits.iter().map(|hit| hit.doc).collect::<Vec<_>>();
    assert_eq!(docs(found), docs(expected));
    assert!(found.iter().zip(expected).all(|(a, b)| (a.score - b.score).abs() < 2e-7));
}
