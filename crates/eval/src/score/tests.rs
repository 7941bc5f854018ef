//! The scores against numbers worked out by hand.

use super::*;

fn gold<'a>(ids: &[&'a str]) -> HashMap<&'a str, u32> {
    ids.iter().map(|&id| (id, 1)).collect()
}

#[track_caller]
fn near(a: f32, b: f32) {
    assert!((a - b).abs() < 1e-5, "{a} is not {b}");
}

#[test]
fn a_perfect_answer_scores_one() {
    let scores = score(&["a", "b", "x"], &gold(&["b", "a"]));
    assert_eq!(
        scores,
        Scores { ndcg_at_10: 1.0, recall_at_5: 1.0, recall_at_10: 1.0, hit_at_5: 1.0, all_at_5: 1.0, mrr_at_10: 1.0 }
    );
}

#[test]
fn the_discount_is_the_logarithm_of_the_place() {
    // gold at place 3 of one: 1 / log2(4) = 0.5
    near(score(&["x", "y", "a"], &gold(&["a"])).ndcg_at_10, 0.5);
    // two gold, found at 2 and 4: (1/log2 3 + 1/log2 5) / (1 + 1/log2 3)
    let expected = (1.0 / 3f32.log2() + 1.0 / 5f32.log2()) / (1.0 + 1.0 / 3f32.log2());
    near(score(&["x", "a", "y", "b"], &gold(&["a", "b"])).ndcg_at_10, expected);
}

#[test]
fn grades_count_more_than_presence() {
    let graded = HashMap::from([("a", 2), ("b", 1)]);
    near(score(&["a", "b"], &graded).ndcg_at_10, 1.0);
    let swapped = (1.0 + 3.0 / 3f32.log2()) / (3.0 + 1.0 / 3f32.log2());
    near(score(&["b", "a"], &graded).ndcg_at_10, swapped);
}

#[test]
fn places_beyond_the_cut_do_not_count() {
    let answer: Vec<String> = (0..12).map(|n| n.to_string()).collect();
    let answer: Vec<&str> = answer.iter().map(String::as_str).collect();
    let scores = score(&answer, &gold(&["7", "11"]));
    near(scores.recall_at_5, 0.0);
    near(scores.recall_at_10, 0.5);
    near(scores.mrr_at_10, 1.0 / 8.0);
    near(scores.hit_at_5, 0.0);
}

#[test]
fn no_gold_is_never_a_hit() {
    assert_eq!(score(&["a"], &gold(&[])), Scores::default());
    assert_eq!(score(&[], &gold(&["a"])), Scores::default());
}

#[test]
fn more_gold_than_places_lowers_the_ceiling() {
    let best = ceiling(8);
    near(best.recall_at_5, 5.0 / 8.0);
    near(best.all_at_5, 0.0);
    near(best.recall_at_10, 1.0);
}
