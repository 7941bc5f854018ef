//! Where vectors lie, and that snapshots stay as they were.

use super::*;
use crate::encoded::Int8;
use crate::samples::Random;
use hupo_types::{DocSet, MessageId, UnitVector};

fn doc(number: usize) -> DocId {
    DocId::Message(MessageId::new(number as u64))
}

fn filled(n: usize, dimension: usize) -> (Rows, Vec<UnitVector>) {
    let mut random = Random(n as u64);
    let vectors: Vec<_> = (0..n).map(|_| random.vector(dimension)).collect();
    let mut rows = Rows::new(dimension);
    for (n, vector) in vectors.iter().enumerate() {
        assert_eq!(rows.put(doc(n + 1), &Encoded::new(vector, Kernel::best())), Placed::New);
    }
    (rows, vectors)
}

#[test]
fn a_row_keeps_its_number_across_blocks() {
    let (rows, vectors) = filled(BLOCK_ROWS * 2 + 1, 3);
    assert_eq!((rows.len(), rows.snapshot().len()), (vectors.len(), 3));
    for (row, vector) in vectors.iter().enumerate() {
        assert_eq!((rows.row_of(doc(row + 1)), rows.doc(row)), (Some(row), Some(doc(row + 1))));
        let (halves, _) = rows.halves(row).unwrap();
        assert_eq!(halves, Encoded::new(vector, Kernel::best()).halves);
    }
    assert_eq!((rows.row_of(doc(0)), rows.doc(vectors.len())), (None, None));
    assert!(rows.halves(vectors.len()).is_none());
}

#[test]
fn a_newer_vector_takes_the_place_of_the_older_in_every_copy() {
    let (mut rows, _) = filled(BLOCK_ROWS + 5, 8);
    let newer = Encoded::new(&Random(99).vector(8), Kernel::best());
    for row in [0, BLOCK_ROWS - 1, BLOCK_ROWS + 3] {
        assert_eq!(rows.put(doc(row + 1), &newer), Placed::Replaced(row));
        assert_eq!(rows.halves(row).unwrap(), (&newer.halves[..], newer.inverse_length));
        let (_, numbers, length) = rows.blocks[row / BLOCK_ROWS].int8(row % BLOCK_ROWS, 8).unwrap();
        assert_eq!((numbers, length), (&newer.int8.numbers[..], newer.int8.inverse_length));
    }
    assert_eq!(rows.len(), BLOCK_ROWS + 5);
}

#[test]
fn a_snapshot_does_not_see_later_writes() {
    let (mut rows, vectors) = filled(10, 8);
    let snapshot = rows.snapshot();
    let newer = Encoded::new(&Random(99).vector(8), Kernel::best());
    rows.put(doc(1), &newer);
    rows.put(doc(11), &newer);
    let seen: Vec<&[i8]> = snapshot.iter().flat_map(|block| block.int8_rows(8)).map(|(numbers, _)| numbers).collect();
    assert_eq!(seen.len(), 10);
    assert_eq!(seen[0], Encoded::new(&vectors[0], Kernel::best()).int8.numbers);
}

#[test]
fn a_scan_from_any_row_offers_every_allowed_row_from_there_with_its_score() {
    let (rows, vectors) = filled(BLOCK_ROWS + 200, 16);
    let vector = Random(5).vector(16);
    let query = Query::new(&vector, Kernel::best());
    let allowed: DocSet = (1..=vectors.len()).filter(|n| n % 3 != 0).map(doc).collect();
    let scan = Scan { query: &query, kernel: Kernel::best(), allowed: &allowed };
    for from in [0, 1, 63, 64, BLOCK_ROWS - 1, BLOCK_ROWS, BLOCK_ROWS + 70, BLOCK_ROWS + 200, 5 * BLOCK_ROWS] {
        let mut selection = Selection::new(vectors.len());
        rows.scan(from, &scan, &mut selection);
        let mut found = selection.into_best();
        found.sort_by_key(|candidate| candidate.row);
        let expected: Vec<_> = (from..vectors.len()).filter(|row| (row + 1) % 3 != 0).collect();
        assert_eq!(found.iter().map(|candidate| candidate.row).collect::<Vec<_>>(), expected, "from {from}");
        for Candidate { score, doc: found, row } in found {
            let Int8 { numbers, inverse_length } = Encoded::new(&vectors[row], Kernel::best()).int8;
            let dot: i32 = numbers.iter().zip(&query.int8.numbers).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum();
            assert_eq!((score, found), (dot as f32 * inverse_length, doc(row + 1)));
        }
    }
}

#[test]
fn one_row_is_offered_with_the_score_of_the_scan() {
    let (rows, vectors) = filled(100, 16);
    let vector = Random(6).vector(16);
    let query = Query::new(&vector, Kernel::best());
    let allowed = (1..=vectors.len()).map(doc).collect();
    let (mut by_scan, mut one_by_one) = (Selection::new(100), Selection::new(100));
    rows.scan(0, &Scan { query: &query, kernel: Kernel::best(), allowed: &allowed }, &mut by_scan);
    for row in 0..=100 {
        rows.offer(row, &query, Kernel::best(), &mut one_by_one);
    }
    assert_eq!(by_scan.into_best(), one_by_one.into_best());
}
