//! Questions: weighted terms, made from text by the same tokenizer as documents, never by a query language.

use crate::Weights;
use crate::analysis::{Form, Token, each_token};
use crate::stop_words::is_stop_word;
use hupo_text::fold_str;
use std::collections::HashMap;

/// The two constants of BM25.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bm25 {
    /// How fast repetition of a term stops to count, above 0.
    pub k1: f32,
    /// How much long documents are held back, 0 to 1.
    pub b: f32,
}

impl Default for Bm25 {
    fn default() -> Self {
        Self { k1: 0.9, b: 0.75 }
    }
}

/// What to do with a term that a large part of the documents hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommonRule {
    /// It is a term like any other.
    Keep,
    /// It counts in the score of what rarer terms found, and finds nothing by itself.
    ScoreOnly,
    /// It is left out.
    LeaveOut,
}

/// When a term is common, and what then. When the rarer terms find nothing eligible, every term is kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Common {
    /// Common means: in more than this part of the documents (0 to 1),
    pub share: f32,
    /// and in more than this many documents.
    pub least_docs: u32,
    /// What then.
    pub rule: CommonRule,
}

impl Common {
    /// The most documents a term may be in and still be rare.
    pub(crate) fn limit(&self, documents: u64) -> u64 {
        ((documents as f32 * self.share) as u64).max(self.least_docs.into())
    }
}

impl Default for Common {
    fn default() -> Self {
        Self { share: 0.05, least_docs: 1000, rule: CommonRule::ScoreOnly }
    }
}

/// How a question is asked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QueryOptions {
    /// How much each field counts.
    pub weights: Weights,
    /// The constants of BM25.
    pub bm25: Bm25,
    /// What a pair of Han characters that is no word counts, where a word counts 1.
    pub pair_weight: f32,
    /// What is done with common terms.
    pub common: Common,
    /// Whether stop words are asked for too. They always are when a text holds nothing else.
    pub stop_words: bool,
}

impl Default for QueryOptions {
    fn default() -> Self {
        Self {
            weights: Weights::default(),
            bm25: Bm25::default(),
            pair_weight: 0.2,
            common: Common::default(),
            stop_words: false,
        }
    }
}

/// A question.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    pub(crate) terms: Vec<QueryTerm>,
    pub(crate) options: QueryOptions,
}

/// A term that is asked for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct QueryTerm {
    pub(crate) term: Box<str>,
    /// As it was written, folded.
    pub(crate) surface: Box<str>,
    pub(crate) form: Form,
    pub(crate) weight: f32,
}

impl Query {
    /// The terms of a text. A term that occurs twice counts twice.
    pub fn new(text: &str, options: &QueryOptions) -> Self {
        let mut query = Self { terms: Vec::new(), options: *options };
        let folded = fold_str(text);
        query.add(&folded, 1.0, |token| options.stop_words || !is_stop_word(token.surface));
        if !query.terms.iter().any(|term| term.form == Form::Word) {
            query.terms.clear();
            query.add(&folded, 1.0, |_| true);
        }
        query
    }

    /// The question with further terms: an alias, a word of a document that answered well. `weight` is against 1 for the
    /// question's own words; a term that is there already counts that much more. Weights not above 0 add nothing.
    #[must_use]
    pub fn with_term(mut self, text: &str, weight: f32) -> Self {
        if weight > 0.0 && weight.is_finite() {
            self.add(&fold_str(text), weight, |_| true);
        }
        self
    }

    /// The question with the words of a further text, its stop words left out unless the options ask for them; `weight`
    /// as in [`Self::with_term`].
    #[must_use]
    pub fn with_text(mut self, text: &str, weight: f32) -> Self {
        if weight > 0.0 && weight.is_finite() {
            let stop_words = self.options.stop_words;
            self.add(&fold_str(text), weight, |token| stop_words || !is_stop_word(token.surface));
        }
        self
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The terms as they were written, folded, with what each counts, in the order of the text.
    pub fn terms(&self) -> impl Iterator<Item = (&str, f32)> {
        self.terms.iter().map(|term| (&*term.surface, term.weight))
    }

    fn add(&mut self, folded: &str, weight: f32, wanted: impl Fn(&Token<'_>) -> bool) {
        let pair_weight = self.options.pair_weight;
        // A question of 64 KiB may hold twenty thousand terms: looking through all of them for each would take seconds.
        let mut places: HashMap<Box<str>, usize> = self.terms.iter().map(|term| term.term.clone()).zip(0..).collect();
        each_token(folded, |token| {
            let weight = match token.form {
                Form::Word => weight,
                Form::Pair => weight * pair_weight,
            };
            if weight > 0.0 && wanted(&token) {
                self.add_term(token, weight, &mut places);
            }
        });
    }

    fn add_term(&mut self, token: Token<'_>, weight: f32, places: &mut HashMap<Box<str>, usize>) {
        let known = places.get(token.term).and_then(|place| self.terms.get_mut(*place));
        if let Some(term) = known {
            term.weight += weight;
            return;
        }
        places.insert(token.term.into(), self.terms.len());
        let (term, surface) = (token.term.into(), token.surface.into());
        self.terms.push(QueryTerm { term, surface, form: token.form, weight });
    }
}

#[cfg(test)]
mod tests;
