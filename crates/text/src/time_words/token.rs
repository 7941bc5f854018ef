//! A folded text as words, numbers and single Han characters, and a reader over them.

use std::ops::Range;

use crate::chars::is_han;

/// What a token says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said<'a> {
    /// Letters, or letters and digits, lower case.
    Word(&'a str),
    /// Digits with their count; `8th` is a number with an ordinal ending.
    Number { value: i64, digits: usize, ordinal: bool },
    /// One Han character.
    Han(char),
    /// One mark of punctuation or any other character; white space says nothing.
    Mark(char),
}

/// A token and its place in the folded text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'a> {
    said: Said<'a>,
    start: usize,
    end: usize,
}

/// The tokens of a folded text.
pub(super) fn tokens(folded: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = folded;
    while let Some(first) = rest.chars().next() {
        let start = folded.len() - rest.len();
        let len = if is_letter(first) { rest.find(|c| !is_letter(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (piece, tail) = rest.split_at(len);
        rest = tail;
        if let Some(said) = say(first, piece) {
            tokens.push(Token { said, start, end: start + len });
        }
    }
    tokens
}

/// The bytes from the first to the last of some tokens.
pub(super) fn bytes(tokens: &[Token<'_>], range: Range<usize>) -> Range<usize> {
    let of = |at: usize| tokens.get(at).map_or(0..0, |token| token.start..token.end);
    of(range.start).start..of(range.end.saturating_sub(1)).end
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() && !is_han(c)
}

fn say(first: char, piece: &str) -> Option<Said<'_>> {
    match first {
        ' ' => None,
        c if is_han(c) => Some(Said::Han(c)),
        c if !is_letter(c) => Some(Said::Mark(c)),
        _ => Some(number(piece).unwrap_or(Said::Word(piece))),
    }
}

fn number(piece: &str) -> Option<Said<'_>> {
    let digits = piece.bytes().take_while(u8::is_ascii_digit).count();
    let ordinal = match piece.get(digits..)? {
        "" => false,
        "st" | "nd" | "rd" | "th" => true,
        _ => return None,
    };
    let value = piece.get(..digits)?.parse().ok().filter(|_| digits <= 9)?;
    Some(Said::Number { value, digits, ordinal })
}

/// Reads tokens forwards; a clone is a bookmark.
#[derive(Debug, Clone)]
pub(super) struct Reader<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn at(tokens: &'a [Token<'a>], at: usize) -> Self {
        Self { tokens, at }
    }

    /// Index of the next token.
    pub(super) fn place(&self) -> usize {
        self.at
    }

    pub(super) fn peek(&self) -> Option<Said<'a>> {
        self.tokens.get(self.at).map(|token| token.said)
    }

    /// What was said just before the next token.
    pub(super) fn before(&self) -> Option<Said<'a>> {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map(|token| token.said)
    }

    /// Whether the next token touches the one before it.
    pub(super) fn touches(&self) -> bool {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.zip(self.tokens.get(self.at)).is_some_and(|(last, next)| last.end == next.start)
    }

    pub(super) fn skip(&mut self) {
        self.at += 1;
    }

    /// Takes what `read` reads, or nothing.
    pub(super) fn maybe<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mut trial = self.clone();
        let taken = read(&mut trial)?;
        *self = trial;
        Some(taken)
    }

    /// Takes a Han phrase, whole.
    pub(super) fn han(&mut self, phrase: &str) -> Option<()> {
        self.maybe(|reader| phrase.chars().all(|c| reader.one(Said::Han(c)).is_some()).then_some(()))
    }

    /// Takes the first of some Han phrases that stands here, longest ones being given first, and says which.
    pub(super) fn any_han<T: Copy>(&mut self, phrases: &[(&str, T)]) -> Option<T> {
        phrases.iter().find(|(phrase, _)| self.han(phrase).is_some()).map(|(_, meaning)| *meaning)
    }

    /// Takes one token that says just this.
    pub(super) fn one(&mut self, said: Said<'_>) -> Option<()> {
        (self.peek()? == said).then(|| self.skip())
    }

    /// Takes words of English, whole.
    pub(super) fn words(&mut self, phrase: &str) -> Option<()> {
        self.maybe(|reader| phrase.split(' ').all(|word| reader.one(Said::Word(word)).is_some()).then_some(()))
    }

    /// Takes the first of some English phrases that stands here, and says which.
    pub(super) fn any_words<T: Copy>(&mut self, phrases: &[(&str, T)]) -> Option<T> {
        phrases.iter().find(|(phrase, _)| self.words(phrase).is_some()).map(|(_, meaning)| *meaning)
    }

    /// The next Han character.
    pub(super) fn next_han(&self) -> Option<char> {
        match self.peek()? {
            Said::Han(c) => Some(c),
            Said::Word(_) | Said::Number { .. } | Said::Mark(_) => None,
        }
    }

    /// The Han character just before.
    pub(super) fn han_before(&self) -> Option<char> {
        match self.before()? {
            Said::Han(c) => Some(c),
            Said::Word(_) | Said::Number { .. } | Said::Mark(_) => None,
        }
    }
}
