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

#[test]
fn every_half_precision_number_is_read_as_what_it_means() {
    for bits in 0..=u16::MAX {
        let (means, read) = (f16::from_bits(bits), UnitVector::from_bytes(&bits.to_le_bytes()));
        let expected = means.is_finite().then(|| means.to_f32().to_bits());
        assert_eq!(read.map(|vector| vector.as_slice()[0].to_bits()), expected, "{bits:#06x}");
    }
}
