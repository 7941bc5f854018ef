//! The order of what lies one step on.

use super::*;
use hupo_types::MessageId;

fn reached(scores: &[f32]) -> Vec<Ranked> {
    let hit = |(n, score): (u64, &f32)| Ranked { doc: DocId::Message(MessageId::new(n)), score: *score };
    (1..).zip(scores).map(hit).collect()
}

fn order(scores: &[f32], open: &[f32]) -> Vec<(u64, f32)> {
    by_what_is_open(&reached(scores), open).iter().map(|hit| (hit.doc.number(), hit.score)).collect()
}

#[test]
fn what_holds_more_of_what_is_open_comes_first_and_counts_more() {
    assert_eq!(order(&[0.2, 0.2], &[0.04, 0.25]), [(2, 0.5), (1, 0.2)]);
}

#[test]
fn nearness_decides_among_those_that_hold_the_same_and_ids_among_equals() {
    assert_eq!(order(&[0.1, 0.3, 0.1], &[0.25; 3]), [(2, 0.5), (1, 0.5), (3, 0.5)]);
}

#[test]
fn what_holds_nothing_of_it_is_kept_last_and_counts_nothing() {
    assert_eq!(order(&[0.9, 0.3], &[0.0, 0.25]), [(2, 0.5), (1, 0.0)]);
    assert_eq!(order(&[], &[]), []);
}
