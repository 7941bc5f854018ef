//! The loops for every processor; the others are tested against them.

/// See [`super::Kernel::dots`].
pub(super) fn dots(query: &[i8], rows: &[i8], dots: &mut [i32]) {
    for (row, dot) in rows.chunks_exact(query.len().max(1)).zip(dots) {
        *dot = self::dot(query, row);
    }
}

/// The dot product of what both have.
#[inline]
pub(super) fn dot(left: &[i8], right: &[i8]) -> i32 {
    left.iter().zip(right).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}
