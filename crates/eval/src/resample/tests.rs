//! What chance can and cannot do.

use super::*;

#[test]
fn the_interval_holds_the_mean_and_narrows_with_more_questions() {
    let few: Vec<f32> = (0..20).map(|n| (n % 2) as f32).collect();
    let many: Vec<f32> = (0..2_000).map(|n| (n % 2) as f32).collect();
    let (low, high) = interval(&few);
    let (closer_low, closer_high) = interval(&many);
    assert!(low < 0.5 && 0.5 < high && closer_low < 0.5 && 0.5 < closer_high);
    assert!(closer_high - closer_low < (high - low) / 5.0);
}

#[test]
fn a_clear_difference_is_significant_and_none_is_not() {
    let worse: Vec<f32> = (0..60).map(|n| (n % 3) as f32 / 3.0).collect();
    let better: Vec<f32> = worse.iter().map(|score| score + 0.2).collect();
    assert!(p_value(&better, &worse) < 0.001);
    assert!(p_value(&worse, &worse) > 0.99);
}

#[test]
fn the_same_scores_give_the_same_answer() {
    let scores: Vec<f32> = (0..50).map(|n| (n as f32).sin().abs()).collect();
    assert_eq!(interval(&scores), interval(&scores));
}

#[test]
fn nothing_has_no_interval_and_no_significance() {
    assert_eq!(interval(&[]), (0.0, 0.0));
    assert_eq!(p_value(&[], &[]), 1.0);
}
