//! Postings: which slots hold a term, and how often.

/// A slot that holds a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Posting {
    /// The slot: a document's place in its part of the index, or in the whole where said so.
    pub(crate) slot: u32,
    /// How often the term occurs in the field, at least 1.
    pub(crate) frequency: u32,
}
