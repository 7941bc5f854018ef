//! Where words stand in a text, whatever their case, and the shortest slice that shows two of them together.

use std::ops::Range;

/// Longer slices prove little and read badly; in characters.
const LONGEST_TOGETHER: usize = 240;
/// Places of one needle that are looked at.
const PLACES: usize = 32;

/// A text, lower-cased once for many searches.
pub(super) struct Surface<'a> {
    text: &'a str,
    lower: String,
    /// For every byte of `lower`: the character of `text` it came from, as its first byte.
    origins: Vec<usize>,
}

impl<'a> Surface<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let (mut lower, mut origins) = (String::with_capacity(text.len()), Vec::with_capacity(text.len()));
        for (at, original) in text.char_indices() {
            lower.extend(original.to_lowercase());
            origins.resize(lower.len(), at);
        }
        Self { text, lower, origins }
    }

    /// The slice to quote for two names: both with what stands between them, else the one that is there.
    pub(super) fn quote(&self, one: &str, other: &str) -> Option<&'a str> {
        let (ones, others) = (self.places(one), self.places(other));
        let pairs = ones.iter().flat_map(|a| others.iter().map(move |b| a.start.min(b.start)..a.end.max(b.end)));
        let together = pairs.min_by_key(|span| (span.len(), span.start)).and_then(|span| self.text.get(span));
        let short = together.filter(|slice| slice.chars().count() <= LONGEST_TOGETHER);
        let alone = || ones.iter().chain(&others).filter_map(|place| self.text.get(place.clone()));
        short.into_iter().chain(alone()).find(|slice| carries_meaning(slice))
    }

    /// Byte ranges of the text where `needle` stands as words of its own.
    fn places(&self, needle: &str) -> Vec<Range<usize>> {
        let needle = needle.trim().to_lowercase();
        if needle.is_empty() {
            return Vec::new();
        }
        let found = self.lower.match_indices(&needle).filter(|(at, _)| self.stands_alone(*at, needle.len()));
        found.map(|(at, _)| self.original(at, needle.len())).take(PLACES).collect()
    }

    /// `man` does not stand in `Germany`; Han characters have no word borders to look at.
    fn stands_alone(&self, at: usize, length: usize) -> bool {
        let inside = self.lower.get(at..at + length).unwrap_or_default();
        let before = self.lower.get(..at).and_then(|text| text.chars().next_back());
        let after = self.lower.get(at + length..).and_then(|text| text.chars().next());
        let goes_on = |a: Option<char>, b: Option<char>| a.is_some_and(is_of_a_word) && b.is_some_and(is_of_a_word);
        !goes_on(before, inside.chars().next()) && !goes_on(inside.chars().next_back(), after)
    }

    fn original(&self, at: usize, length: usize) -> Range<usize> {
        let start = self.origins.get(at).copied().unwrap_or_default();
        let end = self.origins.get(at + length).copied().unwrap_or(self.text.len());
        start..end
    }
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn is_of_a_word(c: char) -> bool {
    c.is_alphanumeric() && !is_han(c)
}

/// As the store asks of a quote: two Han characters, or a word of three letters. Stricter here, never laxer.
fn carries_meaning(quote: &str) -> bool {
    let han = quote.chars().filter(|c| is_han(*c)).nth(1).is_some();
    let mut words = quote.split(|c: char| !c.is_alphabetic() || is_han(c));
    han || words.any(|word| word.chars().nth(2).is_some())
}

#[cfg(test)]
mod tests;
