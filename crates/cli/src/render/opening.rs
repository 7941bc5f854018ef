//! The demo's first lines, and the rule between its questions.

use super::wrap::wrap;
use crate::output::Output;

const STORY: &str = "琥珀 Hupo. Nine months between 沈禾 (Hazel) in Hangzhou and her companion 小珀 (Hu), half in Chinese, \
half in English: a wedding that moves, an allergy blamed on the wrong food, a lost bracelet, a friend in Lisbon, \
a cat with two names. Every answer shows the words it rests on, who said them and when.";

/// What was imported: messages and memories, then documents embedded and seconds.
pub(crate) fn demo_heading(
    out: &Output,
    (messages, memories): (usize, usize),
    (embedded, seconds): (usize, f64),
) -> String {
    let mut lines: Vec<String> = wrap(STORY, out.width);
    let vectors = if embedded == 0 { "without vectors".to_owned() } else { format!("{embedded} vectors made") };
    let line = format!("imported {messages} messages and {memories} memories in {seconds:.1} s, {vectors}");
    lines.push(out.paint.dim(&line));
    lines.join("\n")
}

/// `── question 3 of 8 ─────…`, as wide as the text.
pub(crate) fn rule(out: &Output, title: &str) -> String {
    let rest = out.width.saturating_sub(title.chars().count() + 4);
    out.paint.dim(&format!("\n── {title} {}", "─".repeat(rest)))
}
