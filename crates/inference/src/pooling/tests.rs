//! Token states to one vector.

use super::{dot, pool};
use crate::Pooling;

const STATES: [f32; 6] = [1.0, 2.0, 3.0, 3.0, 6.0, 9.0];

#[test]
fn mean_pooling_takes_every_token_and_cls_the_first() {
    assert_eq!(pool(Pooling::Mean, &STATES, 3), Some(vec![2.0, 4.0, 6.0]));
    assert_eq!(pool(Pooling::Cls, &STATES, 3), Some(vec![1.0, 2.0, 3.0]));
    assert_eq!(pool(Pooling::None, &STATES[..3], 3), Some(vec![1.0, 2.0, 3.0]));
}

#[test]
fn without_a_row_there_is_no_vector() {
    assert_eq!(pool(Pooling::Mean, &[], 3), None);
    assert_eq!(pool(Pooling::Cls, &[], 3), None);
}

#[test]
fn the_product_in_lanes_equals_the_plain_loop() {
    for n in [0, 1, 7, 8, 9, 32, 383, 384] {
        let a: Vec<f32> = (0..n).map(|i| ((i * 37) % 11) as f32 - 5.0).collect();
        let b: Vec<f32> = (0..n).map(|i| ((i * 53) % 13) as f32 - 6.0).collect();
        let plain: f32 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
        assert_eq!(dot(&a, &b), plain, "{n} numbers");
    }
}
