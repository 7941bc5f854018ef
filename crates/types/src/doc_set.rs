//! A set of documents as two bitmaps: who may be returned, handed to every leg.

use crate::{DocId, DocKind, MemoryId, MessageId};

/// A set of document ids; one bit a document, membership in a nanosecond.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocSet {
    messages: Bits,
    memories: Bits,
}

impl DocSet {
    /// The empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a document; says whether it was new. Numbers above 2³² name nothing and are not added.
    pub fn insert(&mut self, doc: DocId) -> bool {
        match doc.kind() {
            DocKind::Message => self.messages.insert(doc.number()),
            DocKind::Memory => self.memories.insert(doc.number()),
        }
    }

    /// Takes a document out; says whether it was in.
    pub fn remove(&mut self, doc: DocId) -> bool {
        match doc.kind() {
            DocKind::Message => self.messages.remove(doc.number()),
            DocKind::Memory => self.memories.remove(doc.number()),
        }
    }

    /// Whether the document is in the set.
    #[inline]
    pub fn contains(&self, doc: DocId) -> bool {
        match doc {
            DocId::Message(id) => self.messages.contains(id.get()),
            DocId::Memory(id) => self.memories.contains(id.get()),
        }
    }

    /// How many documents are in the set. Constant time.
    pub fn len(&self) -> usize {
        self.messages.len + self.memories.len
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The documents in ascending order, messages before memories.
    pub fn iter(&self) -> impl Iterator<Item = DocId> + '_ {
        let messages = self.messages.iter().map(|n| DocId::Message(MessageId::new(n)));
        let memories = self.memories.iter().map(|n| DocId::Memory(MemoryId::new(n)));
        messages.chain(memories)
    }

    /// The documents of one kind only.
    #[must_use]
    pub fn only(&self, kind: DocKind) -> Self {
        match kind {
            DocKind::Message => Self { messages: self.messages.clone(), memories: Bits::default() },
            DocKind::Memory => Self { messages: Bits::default(), memories: self.memories.clone() },
        }
    }
}

/// Sets put together.
impl DocSet {
    /// Adds every document of another set.
    pub fn add_all(&mut self, other: &Self) {
        self.messages.join(&other.messages, |own, other| own | other);
        self.memories.join(&other.memories, |own, other| own | other);
    }

    /// Keeps only what is in another set, too.
    pub fn keep_all(&mut self, other: &Self) {
        self.messages.join(&other.messages, |own, other| own & other);
        self.memories.join(&other.memories, |own, other| own & other);
    }
}

impl FromIterator<DocId> for DocSet {
    fn from_iter<I: IntoIterator<Item = DocId>>(docs: I) -> Self {
        let mut set = Self::new();
        for doc in docs {
            set.insert(doc);
        }
        set
    }
}

/// A growing bitmap that knows its count.
#[derive(Debug, Clone, Default, Eq)]
struct Bits {
    words: Vec<u64>,
    len: usize,
}

/// Larger numbers are never given out; a stray one must not take the memory for a bitmap that reaches it.
const LARGEST: u64 = 1 << 32;

impl Bits {
    fn insert(&mut self, number: u64) -> bool {
        if number > LARGEST {
            return false;
        }
        let (word, bit) = place(number);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let Some(slot) = self.words.get_mut(word) else { return false };
        let new = *slot & bit == 0;
        *slot |= bit;
        self.len += usize::from(new);
        new
    }

    fn remove(&mut self, number: u64) -> bool {
        let (word, bit) = place(number);
        let Some(slot) = self.words.get_mut(word) else { return false };
        let was = *slot & bit != 0;
        *slot &= !bit;
        self.len -= usize::from(was);
        was
    }

    /// Puts the words of another bitmap to these, pair by pair; the shorter one ends in clear words.
    fn join(&mut self, other: &Self, put: impl Fn(u64, u64) -> u64) {
        self.words.resize(self.words.len().max(other.words.len()), 0);
        let others = other.words.iter().copied().chain(std::iter::repeat(0));
        self.words.iter_mut().zip(others).for_each(|(own, other)| *own = put(*own, other));
        self.len = self.words.iter().map(|word| word.count_ones() as usize).sum();
    }

    #[inline]
    fn contains(&self, number: u64) -> bool {
        let (word, bit) = place(number);
        self.words.get(word).is_some_and(|slot| slot & bit != 0)
    }

    fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.words.iter().enumerate().flat_map(|(word, &bits)| {
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| word as u64 * 64 + bit)
        })
    }
}

impl PartialEq for Bits {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

const fn place(number: u64) -> (usize, u64) {
    ((number / 64) as usize, 1 << (number % 64))
}

#[cfg(test)]
mod tests;
