//! A bitmap over the slots of an index part.

/// A fixed number of bits, all clear at first, that knows how many are set.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bits {
    words: Vec<u64>,
    count: usize,
}

impl Bits {
    pub(crate) fn new(len: usize) -> Self {
        Self { words: vec![0; len.div_ceil(64)], count: 0 }
    }

    /// As if new.
    pub(crate) fn begin(&mut self, len: usize) {
        self.words.clear();
        self.words.resize(len.div_ceil(64), 0);
        self.count = 0;
    }

    /// Sets a bit; says whether it was clear. Bits beyond the end stay clear.
    #[inline]
    pub(crate) fn set(&mut self, at: u32) -> bool {
        let Some(word) = self.words.get_mut(at as usize / 64) else { return false };
        let clear = *word >> (at % 64) & 1 == 0;
        *word |= 1 << (at % 64);
        self.count += usize::from(clear);
        clear
    }

    #[inline]
    pub(crate) fn has(&self, at: u32) -> bool {
        self.words.get(at as usize / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// How many bits are set.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.count
    }
}
