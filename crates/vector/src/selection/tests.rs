//! The selection against sorting everything.

use super::*;
use crate::samples::Random;
use hupo_types::{MemoryId, MessageId};

fn candidate(n: usize, random: &mut Random) -> Candidate {
    let number = (n / 2 + 1) as u64;
    let doc =
        if n.is_multiple_of(2) { DocId::Memory(MemoryId::new(number)) } else { DocId::Message(MessageId::new(number)) };
    // Few different scores: most candidates are equal but for their id.
    Candidate { score: random.below(7) as f32 - 3.0, doc, row: n }
}

#[test]
fn it_keeps_what_sorting_everything_would_keep() {
    let mut random = Random(1);
    for (n, keep) in [(0, 3), (1, 1), (5, 10), (100, 1), (100, 7), (1000, 100), (1000, 999)] {
        let mut all: Vec<_> = (0..n).map(|n| candidate(n, &mut random)).collect();
        for n in (1..all.len()).rev() {
            all.swap(n, random.below(n + 1));
        }
        let mut selection = Selection::new(keep);
        for &candidate in &all {
            if candidate.score >= selection.floor() {
                selection.offer(candidate);
            }
            assert!(selection.len() <= 2 * keep);
        }
        let mut best = selection.into_best();
        best.sort_by(Candidate::better_first);
        all.sort_by(Candidate::better_first);
        all.truncate(keep);
        assert_eq!(best, all, "{n} candidates, {keep} kept");
    }
}

#[test]
fn keeping_none_keeps_one() {
    let mut selection = Selection::new(0);
    for n in 0..5 {
        selection.offer(candidate(n, &mut Random(2)));
    }
    assert_eq!(selection.into_best().len(), 1);
}
