//! What is refused, and what survives half precision.

use super::*;

#[test]
fn numbers_without_direction_are_refused() {
    assert_eq!(UnitVector::new(vec![]), Err(VectorError::Empty));
    assert_eq!(UnitVector::new(vec![0.0; 4]), Err(VectorError::Zero));
    assert_eq!(UnitVector::new(vec![1.0, f32::NAN]), Err(VectorError::NotFinite { index: 1 }));
    assert_eq!(UnitVector::new(vec![f32::INFINITY]), Err(VectorError::NotFinite { index: 0 }));
}

#[test]
fn a_vector_is_scaled_to_length_one_even_when_huge_or_tiny() {
    for scale in [1e-30_f32, 1.0, 1e30] {
        let vector = UnitVector::new(vec![3.0 * scale, 4.0 * scale]).unwrap();
        assert!((vector.as_slice()[0] - 0.6).abs() < 1e-6 && (vector.as_slice()[1] - 0.8).abs() < 1e-6);
    }
}

#[test]
fn bytes_come_back_as_the_rounded_vector() {
    let vector = UnitVector::new((1..=384).map(|n| (n as f32).sin()).collect()).unwrap();
    assert_eq!(UnitVector::from_bytes(&vector.to_bytes()), Some(vector.rounded()));
    assert_eq!(UnitVector::from_bytes(&[1, 2, 3]), None);
    assert_eq!(UnitVector::from_bytes(&[0, 0x7e]), None, "a NaN on disk is no vector");
}
