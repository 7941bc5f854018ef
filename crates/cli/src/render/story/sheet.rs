//! What the story is set on: a width, and colours for those who can see them.

use super::super::paint::Paint;
use super::super::wrap::wrap;

/// What text is set on.
#[derive(Clone, Copy)]
pub(crate) struct Sheet {
    pub(crate) paint: Paint,
    pub(crate) width: usize,
}

/// However narrow it gets, some columns are left for words.
const NARROWEST: usize = 20;

impl Sheet {
    /// Lines with this before the first and that before the others, in the width that is left.
    pub(super) fn set(self, text: &str, first: &str, others: &str) -> Vec<String> {
        let before = first.chars().count().max(others.chars().count());
        let lines = wrap(text, self.width.saturating_sub(before + 2).max(NARROWEST));
        let before = std::iter::once(first).chain(std::iter::repeat(others));
        lines.iter().zip(before).map(|(line, before)| format!("{before}{line}")).collect()
    }

    /// The same lines, paler.
    pub(super) fn dim(self, lines: Vec<String>) -> Vec<String> {
        lines.iter().map(|line| self.paint.dim(line)).collect()
    }

    /// Words somebody said, and the line they stand in.
    pub(super) fn quoted(self, quote: &str, message: &str) -> Vec<String> {
        let mut lines = self.set(&format!("“{quote}” {message}"), "      │ ", "      │ ");
        for line in &mut lines {
            *line = self.paint.quote(line);
        }
        lines
    }
}
