//! What was shown, what was said, and the signs in a reply that it rests on one memory and no other.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use super::everyday::{is_common_stem, is_common_word};
use super::terms::{Placed, Term, terms};
use super::tokens::{Token, TokenKind, tokens};
use super::{Offered, UseSign, denial, taken};
use hupo_text::{Matcher, fold_str};

/// Characters of a text that are read: a reply of a few pages. What comes after shows nothing.
const LONGEST: usize = 16_384;

/// A text, read.
pub(super) struct Reading {
    folded: String,
    tokens: Vec<Token>,
    terms: Vec<Placed>,
}

/// Which offered memory something belongs to, by its place: `None` if to several.
type Owner = Option<usize>;

/// A sign: the place of the memory, what it is, and what it weighs.
pub(super) type Found = (usize, UseSign, usize);

/// What a reply's writer was shown, and what of it belongs to one memory alone.
pub(super) struct Shown {
    names: Matcher,
    name_owners: Vec<Owner>,
    term_owners: HashMap<Term, Owner>,
    windows: Vec<HashSet<String>>,
}

impl Reading {
    pub(super) fn new(text: &str) -> Self {
        let folded: String = fold_str(text).chars().take(LONGEST).collect();
        let tokens = tokens(&folded);
        let terms = terms(&tokens);
        Self { folded, tokens, terms }
    }

    fn slice(&self, bytes: Range<usize>) -> &str {
        self.folded.get(bytes).unwrap_or_default()
    }

    /// The clause that a byte lies in.
    fn clause(&self, byte: usize) -> Option<usize> {
        self.tokens.iter().rev().find(|token| token.start <= byte).map(|token| token.clause)
    }
}

impl Shown {
    pub(super) fn new(offered: &[Offered]) -> Self {
        let named: BTreeSet<String> = offered.iter().flat_map(|one| &one.names).map(|name| fold_str(name)).collect();
        let named: Vec<String> = named.into_iter().filter(|name| !is_common_name(name)).collect();
        let names = Matcher::new((0..).zip(named.iter().cloned()));
        let mut shown = Self { names, name_owners: Vec::new(), term_owners: HashMap::new(), windows: Vec::new() };
        let mut name_owners: Vec<Option<Owner>> = vec![None; named.len()];
        for (place, one) in offered.iter().enumerate() {
            shown.add(place, one, &mut name_owners);
        }
        shown.name_owners = name_owners.into_iter().map(Option::flatten).collect();
        shown
    }

    fn add(&mut self, place: usize, one: &Offered, name_owners: &mut [Option<Owner>]) {
        let mut windows = HashSet::new();
        for text in std::iter::once(&one.text).chain(&one.quotes).chain(&one.names) {
            let reading = Reading::new(text);
            for key in self.named_in(&reading) {
                if let Some(owner) = name_owners.get_mut(key) {
                    *owner = Some(owned_too(*owner, place));
                }
            }
            windows.extend(taken::windows(&reading.tokens));
            for placed in reading.terms {
                let owner = self.term_owners.get(&placed.term).copied();
                self.term_owners.insert(placed.term, owned_too(owner, place));
            }
        }
        self.windows.push(windows);
    }

    fn named_in(&self, reading: &Reading) -> BTreeSet<usize> {
        let mentions = self.names.find_folded(&reading.folded);
        mentions.into_iter().filter_map(|mention| usize::try_from(mention.key).ok()).collect()
    }

    fn owner_of_term(&self, term: &Term) -> Owner {
        self.term_owners.get(term).copied().flatten().filter(|_| !term.is_common())
    }

    fn owner_of_name(&self, key: usize) -> Owner {
        self.name_owners.get(key).copied().flatten()
    }

    /// The memories that what the user said is about, each by something that no other has.
    pub(super) fn asked(&self, said: &Reading) -> BTreeSet<usize> {
        let by_term = said.terms.iter().filter_map(|placed| self.owner_of_term(&placed.term));
        by_term.chain(self.named_in(said).into_iter().filter_map(|key| self.owner_of_name(key))).collect()
    }

    /// The signs in a reply, each once, but for what the user had just said and what a clause denies.
    pub(super) fn signs(&self, said: &Reading, reply: &Reading) -> Vec<Found> {
        let denied = denial::denied(&reply.folded, &reply.tokens);
        let mut places: Vec<(Range<usize>, Found)> = Vec::new();
        let names = self.names(said, reply);
        places.extend(names.iter().filter_map(|(bytes, found)| Some((bytes.clone(), found.clone()?))));
        places.extend(self.terms(said, reply, &names));
        places.retain(|(bytes, _)| reply.clause(bytes.start).is_none_or(|clause| !denied.contains(&clause)));
        let quotes = self.quotes(said, reply, &places);
        let mut signs: Vec<Found> = places.into_iter().map(|(_, found)| found).chain(quotes).collect();
        signs.sort_unstable();
        signs.dedup();
        signs
    }

    /// Where the reply has a name, and the sign it is, if it is one.
    fn names(&self, said: &Reading, reply: &Reading) -> Vec<(Range<usize>, Option<Found>)> {
        let echoed = self.named_in(said);
        let sign = |key: usize, bytes: Range<usize>| {
            let owner = self.owner_of_name(key).filter(|_| !echoed.contains(&key))?;
            let name = reply.slice(bytes);
            Some((owner, UseSign::Name(name.to_owned()), weight_of_name(name)))
        };
        let mentions = self.names.find_folded(&reply.folded).into_iter();
        let placed = mentions.map(|mention| {
            let bytes = mention.start..mention.end;
            (bytes.clone(), usize::try_from(mention.key).ok().and_then(|key| sign(key, bytes)))
        });
        placed.collect()
    }

    /// Rare words and numbers outside names; pairs that overlap are one word.
    fn terms(
        &self,
        said: &Reading,
        reply: &Reading,
        names: &[(Range<usize>, Option<Found>)],
    ) -> Vec<(Range<usize>, Found)> {
        let echoed: HashSet<&Term> = said.terms.iter().map(|placed| &placed.term).collect();
        let is_named =
            |placed: &Placed| names.iter().any(|(name, _)| placed.start < name.end && name.start < placed.end);
        let mut words: Vec<Words> = Vec::new();
        for placed in reply.terms.iter().filter(|placed| !echoed.contains(&placed.term) && !is_named(placed)) {
            let Some(owner) = self.owner_of_term(&placed.term) else { continue };
            match words.last_mut().filter(|last| last.goes_on(placed, owner)) {
                Some(last) => last.bytes.end = placed.end,
                None => words.push(Words { bytes: placed.start..placed.end, owner, term: &placed.term }),
            }
        }
        words.into_iter().map(|words| (words.bytes.clone(), words.sign(reply))).collect()
    }

    /// Long runs taken over, where one of the other signs of that memory stands in them: else they are phrases.
    fn quotes(&self, said: &Reading, reply: &Reading, signs: &[(Range<usize>, Found)]) -> Vec<Found> {
        let mut quotes = Vec::new();
        for (place, windows) in self.windows.iter().enumerate() {
            for run in taken::runs(&reply.tokens, windows) {
                let run = reply.tokens.get(run).unwrap_or_default();
                let Some((first, last)) = run.first().zip(run.last()) else { continue };
                let holds_a_sign = signs
                    .iter()
                    .any(|(bytes, (of, _, _))| *of == place && first.start <= bytes.start && bytes.end <= last.end);
                let words = reply.slice(first.start..last.end);
                if holds_a_sign && !said.folded.contains(words) {
                    quotes.push((place, UseSign::Quote(words.to_owned()), 2));
                }
            }
        }
        quotes
    }
}

fn owned_too(owner: Option<Owner>, place: usize) -> Owner {
    owner.is_none_or(|owner| owner == Some(place)).then_some(place)
}

/// Terms of one memory that stand together in a reply, and the first of them.
struct Words<'t> {
    bytes: Range<usize>,
    owner: usize,
    term: &'t Term,
}

impl Words<'_> {
    /// Whether the next pair overlaps this one.
    fn goes_on(&self, next: &Placed, owner: usize) -> bool {
        let pairs = matches!((self.term, &next.term), (Term::Pair(_), Term::Pair(_)));
        pairs && self.owner == owner && next.start < self.bytes.end
    }

    fn sign(self, reply: &Reading) -> Found {
        let words = reply.slice(self.bytes).to_owned();
        let n_chars = words.chars().count();
        match self.term {
            Term::Pair(_) => (self.owner, UseSign::Word(words), n_chars.min(4)),
            Term::Word(_) => (self.owner, UseSign::Word(words), self.term.weight()),
            Term::Number(_) => (self.owner, UseSign::Number(words), self.term.weight()),
        }
    }
}

/// A name of several words, or of four Han characters and more, is hardly said by chance.
fn weight_of_name(name: &str) -> usize {
    if tokens(name).len() >= 4 || name.contains(' ') { 4 } else { 2 }
}

/// Kinship and the like, which everybody has.
fn is_common_name(name: &str) -> bool {
    let tokens = tokens(name);
    match tokens.as_slice() {
        [one] if one.kind == TokenKind::Word => is_common_stem(&one.text),
        [_, _] => is_common_word(name),
        _ => false,
    }
}
