//! Terms: what in a text may show where it comes from. Names, pairs of Han characters, rare words, numbers.

use super::everyday::{is_common_pair, is_common_stem};
use super::tokens::{Token, TokenKind};

/// What is compared between a reply and what it was offered.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Term {
    /// Two Han characters side by side.
    Pair(String),
    /// The stem of a word.
    Word(String),
    /// A number of two digits and more, or one with what it counts.
    Number(String),
}

/// A term where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) term: Term,
    /// Its bytes in the folded text.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) clause: usize,
}

/// Every term of a text, common or not, in order.
pub(super) fn terms(tokens: &[Token]) -> Vec<Placed> {
    let at = |place: usize| tokens.get(place);
    let mut terms = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        let (next, before) = (at(place + 1), place.checked_sub(1).and_then(at));
        let found = match token.kind {
            TokenKind::Han => [next.and_then(|next| pair(token, next)), None],
            TokenKind::Word => [Some((Term::Word(token.text.clone()), token.end)), None],
            TokenKind::Number => [number(token), counted(token, [next, before])],
        };
        let placed = |(term, end)| Placed { term, start: token.start, end, clause: token.clause };
        terms.extend(found.into_iter().flatten().map(placed));
    }
    terms
}

fn pair(one: &Token, next: &Token) -> Option<(Term, usize)> {
    let touch = next.kind == TokenKind::Han && one.end == next.start;
    touch.then(|| (Term::Pair(format!("{}{}", one.text, next.text)), next.end))
}

/// One digit says nothing by itself.
fn number(token: &Token) -> Option<(Term, usize)> {
    (token.text.len() > 1).then(|| (Term::Number(token.text.clone()), token.end))
}

/// A number with what it counts, or the month beside it.
fn counted(token: &Token, beside: [Option<&Token>; 2]) -> Option<(Term, usize)> {
    let beside = beside.into_iter().flatten().filter(|other| other.clause == token.clause);
    let mut counted = beside.filter_map(|other| Some((counts(other)?, other.end.max(token.end))));
    counted.next().map(|(what, end)| (Term::Number(format!("{}{what}", token.text)), end))
}

/// What a number counts, by one word in both languages.
fn counts(token: &Token) -> Option<&str> {
    const WORDS: [&str; 17] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "am", "pm", "km", "kg",
        "mile",
    ];
    match token.kind {
        TokenKind::Han => match token.text.as_str() {
            "日" | "号" => Some("号"),
            "月" | "点" | "岁" | "级" | "楼" | "章" | "集" | "度" | "天" | "斤" | "块" | "元" | "页" => {
                Some(&token.text)
            }
            _ => None,
        },
        TokenKind::Word => WORDS.into_iter().find(|word| token.text.starts_with(word)),
        TokenKind::Number => None,
    }
}

impl Term {
    /// What it weighs as a sign: as much as two where chance hardly makes it, as a long word, a price or a decimal.
    pub(super) fn weight(&self) -> usize {
        match self {
            Self::Pair(_) => 2,
            Self::Word(stem) => {
                if stem.chars().count() >= 10 {
                    4
                } else {
                    2
                }
            }
            Self::Number(value) => {
                if value.contains('.') || value.len() > 3 && value.is_ascii() {
                    4
                } else {
                    2
                }
            }
        }
    }

    /// Whether a text that has it shows nothing by that.
    pub(super) fn is_common(&self) -> bool {
        match self {
            Self::Pair(pair) => is_common_pair(pair),
            Self::Word(stem) => stem.chars().count() < 3 || is_common_stem(stem),
            Self::Number(value) => matches!(value.as_str(), "10" | "100" | "1000"),
        }
    }
}
