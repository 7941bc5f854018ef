//! Rates of what was written.

use super::Footprint;

#[test]
fn what_was_there_already_has_no_rate() {
    let kept = Footprint { documents: 9, ..Footprint::default() };
    assert_eq!((kept.written_per_second(), kept.embedded_per_second()), (None, None));
}

#[test]
fn writing_with_vectors_takes_both_times() {
    let both = Footprint { written: 12, write_s: 1.0, embedded: 12, embed_s: 2.0, ..Footprint::default() };
    assert_eq!((both.written_per_second(), both.embedded_per_second()), (Some(12.0), Some(4.0)));
    let half = Footprint { embedded: 6, ..both };
    assert_eq!(half.embedded_per_second(), None, "the rate would be of another number of documents");
}

#[test]
fn what_spaces_take_adds_up() {
    let mut all = Footprint { ledger_bytes: 1, keyword_bytes: 2, vector_bytes: 3, ..Footprint::default() };
    all.add(&Footprint { ledger_bytes: 10, keyword_bytes: 20, vector_bytes: 30, documents: 5, ..Footprint::default() });
    assert_eq!((all.disk_bytes(), all.vector_bytes, all.documents), (33, 33, 5));
}
