//! A context as plain text: headings of ours, and inside fences what was stored, each entry behind its id.
//!
//! The fence is longer than any row of backticks in what it holds, so nothing inside can close it; every line after an
//! entry's first is indented, so nothing inside can pass for another entry.

use super::entry::{Entry, EntryReceipt, Said};
use super::part::Part;
use super::visible::{visible, visible_line};
use super::words;
use hupo_text::{Language, fold_str, local_time};
use hupo_types::{MessageId, Role, Timestamp};
use jiff::tz::TimeZone;
use std::collections::BTreeSet;

/// Quotes shown under a memory, and under a summary that stands for members.
const QUOTES: usize = 2;
const QUOTES_OF_MEMBERS: usize = 4;

/// Sources named behind an entry's id.
const SOURCES: usize = 3;

/// The fewest backticks of a fence.
const FENCE: usize = 3;

/// How entries are written.
#[derive(Clone, Copy)]
pub(super) struct Manner<'a> {
    pub(super) language: Language,
    /// The lines that are shown themselves, and so are not quoted again.
    pub(super) lines: &'a BTreeSet<MessageId>,
    pub(super) zone: &'a TimeZone,
    pub(super) now: Timestamp,
}

/// The lines that the parts show word for word.
pub(super) fn lines_shown<'e>(parts: impl Iterator<Item = (Part, &'e [Entry])>) -> BTreeSet<MessageId> {
    let entries = parts.filter(|(part, _)| part.is_raw()).flat_map(|(_, entries)| entries);
    entries.filter_map(|entry| entry.receipt.line()).collect()
}

/// Everything, in order.
pub(super) fn context<'e>(parts: impl Iterator<Item = (Part, &'e [Entry])>, manner: Manner<'_>) -> String {
    let bodies: Vec<(Part, String)> = parts.map(|(part, entries)| (part, body(part, entries, manner))).collect();
    if bodies.is_empty() {
        return String::new();
    }
    let fence = "`".repeat(FENCE.max(1 + bodies.iter().map(|(_, body)| longest_row(body)).max().unwrap_or_default()));
    let mut text = format!("{}\n", words::preamble(manner.language));
    for (part, body) in bodies {
        text.push_str(&format!("\n# {}\n{fence}\n{body}{fence}\n", words::heading(part, manner.language)));
    }
    text
}

fn body(part: Part, entries: &[Entry], manner: Manner<'_>) -> String {
    entries.iter().map(|one| entry(part, one, manner)).collect()
}

/// The longest row of backticks.
fn longest_row(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}

/// One entry, with a line feed at its end.
pub(super) fn entry(part: Part, entry: &Entry, manner: Manner<'_>) -> String {
    let mut lines = if part.is_raw() { spoken(entry, manner) } else { listed(entry, manner) };
    if part.is_quoted() {
        for said in quotes(entry, manner) {
            lines.push_str(&format!("\n← {}", quote(said, manner)));
        }
    }
    format!("{}\n", lines.trim_end().replace('\n', "\n  "))
}

/// A line of the transcript: `[21:43] 许知夏：…`.
fn spoken(entry: &Entry, manner: Manner<'_>) -> String {
    let (who, colon) = (speaker(&entry.receipt, manner.language), words::colon(manner.language));
    format!("[{}] {who}{colon}{}", entry.label, said(entry, manner.language))
}

/// Anything else: `- [mem-3 ← msg-9] three days ago: …`.
fn listed(entry: &Entry, manner: Manner<'_>) -> String {
    let sources = sources(&entry.receipt);
    let id = visible_line(&entry.id.to_string());
    let receipt = if sources.is_empty() { id } else { format!("{id} ← {sources}") };
    let label = visible_line(&entry.label);
    let colon = if label.is_empty() { "" } else { words::colon(manner.language) };
    format!("- [{receipt}] {label}{colon}{}", said(entry, manner.language))
}

fn said(entry: &Entry, language: Language) -> String {
    let warning = if entry.signs.is_empty() { "" } else { words::reads_like_an_instruction(language) };
    format!("{warning}{}", visible(&entry.text))
}

fn speaker(receipt: &EntryReceipt, language: Language) -> String {
    let (name, role) = match receipt {
        EntryReceipt::Line { speaker, role, .. } => (speaker.as_deref(), *role),
        EntryReceipt::Turn { speaker } => (speaker.as_deref(), Role::User),
        EntryReceipt::Words(_)
        | EntryReceipt::Log { .. }
        | EntryReceipt::Range { .. }
        | EntryReceipt::Private { .. }
        | EntryReceipt::Clock { .. } => (None, Role::User),
    };
    name.map_or_else(|| words::role(role, language).to_owned(), visible_line)
}

/// Where it is from, as ids.
fn sources(receipt: &EntryReceipt) -> String {
    let ids: Vec<String> = match receipt {
        EntryReceipt::Words(said) => said.iter().map(|one| one.message.to_string()).collect(),
        EntryReceipt::Log { cites, .. } => cites.iter().map(ToString::to_string).collect(),
        EntryReceipt::Range { from, to } => vec![format!("{from}…{to}")],
        EntryReceipt::Line { .. }
        | EntryReceipt::Private { .. }
        | EntryReceipt::Clock { .. }
        | EntryReceipt::Turn { .. } => Vec::new(),
    };
    let mut named: Vec<&str> = Vec::new();
    for id in &ids {
        if !named.contains(&id.as_str()) && named.len() < SOURCES {
            named.push(id);
        }
    }
    named.join(" ")
}

/// The quotes worth showing under an entry: not those that say what it says, nor what stands there itself.
fn quotes<'e>(entry: &'e Entry, manner: Manner<'_>) -> Vec<&'e Said> {
    let EntryReceipt::Words(words) = &entry.receipt else { return Vec::new() };
    let text = fold_str(&entry.text);
    let is_new = |said: &&Said| !manner.lines.contains(&said.message) && fold_str(&said.quote) != text;
    let most = if entry.stands_for.is_empty() { QUOTES } else { QUOTES_OF_MEMBERS };
    words.iter().filter(is_new).take(most).collect()
}

/// `许知夏，三天前，11月27日：“…”`.
fn quote(said: &Said, manner: Manner<'_>) -> String {
    let language = manner.language;
    let who = said.speaker.as_deref().map_or_else(|| words::role(said.role, language).to_owned(), visible_line);
    let day = said.time.map(|time| local_time::day_seen_from(time.ms(), manner.now.ms(), manner.zone, language));
    let when = day.map(|day| format!("{}{day}", words::either(language, "，", ", "))).unwrap_or_default();
    format!("{who}{when}{}“{}”", words::colon(language), visible_line(&said.quote))
}
