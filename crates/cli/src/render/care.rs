//! What care did and what it will do: maintenance, uses and their signs.

use super::records::ids;
use super::time::{local, rfc3339};
use super::topic::topic_due_json;
use crate::output::Output;
use hupo::{Cooling, DetectedUse, Maintenance, MemoryId, Timestamp, Use, UseSign};
use jiff::tz::TimeZone;
use serde_json::{Value, json};

/// What maintenance did, as lines.
pub(crate) fn maintenance_lines(done: &Maintenance, zone: &TimeZone) -> Vec<String> {
    let mut lines = vec![format!("{}: {}", archived_word(done.dry_run), counted(&done.archived))];
    lines.extend(done.archived.iter().map(|one| cooled(one, zone)));
    if !done.refolded.is_empty() {
        lines.push(format!("behind their topic summaries again: {}", ids(&refolded(done)).join(", ")));
    }
    if !done.withdrawn.is_empty() {
        lines.push(format!("withdrawn: {}", ids(&done.withdrawn).join(", ")));
    }
    let (week, month) = (done.n_due_in_7_days, done.n_due_in_30_days);
    lines.push(format!("next: {week} within 7 days, {month} within 30 days"));
    lines.extend(done.due_next.iter().map(|one| cooling(one, zone)));
    let due = done.topics_due.iter();
    lines.extend(
        due.map(|due| format!("worth a summary: {} in {}, {} memories", due.name, due.month, due.members.len())),
    );
    lines
}

fn refolded(done: &Maintenance) -> Vec<MemoryId> {
    done.refolded.iter().map(|one| one.memory).collect()
}

const fn archived_word(dry_run: bool) -> &'static str {
    if dry_run { "would leave recall" } else { "left recall" }
}

fn counted(archived: &[Cooling]) -> String {
    if archived.is_empty() { "nothing".to_owned() } else { archived.len().to_string() }
}

fn cooled(one: &Cooling, zone: &TimeZone) -> String {
    let Cooling { memory, kind, since, term_days, .. } = one;
    format!("    {memory} {kind}, not used since {} ({term_days} days)", day(*since, zone))
}

fn cooling(one: &Cooling, zone: &TimeZone) -> String {
    format!("    {} {} on {}", one.memory, one.kind, day(one.cold_at, zone))
}

fn day(time: Timestamp, zone: &TimeZone) -> String {
    local(Some(time), zone).chars().take("2026-01-01".len()).collect()
}

/// What maintenance did, as JSON.
pub(crate) fn maintenance_json(done: &Maintenance) -> Value {
    let one = |one: &Cooling| {
        json!({
            "memory": one.memory.to_string(),
            "kind": one.kind,
            "since": rfc3339(one.since),
            "term_days": one.term_days,
            "cold_at": rfc3339(one.cold_at),
        })
    };
    json!({
        "dry_run": done.dry_run,
        "archived": done.archived.iter().map(one).collect::<Vec<_>>(),
        "refolded": ids(&refolded(done)),
        "withdrawn": ids(&done.withdrawn),
        "due_next": done.due_next.iter().map(one).collect::<Vec<_>>(),
        "n_due_in_7_days": done.n_due_in_7_days,
        "n_due_in_30_days": done.n_due_in_30_days,
        "temperatures": done.temperatures,
        "topics_due": done.topics_due.iter().map(topic_due_json).collect::<Vec<_>>(),
    })
}

/// What in a reply shows that a memory was used: `word 茉莉花 · quote “只喝茉莉花茶”`.
pub(crate) fn signs(found: &DetectedUse) -> String {
    let sign = |sign: &UseSign| match sign {
        UseSign::Name(name) => format!("name {name}"),
        UseSign::Word(word) => format!("word {word}"),
        UseSign::Number(number) => format!("number {number}"),
        UseSign::Quote(quote) => format!("quote “{quote}”"),
    };
    found.signs.iter().map(sign).collect::<Vec<_>>().join(" · ")
}

/// A detected use as JSON.
pub(crate) fn detected_json(found: &DetectedUse) -> Value {
    json!({ "memory": found.memory.to_string(), "signs": found.signs })
}

/// A use as it is kept.
pub(crate) fn use_json(one: &Use) -> Value {
    json!({ "turn": one.turn.to_string(), "basis": one.basis, "at": rfc3339(one.at) })
}

/// A memory's name and the signs of its use, in the width.
pub(crate) fn detected_lines(found: &DetectedUse, out: &Output) -> Vec<String> {
    super::card::card(&[found.memory.to_string()], &signs(found), out)
}
