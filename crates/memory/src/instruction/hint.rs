//! A glance that spares nearly every text the thorough look: no text shows a sign without a word of these.

use super::{chinese, english, markup};
use aho_corasick::AhoCorasick;
use std::sync::LazyLock;

static HINTS: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let hints = chinese::hints().chain(english::hints()).chain(markup::hints());
    AhoCorasick::new(hints.map(tight)).expect("an automaton only fails above 2^31 states")
});

/// Whether anything in a folded text hints at an instruction.
pub(super) fn is_in(folded: &str) -> bool {
    HINTS.is_match(&tight(folded))
}

/// Without what may stand within a hint: white space between its characters, apostrophes between its letters.
fn tight(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '\'').collect()
}
