//! BM25F (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009, section 3.6) with Lucene's rarity, and
//! with lengths rounded to tantivy's one-byte code.

use tantivy::fieldnorm::FieldNormReader;

/// How many documents have words in a field, and how many words those are (each length rounded to its code).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Lengths {
    pub(crate) documents: u64,
    pub(crate) tokens: u64,
}

impl Lengths {
    pub(crate) fn add(&mut self, code: u8) {
        self.documents += u64::from(code != 0);
        self.tokens += u64::from(length(code));
    }

    pub(crate) fn remove(&mut self, code: u8) {
        self.documents -= u64::from(code != 0);
        self.tokens -= u64::from(length(code));
    }

    /// Words of an average document that has any.
    pub(crate) fn average(self, other: Self) -> f32 {
        let documents = (self.documents + other.documents).max(1);
        ((self.tokens + other.tokens) as f64 / documents as f64).max(1.0) as f32
    }
}

/// The code of a length.
pub(crate) fn code(length: usize) -> u8 {
    FieldNormReader::fieldnorm_to_id(u32::try_from(length).unwrap_or(u32::MAX))
}

/// The length a code stands for: the largest not above the real one that has a code.
pub(crate) fn length(code: u8) -> u32 {
    FieldNormReader::id_to_fieldnorm(code)
}

/// How rare a term is: `ln(1 + (N - n + 0.5) / (n + 0.5))`, above 0 for every `n <= N`.
pub(crate) fn rarity(documents_with: u64, documents: u64) -> f32 {
    let (with, without) = (documents_with as f32, documents.saturating_sub(documents_with) as f32);
    (1.0 + (without + 0.5) / (with + 0.5)).ln()
}

/// What one occurrence in a field amounts to, by the field's length code: `weight / (1 - b + b length / average)`.
#[derive(Debug, Clone)]
pub(crate) struct Amounts([f32; 256]);

impl Amounts {
    pub(crate) fn new(weight: f32, b: f32, average: f32) -> Self {
        let amount = |code| weight / (1.0 - b + b * length(code) as f32 / average);
        Self(std::array::from_fn(|code| amount(u8::try_from(code).unwrap_or(u8::MAX))))
    }

    #[inline]
    #[expect(clippy::indexing_slicing, reason = "a byte indexes 256 values")]
    pub(crate) fn of(&self, frequency: u32, code: u8) -> f32 {
        frequency as f32 * self.0[usize::from(code)]
    }
}

/// `amount (k1 + 1) / (amount + k1)`: more of a term counts, but ever less.
#[inline]
pub(crate) fn saturated(amount: f32, k1: f32) -> f32 {
    amount * (k1 + 1.0) / (amount + k1)
}
