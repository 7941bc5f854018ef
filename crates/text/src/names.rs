//! Names and aliases found in text: one pass, longest match, both languages.

use std::collections::BTreeMap;

use aho_corasick::{AhoCorasick, Match};

use crate::chars::{is_han, is_kana_or_hangul};
use crate::fold::{fold, fold_str};
use unicode_normalization::char::canonical_combining_class;

/// A name that occurs in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mention {
    /// The key the name was given with.
    pub key: u64,
    /// First byte in the text that was searched.
    pub start: usize,
    /// Byte after the last.
    pub end: usize,
}

/// Finds names; built once for many texts. The same names in any order build the same matcher.
#[derive(Debug, Clone)]
pub struct Matcher {
    automaton: AhoCorasick,
    /// Keys of each pattern, rising.
    keys: Vec<Vec<u64>>,
}

impl Matcher {
    /// Takes (key, name or alias) pairs; several keys may share a name, and a key may have several names.
    ///
    /// Names match in their folded form. Those that fold to nothing, or to one character that is not Han, are left out.
    pub fn new(names: impl IntoIterator<Item = (u64, String)>) -> Self {
        let mut by_name: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        for (key, name) in names {
            let name = fold_str(&name);
            if is_worth_finding(&name) {
                by_name.entry(name).or_default().push(key);
            }
        }
        let automaton = AhoCorasick::new(by_name.keys()).expect("an automaton only fails above 2^31 states");
        Self { automaton, keys: by_name.into_values().map(sorted).collect() }
    }

    /// The names in `text`, by place and then key, with byte ranges of `text` itself.
    #[must_use]
    pub fn find(&self, text: &str) -> Vec<Mention> {
        let folded = fold(text);
        let mut mentions = self.find_folded(&folded.text);
        for mention in &mut mentions {
            let original = folded.original(mention.start..mention.end);
            (mention.start, mention.end) = (original.start, original.end);
        }
        mentions
    }

    /// The names in a text that is folded already, with byte ranges of that text.
    ///
    /// Leftmost, then longest; names do not overlap. A name in a script with word boundaries never begins or ends
    /// inside a word, so "Ann" is not in "Annual", and is in "Ann's".
    #[must_use]
    pub fn find_folded(&self, folded: &str) -> Vec<Mention> {
        let mut mentions = Vec::new();
        let mut taken = 0;
        for found in self.whole_words(folded) {
            if found.start() >= taken {
                taken = found.end();
                let keys = self.keys.get(found.pattern().as_usize()).map_or(&[][..], Vec::as_slice);
                mentions.extend(keys.iter().map(|&key| Mention { key, start: found.start(), end: found.end() }));
            }
        }
        mentions
    }

    /// The longest occurrence on word boundaries at each place, leftmost first.
    ///
    /// All occurrences are looked at, since the longest at a place may be cut by a word boundary where a shorter one is
    /// not; only one a place is kept, as names within names occur far more often than a text has characters.
    fn whole_words(&self, folded: &str) -> Vec<Match> {
        let all = self.automaton.find_overlapping_iter(folded);
        let mut longest: BTreeMap<usize, Match> = BTreeMap::new();
        for found in all.filter(|found| is_whole_word(folded, found)) {
            let known = longest.entry(found.start()).or_insert(found);
            if known.end() < found.end() {
                *known = found;
            }
        }
        longest.into_values().collect()
    }
}

fn sorted(mut keys: Vec<u64>) -> Vec<u64> {
    keys.sort_unstable();
    keys.dedup();
    keys
}

fn is_worth_finding(folded: &str) -> bool {
    let mut chars = folded.chars();
    chars.next().is_some_and(is_han) || chars.next().is_some()
}

fn is_whole_word(text: &str, found: &Match) -> bool {
    let (before, rest) = text.split_at(found.start());
    let (name, after) = rest.split_at(found.len());
    let joined = |left: Option<char>, right: Option<char>| left.is_some_and(is_word) && right.is_some_and(is_word);
    !joined(before.chars().next_back(), name.chars().next()) && !joined(name.chars().next_back(), after.chars().next())
}

/// Characters that make one word when they stand side by side.
fn is_word(c: char) -> bool {
    let spaced = c.is_alphanumeric() && !is_han(c) && !is_kana_or_hangul(c);
    spaced || c == '_' || canonical_combining_class(c) != 0
}

#[cfg(test)]
mod tests;
