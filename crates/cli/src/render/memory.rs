//! A memory in its chain of corrections: as a card and as JSON.

use super::story;
use super::time::{local, rfc3339};
use super::wrap::wrap;
use crate::output::Output;
use crate::shell::zone_of;
use anyhow::Result;
use hupo::{DocId, Memory, Quoted, Space, Standing, State};
use jiff::tz::TimeZone;
use serde_json::{Value, json};

const INDENT: &str = "    ";

/// The text, its state, and the words it rests on.
pub(crate) fn memory_card(space: &Space, memory: &Memory, out: &Output) -> Result<String> {
    let (zone, width) = (zone_of(space), out.width - INDENT.len());
    let state = match memory.standing {
        Standing::Stable => word(memory.state).to_owned(),
        standing @ (Standing::Disputed | Standing::Outdated) => {
            format!("{} · {}", word(memory.state), story::word(standing))
        }
    };
    let recorded = local(Some(memory.recorded_at), &zone);
    let mut lines =
        vec![format!("{} {state} · {} · recorded {recorded}", out.paint.bold(&memory.id.to_string()), memory.kind)];
    lines.extend(wrap(&memory.text, width).into_iter().map(|line| format!("{INDENT}{line}")));
    for quoted in space.sources(DocId::Memory(memory.id), 0)? {
        let quote = wrap(&format!("“{}”", quoted.quote), width - 2);
        let source = format!("{} · {}", who(&quoted), local(quoted.time, &zone));
        let said = quote.iter().map(|line| out.paint.quote(line)).chain([source]);
        lines.extend(said.map(|line| format!("{INDENT}{} {line}", out.paint.dim("│"))));
    }
    lines.extend(after(memory, &zone).iter().map(|line| format!("{INDENT}{}", out.paint.dim(line))));
    Ok(lines.join("\n"))
}

/// What became of it.
fn after(memory: &Memory, zone: &TimeZone) -> Vec<String> {
    let care = &memory.care;
    let used = care.last_used_at.map(|time| {
        let times = if care.used_count == 1 { "once".to_owned() } else { format!("{} times", care.used_count) };
        format!("used {times}, last {}", local(Some(time), zone))
    });
    let archived = care.archived_at.map(|time| format!("archived since {}", local(Some(time), zone)));
    let folded = care.folded_into.map(|by| format!("{by} stands in its place"));
    let superseded = memory.superseded_by.map(|by| format!("↓ superseded by {by}"));
    [used, archived, folded, superseded].into_iter().flatten().collect()
}

fn who(quoted: &Quoted) -> String {
    quoted.speaker.clone().unwrap_or_else(|| quoted.role.to_string())
}

fn word(state: State) -> &'static str {
    match state {
        State::Active => "active",
        State::Superseded => "superseded",
        State::Archived => "archived",
        State::Folded => "folded",
        State::Erased => "erased",
    }
}

/// The memory with its evidence; ids as people write them, times in RFC 3339.
pub(crate) fn memory_json(space: &Space, memory: &Memory) -> Result<Value> {
    let evidence: Vec<Value> = space.sources(DocId::Memory(memory.id), 0)?.iter().map(evidence).collect();
    Ok(json!({
        "id": memory.id.to_string(),
        "external_id": memory.external_id,
        "kind": memory.kind,
        "scope": memory.scope,
        "key": memory.key,
        "text": memory.text,
        "state": memory.state,
        "standing": memory.standing,
        "importance": memory.importance,
        "recorded_at": rfc3339(memory.recorded_at),
        "valid_from": memory.valid.from.and_then(rfc3339),
        "valid_to": memory.valid.to.and_then(rfc3339),
        "supersedes": memory.supersedes.map(|id| id.to_string()),
        "superseded_by": memory.superseded_by.map(|id| id.to_string()),
        "superseded_at": memory.superseded_at.and_then(rfc3339),
        "used_count": memory.care.used_count,
        "last_used_at": memory.care.last_used_at.and_then(rfc3339),
        "archived_at": memory.care.archived_at.and_then(rfc3339),
        "folded_into": memory.care.folded_into.map(|id| id.to_string()),
        "covers": memory.covers.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "evidence": evidence,
    }))
}

fn evidence(quoted: &Quoted) -> Value {
    json!({
        "message_id": quoted.message.to_string(),
        "external_id": quoted.external_id,
        "role": quoted.role,
        "speaker": quoted.speaker,
        "time": quoted.time.and_then(rfc3339),
        "session": quoted.session,
        "quote": quoted.quote,
        "start": quoted.start,
        "end": quoted.end,
        "purpose": quoted.purpose,
    })
}
