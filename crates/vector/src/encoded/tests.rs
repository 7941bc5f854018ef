//! What 8 bits and half precision keep of a vector.

use super::*;
use crate::samples::Random;

#[test]
fn eight_bits_keep_the_direction() {
    let mut random = Random(1);
    for dimension in [1, 2, 61, 384, 1024] {
        let vector = random.vector(dimension);
        let int8 = Int8::new(vector.as_slice(), Kernel::best());
        let dot: f64 = int8.numbers.iter().zip(vector.as_slice()).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum();
        let cosine = dot * f64::from(int8.inverse_length);
        assert!(cosine > 0.9998, "{cosine} at dimension {dimension}");
    }
}

#[test]
fn the_largest_number_becomes_127_and_none_becomes_minus_128() {
    let int8 = Int8::new(&[-0.5, 0.25, 0.001, -0.002], Kernel::best());
    assert_eq!(int8.numbers, [-127, 64, 0, -1]);
    let mut random = Random(2);
    for _ in 0..100 {
        let int8 = Int8::new(&random.numbers(50), Kernel::best());
        assert_eq!(int8.numbers.iter().map(|x| i32::from(*x).abs()).max(), Some(127));
    }
}

#[test]
fn a_vector_without_length_scores_nothing_instead_of_nan() {
    let zero = UnitVector::from_bytes(&[0; 8]).unwrap();
    let encoded = Encoded::new(&zero, Kernel::best());
    assert_eq!(encoded.int8.numbers, [0; 4]);
    assert_eq!((encoded.int8.inverse_length, encoded.inverse_length), (0.0, 0.0));
    assert_eq!(Query::new(&zero, Kernel::best()).inverse_length, 0.0);
    assert_eq!(Int8::new(&[1e-38, -1e-40], Kernel::best()).numbers, [0, 0]);
}

#[test]
fn a_vector_is_kept_the_same_before_and_after_a_restart() {
    let vector = UnitVector::new(Random(3).numbers(384)).unwrap();
    let restarted = UnitVector::from_bytes(&vector.to_bytes()).unwrap();
    let (before, after) = (Encoded::new(&vector, Kernel::best()), Encoded::new(&restarted, Kernel::best()));
    assert_eq!(before.halves, after.halves);
    assert_eq!(before.int8.numbers, after.int8.numbers);
    assert_eq!(before.inverse_length.to_bits(), after.inverse_length.to_bits());
    let bytes: Vec<u8> = before.halves.iter().flat_map(|bits| bits.to_le_bytes()).collect();
    assert_eq!(bytes, vector.to_bytes());
}
