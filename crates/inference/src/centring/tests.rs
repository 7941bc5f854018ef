//! Centring against numbers worked out by hand, and files that cannot be used.

use super::{Centring, Means, Side};
use crate::Part;
use hupo_types::UnitVector;

fn centring() -> Centring {
    let side = |zh: [f32; 3], en: [f32; 3]| Side { zh: zh.to_vec(), en: en.to_vec() };
    let query = side([0.0, 0.8, 0.0], [0.0, 0.0, 0.8]);
    let passage = side([0.6, 0.0, 0.0], [0.0, 0.6, 0.0]);
    Centring { means: Means { version: 1, query, passage }, hash: String::new() }
}

fn unit(numbers: [f32; 3]) -> UnitVector {
    UnitVector::new(numbers.to_vec()).unwrap()
}

fn check(part: Part, han_share: f32, vector: [f32; 3], expected: [f32; 3]) {
    let (found, expected) = (centring().centre(part, han_share, unit(vector)), unit(expected));
    let apart = found.as_slice().iter().zip(expected.as_slice()).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(apart < 1e-6, "{part:?} {han_share}: {found:?}, expected {expected:?}");
}

#[test]
fn a_chinese_an_english_and_a_mixed_text_lose_each_what_its_language_shares() {
    let vector = [0.6, 0.0, 0.8];
    check(Part::Passage, 1.0, vector, [0.0, 0.0, 0.8]);
    check(Part::Passage, 0.0, vector, [0.6, -0.6, 0.8]);
    check(Part::Passage, 0.25, vector, [0.45, -0.45, 0.8]);
}

#[test]
fn questions_have_means_of_their_own() {
    check(Part::Query, 1.0, [0.6, 0.0, 0.8], [0.6, -0.8, 0.8]);
    check(Part::Query, 0.0, [0.6, 0.0, 0.8], [0.6, 0.0, 0.0]);
}

#[test]
fn a_vector_that_is_the_mean_itself_stays_as_it_is() {
    let mut centring = centring();
    centring.means.passage.zh = vec![1.0, 0.0, 0.0];
    for almost in [0.0, 1e-5] {
        let vector = unit([1.0, almost, 0.0]);
        assert_eq!(centring.centre(Part::Passage, 1.0, vector.clone()), vector);
    }
}
