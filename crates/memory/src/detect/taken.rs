//! Words taken over as they stand: long runs that a reply shares with what it was offered.

use std::collections::HashSet;
use std::ops::Range;

use super::tokens::{Token, TokenKind};

/// How many tokens in a row are looked for at once.
const WINDOW: usize = 4;

/// How long a run must be to be a quote: five Han characters, or four words.
const LONG: usize = 10;

/// Every four tokens in a row of a text.
pub(super) fn windows(tokens: &[Token]) -> HashSet<String> {
    tokens.windows(WINDOW).map(words).collect()
}

/// No token holds a line break.
fn words(tokens: &[Token]) -> String {
    tokens.iter().flat_map(|token| [token.text.as_str(), "\n"]).collect()
}

/// The runs of a reply, as places in its tokens, that another text has word for word and that are long enough.
pub(super) fn runs(reply: &[Token], other: &HashSet<String>) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (place, window) in reply.windows(WINDOW).enumerate() {
        if !other.contains(&words(window)) {
            continue;
        }
        match runs.last_mut().filter(|run| run.end + 1 == place + WINDOW) {
            Some(run) => run.end = place + WINDOW,
            None => runs.push(place..place + WINDOW),
        }
    }
    runs.retain(|run| length(reply.get(run.clone()).unwrap_or_default()) >= LONG);
    runs
}

fn length(tokens: &[Token]) -> usize {
    let weight = |token: &Token| match token.kind {
        TokenKind::Han => 2,
        TokenKind::Word | TokenKind::Number => 3,
    };
    tokens.iter().map(weight).sum()
}
