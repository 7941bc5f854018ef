//! The two languages that are written here: which one a text is in.

use crate::chars::is_han;
use crate::script::{RunKind, runs};

/// A language that output is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// 中文
    Chinese,
    /// English
    English,
}

impl Language {
    /// Its code: `zh` or `en`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Chinese => "zh",
            Self::English => "en",
        }
    }

    /// The language of a code: `zh`, `en`, or either with a region, such as `zh-CN` or `en_GB`.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        let tag = code.split(['-', '_']).next().unwrap_or_default();
        [Self::Chinese, Self::English].into_iter().find(|language| tag.eq_ignore_ascii_case(language.code()))
    }

    /// The language most of a text is written in: Chinese where there are at least two Han characters for every other
    /// word, since two characters say about as much as one word; `None` where there is neither.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        let han = text.chars().filter(|&c| is_han(c)).count();
        let words = runs(text).filter(|run| run.kind == RunKind::Word).count();
        match (han, words) {
            (0, 0) => None,
            (han, words) if han >= 2 * words => Some(Self::Chinese),
            _ => Some(Self::English),
        }
    }
}

#[cfg(test)]
mod tests;
