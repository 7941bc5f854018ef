//! Regular expressions over folded text, compiled once. The engine is linear in the text and cannot run away.

use regex::Regex;
use std::sync::LazyLock;

/// A pattern that is compiled when first used.
pub(crate) type Pattern = LazyLock<Regex>;

/// Compiles a pattern of the source.
pub(crate) fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the patterns are constants, and each is compiled by a test")
}

/// `static NAME: Pattern = pattern!("…")`.
macro_rules! pattern {
    ($($piece:expr),+ $(,)?) => {
        std::sync::LazyLock::new(|| crate::pattern::compiled(concat!($($piece),+)))
    };
}
pub(crate) use pattern;
