//! A text as a detector reads it: Han characters one by one, words by their stems, numbers by their values.

use hupo_text::script::{RunKind, han_digit, runs};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    Han,
    Word,
    /// Its text is its value in digits.
    Number,
}

/// A piece of a folded text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// What is compared.
    pub(super) text: String,
    /// Its bytes in the folded text.
    pub(super) start: usize,
    pub(super) end: usize,
    /// In which clause of the text it stands.
    pub(super) clause: usize,
}

/// The tokens of a folded text, clause by clause.
pub(super) fn tokens(folded: &str) -> Vec<Token> {
    let (mut tokens, mut clause) = (Vec::new(), 0);
    for run in runs(folded) {
        let text = folded.get(run.start..run.end).unwrap_or_default();
        match run.kind {
            RunKind::Han => han(text, run.start, clause, &mut tokens),
            RunKind::Word => tokens.push(word(text, run.start, clause)),
            RunKind::Other => clause += usize::from(text.contains(ends_clause)),
        }
    }
    tokens
}

fn ends_clause(c: char) -> bool {
    matches!(c, ',' | '，' | '。' | '.' | '!' | '?' | ';' | '、' | '…' | '\n' | ':')
}

fn word(text: &str, start: usize, clause: usize) -> Token {
    let end = start + text.len();
    let digits: String = text.chars().filter(|c| *c != ',').take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    let digits = digits.trim_end_matches('.');
    if digits.is_empty() {
        return Token { kind: TokenKind::Word, text: stem(text), start, end, clause };
    }
    Token { kind: TokenKind::Number, text: digits.to_owned(), start, end, clause }
}

/// A Han run: its numerals as numbers, where they say how many or when, and the rest character by character.
fn han(text: &str, start: usize, clause: usize, tokens: &mut Vec<Token>) {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let at = start + text.len() - rest.len();
        let numeral = numeral(rest);
        let (kind, value, bytes) = match &numeral {
            Some((value, bytes)) => (TokenKind::Number, value.to_string(), *bytes),
            None => (TokenKind::Han, c.to_string(), c.len_utf8()),
        };
        tokens.push(Token { kind, text: value, start: at, end: at + bytes, clause });
        rest = rest.get(bytes..).unwrap_or_default();
    }
}

/// What a number in Han counts, so that 一起 and 万一 are words and 三点 and 四十天 are numbers.
const COUNTED: &str = "年月日号点岁天斤块元万公里米度级楼章集页分秒周个次";

/// Characters of a numeral; longer ones are read in parts.
const LONGEST_NUMERAL: usize = 12;

/// The numeral a text begins with, and its bytes: of several digits, or of one before what it counts.
fn numeral(text: &str) -> Option<(u64, usize)> {
    let digits = text.chars().take(LONGEST_NUMERAL).take_while(|c| digit(*c).is_some() || unit(*c).is_some());
    let length = digits.map(char::len_utf8).sum();
    let (numeral, after) = text.split_at(length);
    let first = numeral.chars().next()?;
    let n_chars = numeral.chars().count();
    let counts = after.chars().next().is_some_and(|c| COUNTED.contains(c));
    let begins = digit(first).is_some() || first == '十';
    (begins && (n_chars > 1 || counts)).then(|| value(numeral).map(|value| (value, length)))?
}

/// The value of a numeral; one digit after another where no unit is said (二〇二六).
fn value(numeral: &str) -> Option<u64> {
    if numeral.chars().all(|c| digit(c).is_some()) {
        return numeral.chars().try_fold(0_u64, |sum, c| sum.checked_mul(10)?.checked_add(digit(c)?));
    }
    let (mut total, mut section, mut last) = (0_u64, 0_u64, 0_u64);
    for c in numeral.chars() {
        match (digit(c), unit(c)) {
            (Some(digit), _) => last = digit,
            (None, Some(10_000)) => {
                total = total.checked_add(section.checked_add(last)?.checked_mul(10_000)?)?;
                (section, last) = (0, 0);
            }
            (None, Some(unit)) => {
                section = section.checked_add(last.max(1).checked_mul(unit)?)?;
                last = 0;
            }
            (None, None) => return None,
        }
    }
    total.checked_add(section)?.checked_add(last)
}

fn digit(c: char) -> Option<u64> {
    han_digit(c).map(u64::from)
}

const fn unit(c: char) -> Option<u64> {
    Some(match c {
        '十' => 10,
        '百' => 100,
        '千' => 1_000,
        '万' => 10_000,
        _ => return None,
    })
}

/// The endings that a word may have or not and mean the same, the longer first, with what takes their place.
const ENDINGS: [(&str, &str); 8] =
    [("'s", ""), ("ings", ""), ("ing", ""), ("ied", "y"), ("ies", "y"), ("es", ""), ("ed", ""), ("s", "")];

/// A word without its ending, so that `snails` and `snail`, `planned` and `planning` are one; rough, and the same for
/// every text. What would be left shorter than three letters keeps its ending.
pub(super) fn stem(word: &str) -> String {
    let without = |(ending, instead): &(&str, &str)| Some(format!("{}{instead}", word.strip_suffix(ending)?));
    let bare = ENDINGS.iter().find_map(without).filter(|stem| stem.chars().count() >= 3);
    let is_bare = bare.is_some();
    let mut stem = bare.unwrap_or_else(|| word.to_owned());
    if stem.chars().count() > 3 && (stem.ends_with('e') || is_bare && ends_doubled(&stem)) {
        stem.pop();
    }
    stem
}

/// `plann` and `runn`, not `call` and `pass`.
fn ends_doubled(word: &str) -> bool {
    let mut last = word.chars().rev();
    let (last, before) = (last.next(), last.next());
    last == before && last.is_some_and(|c| c.is_ascii_alphabetic() && !matches!(c, 'l' | 's'))
}

#[cfg(test)]
mod tests;
