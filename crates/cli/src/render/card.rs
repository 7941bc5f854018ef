//! Cards: a heading in parts, a text under it, and the words it rests on.

use super::wrap::{wrap, wrap_parts};
use crate::output::Output;
use hupo::Evidence;

const INDENT: &str = "    ";

/// The heading, whose first part stands out, and the text below it.
pub(super) fn card(heading: &[String], text: &str, out: &Output) -> Vec<String> {
    let mut lines = wrap_parts(heading, out.width);
    if let (Some(first), Some(line)) = (heading.first(), lines.first_mut())
        && let Some(rest) = line.strip_prefix(first.as_str())
    {
        *line = format!("{}{rest}", out.paint.bold(first));
    }
    lines.extend(under(text, out));
    lines
}

/// Text below a heading.
pub(super) fn under(text: &str, out: &Output) -> Vec<String> {
    wrap(text, out.width - INDENT.len()).into_iter().map(|line| format!("{INDENT}{line}")).collect()
}

/// The words that something rests on, each with the line of the transcript it stands in.
pub(super) fn words(evidence: &[Evidence], out: &Output) -> Vec<String> {
    let quote = |one: &Evidence| quoted(&format!("“{}” {}", one.quote, one.message), out);
    evidence.iter().flat_map(quote).collect()
}

/// Words somebody said, behind a bar.
pub(super) fn quoted(text: &str, out: &Output) -> Vec<String> {
    let lines = wrap(text, out.width - INDENT.len() - 2);
    lines.iter().map(|line| barred(&out.paint.quote(line), out)).collect()
}

/// A line behind the bar of a quote.
pub(super) fn barred(line: &str, out: &Output) -> String {
    format!("{INDENT}{} {line}", out.paint.dim("│"))
}
