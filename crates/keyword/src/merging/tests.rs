//! Tests of the merge rule.

use super::*;

fn check(sizes: &[u64], expected: &[usize]) {
    let sizes: Vec<Size> = sizes.iter().map(|live| Size { live: *live, deleted: 0 }).collect();
    assert_eq!(plan(&sizes), expected, "{sizes:?}");
}

#[test]
fn a_large_segment_stays_beside_a_small_one() {
    check(&[], &[]);
    check(&[10], &[]);
    check(&[100, 10], &[]);
}

#[test]
fn small_ones_are_merged_and_pull_in_what_is_not_much_larger() {
    check(&[10, 10], &[0, 1]);
    check(&[1000, 10, 10], &[1, 2]);
    check(&[30, 10, 10], &[1, 2, 0]);
}

#[test]
fn a_worn_segment_is_written_anew_by_itself() {
    let sizes = [Size { live: 1000, deleted: 500 }, Size { live: 10, deleted: 0 }];
    assert_eq!(plan(&sizes), [0]);
}

#[test]
fn segments_stay_few_and_rewriting_stays_bounded_over_many_batches() {
    let (mut segments, mut written) = (Vec::<u64>::new(), 0);
    for _ in 0..1000 {
        segments.push(1);
        let sizes: Vec<Size> = segments.iter().map(|live| Size { live: *live, deleted: 0 }).collect();
        let chosen = plan(&sizes);
        if !chosen.is_empty() {
            let merged = chosen.iter().map(|place| segments[*place]).sum();
            written += merged;
            segments =
                (0..segments.len()).filter(|place| !chosen.contains(place)).map(|place| segments[place]).collect();
            segments.push(merged);
        }
        assert!(segments.len() <= 8, "{segments:?}");
    }
    assert!(written <= 12 * 1000, "{written}");
}
