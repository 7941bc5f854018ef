//! The blend against its formula.

use super::*;
use hupo_types::MemoryId;

fn candidates(fused: &[f32]) -> Vec<Candidate> {
    fused
        .iter()
        .zip(1..)
        .map(|(&fused, n)| Candidate { doc: DocId::Memory(MemoryId::new(n)), fused, contributions: vec![] })
        .collect()
}

fn order(ordered: &[Ordered]) -> Vec<u64> {
    ordered.iter().map(|o| o.doc().number()).collect()
}

#[test]
fn share_one_is_the_rerankers_order_and_share_zero_the_fused_one() {
    let scores = [Some(-1.0), Some(3.0), Some(0.5)];
    assert_eq!(order(&blend(candidates(&[0.3, 0.2, 0.1]), &scores, 1.0)), [2, 3, 1]);
    assert_eq!(order(&blend(candidates(&[0.3, 0.2, 0.1]), &scores, 0.0)), [1, 2, 3]);
}

#[test]
fn the_score_is_the_blend_of_both_standardised_scores() {
    for ordered in blend(candidates(&[0.3, 0.2, 0.1]), &[Some(1.0), Some(2.0), Some(-4.0)], 0.3) {
        let reranked = ordered.reranked.unwrap();
        let sum = reranked.share * reranked.standardised + (1.0 - reranked.share) * ordered.fused_standardised;
        assert!((sum - ordered.score).abs() < 1e-6);
    }
}

#[test]
fn candidates_that_were_not_to_be_read_stay_behind_in_fused_order() {
    let ordered = blend(candidates(&[0.5, 0.4, 0.1, 0.05]), &[Some(0.0), Some(9.0)], 0.5);
    assert_eq!(order(&ordered)[2..], [3, 4]);
}

#[test]
fn a_candidate_the_deadline_cut_off_is_judged_by_fusion_alone() {
    let ordered = blend(candidates(&[0.5, 0.4, 0.3]), &[Some(-2.0), None, Some(2.0)], 0.5);
    let unread = ordered.iter().find(|o| o.doc().number() == 2).unwrap();
    assert_eq!(unread.reranked.unwrap().standardised, 0.0);
}

#[test]
fn equal_or_no_scores_change_nothing() {
    assert_eq!(order(&blend(candidates(&[0.3, 0.2]), &[Some(1.0), Some(1.0)], 0.9)), [1, 2]);
    assert_eq!(order(&blend(candidates(&[0.3, 0.2]), &[None, None], 0.9)), [1, 2]);
    assert!(blend(vec![], &[], 0.5).is_empty());
}
