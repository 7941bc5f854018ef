//! Every set of loops against the plain one.

use super::*;
use crate::samples::Random;
use half::f16;

/// The longest vectors; an interpreter that looks for wrong accesses to memory gets there with less.
const LONGEST: usize = if cfg!(miri) { 70 } else { 1_000 };

/// Random numbers, then the extremes that could overflow or saturate.
fn rows(length: usize, random: &mut Random) -> Vec<Vec<i8>> {
    let any = |random: &mut Random| (0..length).map(|_| (random.below(255) as i32 - 127) as i8).collect();
    let alternating = (0..length).map(|n| if n % 2 == 0 { 127 } else { -127 }).collect();
    vec![any(random), any(random), vec![127; length], vec![-127; length], alternating, vec![0; length]]
}

#[test]
fn every_kernel_counts_like_the_plain_loop_at_every_length() {
    let mut random = Random(1);
    for kernel in Kernel::available() {
        for length in 1..=LONGEST {
            let rows = rows(length, &mut random);
            let together = rows.concat();
            for query in &rows {
                let expected: Vec<i32> = rows.iter().map(|row| plain::dot(query, row)).collect();
                let mut dots = vec![1; rows.len()];
                kernel.dots(query, &together, &mut dots);
                assert_eq!(dots, expected, "{} at length {length}", kernel.name());
            }
        }
    }
}

#[test]
fn the_plain_loop_counts_like_wide_integers() {
    let rows = rows(333, &mut Random(2));
    for (left, right) in rows.iter().zip(rows.iter().rev()) {
        let wide: i64 = left.iter().zip(right).map(|(&a, &b)| i64::from(a) * i64::from(b)).sum();
        assert_eq!(i64::from(plain::dot(left, right)), wide);
    }
}

#[test]
fn the_largest_dimension_does_not_overflow() {
    let (up, down) = (vec![127; crate::error::MAX_DIMENSION], vec![-127; crate::error::MAX_DIMENSION]);
    for kernel in Kernel::available() {
        assert_eq!(kernel.dot(&up, &up), 127 * 127 * 65_536, "{}", kernel.name());
        assert_eq!(kernel.dot(&up, &down), -127 * 127 * 65_536, "{}", kernel.name());
    }
}

#[test]
fn every_finite_half_is_read_exactly() {
    for bits in 0..=u16::MAX {
        let half = f16::from_bits(bits);
        if half.is_finite() {
            assert_eq!(from_half(bits).to_bits(), half.to_f32().to_bits(), "{bits:#06x}");
        }
    }
}

#[test]
fn every_kernel_writes_halves_as_the_crate_half_does() {
    let mut random = Random(4);
    for length in 1..=100 {
        let mut numbers = random.numbers(length);
        // Between two halves, the smallest normal and subnormal, ties, and too small for anything but 0.
        numbers.extend([1.0 + 1.0 / 2048.0, 1.0 + 3.0 / 2048.0, 6.1e-5, 5.97e-8, 2.98e-8, 1e-12, -0.0, 65_504.0]);
        numbers.extend(numbers.iter().map(|x| x * 0.001).collect::<Vec<_>>());
        let expected: Vec<u16> = numbers.iter().map(|&x| f16::from_f32(x).to_bits()).collect();
        for kernel in Kernel::available() {
            assert_eq!(kernel.to_halves(&numbers), expected, "{} at length {length}", kernel.name());
        }
    }
}

#[test]
fn every_kernel_scores_the_same_bits_and_close_to_the_plain_sum() {
    let mut random = Random(3);
    for length in 1..=LONGEST {
        let query = random.numbers(length);
        let row: Vec<u16> = random.numbers(length).into_iter().map(|x| f16::from_f32(x).to_bits()).collect();
        let sum: f64 = query.iter().zip(&row).map(|(&a, &b)| f64::from(a) * f16::from_bits(b).to_f64()).sum();
        let expected = Kernel::plain().half_dot(&query, &row);
        assert!((expected - sum).abs() < 1e-10, "{expected} is not {sum} at length {length}");
        for kernel in Kernel::available() {
            assert_eq!(kernel.half_dot(&query, &row).to_bits(), expected.to_bits(), "{}", kernel.name());
        }
    }
}

#[test]
fn the_plain_loops_are_always_there_and_the_best_is_the_first() {
    let available = Kernel::available();
    assert_eq!(available.last(), Some(&Kernel::plain()));
    assert_eq!(available.first(), Some(&Kernel::best()));
    #[cfg(target_arch = "x86_64")]
    let has_avx2 = std::arch::is_x86_feature_detected!("avx2");
    #[cfg(target_arch = "x86_64")]
    assert_eq!(available.iter().any(|kernel| kernel.name() == "avx2"), has_avx2);
}
