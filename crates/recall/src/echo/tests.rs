//! The score against its formula, on states made by hand.

use super::*;

fn rows(rows: &[&[f32]]) -> Vec<Vec<f32>> {
    rows.iter().map(|row| row.to_vec()).collect()
}

#[test]
fn a_document_is_judged_by_its_own_tokens_however_much_else_was_said() {
    let said = rows(&[&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0], &[0.0, 0.0, 1.0]]);
    assert_eq!(touched(&rows(&[&[0.0, 1.0, 0.0]]), &said), 1.0);
    assert_eq!(touched(&rows(&[&[0.0, 1.0, 0.0], &[0.0, 0.0, -1.0]]), &said), 0.5);
    assert!((touched(&rows(&[&[0.6, 0.8, 0.0]]), &said) - 0.8).abs() < 1e-6);
}

#[test]
fn nothing_said_touches_nothing() {
    assert_eq!(touched(&[], &rows(&[&[1.0]])), 0.0);
    assert_eq!(touched(&rows(&[&[1.0]]), &[]), 0.0);
}

#[test]
fn the_mean_is_over_all_tokens_and_of_nothing_is_zero() {
    let all = rows(&[&[1.0, 0.0], &[0.0, 1.0]]);
    assert_eq!(mean(all.iter().map(Vec::as_slice), 2), [0.5, 0.5]);
    assert_eq!(mean(std::iter::empty(), 2), [0.0, 0.0]);
}

#[test]
fn the_wide_product_is_the_plain_one() {
    for length in [0, 1, 7, 8, 9, 384] {
        let a: Vec<f32> = (0..length).map(|n| (n % 5) as f32 - 2.0).collect();
        let b: Vec<f32> = (0..length).map(|n| (n % 7) as f32 - 3.0).collect();
        let plain: f32 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
        assert_eq!(dot(&a, &b), plain, "whole numbers add without rounding");
    }
}
