//! A growing bitmap over node numbers.

/// One bit a node.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// Sets the bit; says whether it was unset.
    pub(crate) fn insert(&mut self, number: u32) -> bool {
        let word = (number / 64) as usize;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let Some(slot) = self.0.get_mut(word) else { return false };
        let new = *slot & bit(number) == 0;
        *slot |= bit(number);
        new
    }

    #[inline]
    pub(crate) fn contains(&self, number: u32) -> bool {
        self.0.get((number / 64) as usize).is_some_and(|word| word & bit(number) != 0)
    }
}

const fn bit(number: u32) -> u64 {
    1 << (number % 64)
}
