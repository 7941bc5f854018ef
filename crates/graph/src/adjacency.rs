//! The edges of one node: first those of the rows, then the newer ones.

use crate::edge::Half;

/// Borrowed halves of one node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Adjacency<'a> {
    pub(crate) rows: &'a [Half],
    pub(crate) delta: &'a [(u32, Half)],
}

impl<'a> Adjacency<'a> {
    #[inline]
    pub(crate) fn len(self) -> usize {
        self.rows.len() + self.delta.len()
    }

    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Half> + 'a {
        self.rows.iter().copied().chain(self.delta.iter().map(|(_, half)| *half))
    }
}
