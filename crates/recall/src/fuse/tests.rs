//! The fusion against its formula.

use super::*;
use crate::ranking::Ranked;
use hupo_types::MemoryId;

fn doc(n: u64) -> DocId {
    DocId::Memory(MemoryId::new(n))
}

fn ranking(docs: &[u64]) -> Ranking {
    let hits = docs.iter().map(|&n| Ranked { doc: doc(n), score: n as f32 }).collect();
    Ranking { hits, ..Ranking::default() }
}

fn voice(source: Source, ranking: &Ranking, weight: f32) -> Voice<'_> {
    Voice { source, ranking, weight }
}

#[test]
fn a_document_found_twice_beats_one_found_once() {
    let (a, b) = (ranking(&[1, 2]), ranking(&[3, 2]));
    let fused = fuse(&[voice(Source::Words, &a, 1.0), voice(Source::Vector, &b, 1.0)], 60.0);
    assert_eq!(fused.iter().map(|c| c.doc).collect::<Vec<_>>(), [doc(2), doc(1), doc(3)]);
    assert!((fused[0].fused - (1.0 / 62.0 + 1.0 / 62.0)).abs() < 1e-7);
}

#[test]
fn contributions_add_up_to_the_fused_score() {
    let (a, b, c) = (ranking(&[5, 1, 9]), ranking(&[9, 5]), ranking(&[7, 5]));
    let fused = fuse(&[voice(Source::Words, &a, 0.7), voice(Source::Vector, &b, 1.3)], 60.0);
    let fused = add(fused, voice(Source::Step, &c, 0.4), 60.0);
    assert_eq!(fused.len(), 4);
    for candidate in &fused {
        let sum: f32 = candidate.contributions.iter().map(|c| c.points).sum();
        assert!((sum - candidate.fused).abs() < 1e-7);
    }
    assert!(fused.windows(2).all(|pair| pair[0].fused >= pair[1].fused));
}

#[test]
fn adding_a_ranking_later_is_the_same_as_fusing_it_at_once() {
    let (a, b) = (ranking(&[5, 1, 9]), ranking(&[9, 5, 2]));
    let at_once = fuse(&[voice(Source::Words, &a, 1.0), voice(Source::Step, &b, 0.5)], 60.0);
    let later = add(fuse(&[voice(Source::Words, &a, 1.0)], 60.0), voice(Source::Step, &b, 0.5), 60.0);
    assert_eq!(at_once, later);
}

#[test]
fn in_a_graded_ranking_a_place_counts_as_much_as_its_score_says() {
    let graded = Ranking { hits: vec![Ranked { doc: doc(3), score: 0.5 }], graded: true, ..Ranking::default() };
    let fused = fuse(&[voice(Source::Step, &graded, 2.0)], 5.0);
    assert!((fused[0].fused - 2.0 * 0.5 / 6.0).abs() < 1e-7);
    assert_eq!(add(vec![], voice(Source::Step, &graded, 2.0), 5.0), fused);
}

#[test]
fn a_lift_adds_its_own_points_to_those_it_names_and_brings_nobody_new() {
    let fused = || fuse(&[voice(Source::Words, &ranking(&[1, 2]), 1.0)], 60.0);
    let hits = vec![Ranked { doc: doc(2), score: 0.5 }, Ranked { doc: doc(9), score: 0.4 }];
    let company = Ranking { hits, ..Ranking::default() };
    let lifted = lift(fused(), voice(Source::Company, &company, 0.1));
    assert_eq!(lifted.iter().map(|c| c.doc).collect::<Vec<_>>(), [doc(2), doc(1)]);
    assert!((lifted[0].fused - (1.0 / 62.0 + 0.05)).abs() < 1e-7);
    let part = lifted[0].contributions[1];
    assert_eq!((part.source, part.rank, part.score, part.points), (Source::Company, 1, 0.5, 0.05));
}

#[test]
fn a_ranking_without_weight_adds_nothing() {
    let a = ranking(&[1]);
    assert!(fuse(&[voice(Source::Graph, &a, 0.0)], 60.0).is_empty());
}
