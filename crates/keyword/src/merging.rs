//! Which segments to write together: every lookup is paid once a segment, so there should be few.

/// What the rule needs to know of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) live: u64,
    pub(crate) deleted: u64,
}

/// A segment is merged with the smaller ones once it is less than this many times as large as all of them.
const RATIO: u64 = 2;

/// The places of the segments to merge, or none.
///
/// What stays is at least [`RATIO`] times all that is smaller, so `n` documents lie in about `log3 n` segments and are
/// written about as often. A segment that is more than a quarter dead is written anew even by itself.
pub(crate) fn plan(sizes: &[Size]) -> Vec<usize> {
    let mut order: Vec<(usize, Size)> = sizes.iter().copied().enumerate().collect();
    order.sort_by_key(|(place, size)| (size.live, *place));
    let (mut smaller, mut small) = (0, 0);
    for (i, (_, size)) in order.iter().enumerate() {
        if i > 0 && size.live < RATIO * smaller {
            small = i + 1;
        }
        smaller += size.live;
    }
    let chosen = |(i, (_, size)): &(usize, &(usize, Size))| *i < small || is_worn(*size);
    order.iter().enumerate().filter(chosen).map(|(_, (place, _))| *place).collect()
}

fn is_worn(size: Size) -> bool {
    size.deleted * 4 > size.live + size.deleted
}

#[cfg(test)]
mod tests;
