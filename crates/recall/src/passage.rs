//! The text of a document as models read it: in context, but judged and returned alone.
//!
//! A dialogue turn is rarely understood alone, so its speaker and the previous turn come first. Records get a
//! line with time, kind and contact; documents with a heading get the heading.

use hupo_types::{ContextLine, DocKind, Document};
use jiff::tz::TimeZone;

/// Characters of context kept: its end, which lies next to the turn. More would push the turn out of the model's reach.
const CONTEXT_CHARS: usize = 240;

/// What is embedded and reranked for a document.
pub fn passage(document: &Document, zone: &TimeZone) -> String {
    let mut text = String::new();
    match document.id.kind() {
        DocKind::Message => push_context(&mut text, document),
        DocKind::Memory => push_quotes(&mut text, document),
    }
    push_heading(&mut text, document, zone);
    push_spoken(&mut text, document.speaker.as_deref(), &document.text);
    text
}

fn push_context(text: &mut String, document: &Document) {
    for line in &document.context {
        push_spoken(text, line.speaker.as_deref(), tail(&line.text));
        text.push('\n');
    }
}

/// A memory's quotes carry its words in the language they were said in.
fn push_quotes(text: &mut String, document: &Document) {
    let fresh = |line: &&ContextLine| line.text != document.text;
    for line in document.context.iter().filter(fresh).take(2) {
        push_spoken(text, line.speaker.as_deref(), tail(&line.text));
        text.push('\n');
    }
}

fn push_heading(text: &mut String, document: &Document, zone: &TimeZone) {
    if let Some(title) = document.title.as_deref().filter(|title| !title.is_empty()) {
        text.push_str(title);
        text.push('\n');
    }
    if document.channel.is_none() && document.contact.is_none() {
        return;
    }
    let stamp = document.time.map(|time| hupo_text::dates::stamp(time.ms(), zone));
    let parts = [stamp.as_deref(), document.channel.as_deref(), document.contact.as_deref()];
    let line: Vec<&str> = parts.into_iter().flatten().collect();
    text.push_str(&line.join(" "));
    text.push('\n');
}

fn push_spoken(text: &mut String, speaker: Option<&str>, words: &str) {
    if let Some(speaker) = speaker.filter(|name| !name.is_empty()) {
        text.push_str(speaker);
        text.push_str(": ");
    }
    text.push_str(words);
}

fn tail(text: &str) -> &str {
    let start = text.char_indices().rev().nth(CONTEXT_CHARS.saturating_sub(1)).map_or(0, |(at, _)| at);
    text.get(start..).unwrap_or(text)
}

#[cfg(test)]
mod tests;
