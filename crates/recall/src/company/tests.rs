//! Who is lifted by whom.

use super::*;
use hupo_types::MessageId;

const HOUR: i64 = 3_600_000;

fn doc(n: u64) -> DocId {
    DocId::Message(MessageId::new(n))
}

fn candidates(points: &[f32]) -> Vec<Candidate> {
    let candidate = |(n, fused): (u64, &f32)| Candidate { doc: doc(n), fused: *fused, contributions: vec![] };
    (1..).zip(points).map(candidate).collect()
}

fn at(hours: &[Option<i64>], doc: DocId) -> Option<i64> {
    let place = usize::try_from(doc.number() - 1).unwrap();
    hours[place].map(|hour| hour * HOUR)
}

/// Points and hours, followed by so many that are poor and far away.
fn among(points: &[f32], hours: &[Option<i64>], n_others: usize) -> Vec<(u64, f32)> {
    let mut all = (points.to_vec(), hours.to_vec());
    all.0.extend(vec![0.0; n_others]);
    all.1.extend((1..=n_others as i64).map(|n| Some(n * 100_000)));
    let found = company(&candidates(&all.0), &|doc| at(&all.1, doc));
    found.hits.iter().map(|hit| (hit.doc.number(), hit.score)).collect()
}

#[test]
fn what_was_said_beside_a_good_candidate_is_lifted_and_what_was_said_long_after_is_not() {
    let found = among(&[0.3, 0.1, 0.1, 0.05], &[Some(0), Some(1), Some(9_000), Some(0)], 20);
    assert_eq!(found.iter().map(|(doc, _)| *doc).collect::<Vec<_>>(), [4, 2, 1]);
    let hour = (-1.0_f32 / 24.0).exp();
    assert!((found[1].1 - (0.3 * hour + 0.05 * hour)).abs() < 1e-6, "its own points are not company");
}

#[test]
fn nobody_keeps_company_with_itself_or_without_a_time() {
    assert_eq!(among(&[0.3], &[Some(0)], 0), []);
    assert_eq!(among(&[0.3, 0.2], &[None, Some(0)], 9), []);
    assert_eq!(among(&[], &[], 0), []);
    assert_eq!(among(&[0.3, 0.2], &[Some(i64::MIN / HOUR), Some(i64::MAX / HOUR)], 9), []);
}

#[test]
fn only_what_the_best_have_above_the_rest_is_lent() {
    let mut points = vec![0.2; BEST * ONE_IN];
    points[0] = 0.5;
    let found = among(&points, &vec![Some(0); BEST * ONE_IN], 0);
    assert_eq!(found.len(), BEST * ONE_IN - 1, "all but the one that stands out, which alone lends");
    assert!(found.iter().all(|(doc, score)| *doc != 1 && (score - 0.3).abs() < 1e-6));
}

#[test]
fn in_a_small_space_only_the_best_quarter_lends() {
    let found = among(&[0.5, 0.3, 0.3, 0.3], &[Some(0); 4], 0);
    assert_eq!(found.iter().map(|(doc, _)| *doc).collect::<Vec<_>>(), [2, 3, 4]);
    assert!(found.iter().all(|(_, score)| (score - 0.2).abs() < 1e-6));
}
