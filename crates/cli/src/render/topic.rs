//! Topics, the months of them that are worth a summary, and what a summary was made from.

use super::card::{card, quoted, under};
use super::records::ids;
use super::story::word;
use super::time::{local, rfc3339};
use crate::output::Output;
use hupo::{Quoted, State, TopicDue, TopicMember, TopicView};
use jiff::tz::TimeZone;
use serde_json::{Value, json};

/// A topic, and what belongs to it.
pub(crate) fn topic_row(view: &TopicView) -> Vec<String> {
    let summaries = ids(&view.summaries).join(", ");
    vec![view.topic.id.to_string(), view.topic.name.clone(), view.members.len().to_string(), summaries]
}

/// A topic as JSON.
pub(crate) fn topic_json(view: &TopicView) -> Value {
    json!({
        "id": view.topic.id.to_string(),
        "name": view.topic.name,
        "about": view.topic.about,
        "members": ids(&view.members),
        "summaries": ids(&view.summaries),
    })
}

/// A month of a topic that is worth a summary, with everything a draft is made from.
pub(crate) fn topic_due_card(due: &TopicDue, zone: &TimeZone, out: &Output) -> String {
    let mut heading = vec![due.name.clone(), due.month.to_string(), word(due.why)];
    heading.extend(due.replaces.map(|id| format!("takes the place of {id}")));
    heading.extend(due.waiting.map(|id| format!("{id} waits for a person")));
    heading.extend((due.n_left_out > 0).then(|| format!("{} more found no room", due.n_left_out)));
    let mut lines = card(&heading, "", out);
    lines.extend(due.members.iter().flat_map(|one| member_lines(one, zone, out)));
    lines.join("\n")
}

/// A memory that a summary is made from, and the words it rests on.
pub(crate) fn member_card(member: &TopicMember, zone: &TimeZone, out: &Output) -> String {
    member_lines(member, zone, out).join("\n")
}

fn member_lines(member: &TopicMember, zone: &TimeZone, out: &Output) -> Vec<String> {
    let mut heading = vec![member.memory.to_string(), member.kind.to_string(), local(Some(member.time), zone)];
    heading.extend((member.state != State::Active).then(|| word(member.state)));
    heading.extend(member.superseded_by.map(|by| format!("superseded by {by}")));
    let mut lines = under(&heading.join(" · "), out);
    lines.extend(under(&member.text, out));
    lines.extend(member.evidence.iter().flat_map(|one| quoted(&format!("“{}” {}", one.quote, place(one)), out)));
    lines
}

fn place(quoted: &Quoted) -> String {
    quoted.external_id.clone().unwrap_or_else(|| quoted.message.to_string())
}

/// A month that is due, as JSON.
pub(crate) fn topic_due_json(due: &TopicDue) -> Value {
    json!({
        "topic": due.topic.to_string(),
        "name": due.name,
        "month": due.month,
        "from": due.period.from.and_then(rfc3339),
        "to": due.period.to.and_then(rfc3339),
        "why": due.why,
        "replaces": due.replaces.map(|id| id.to_string()),
        "waiting": due.waiting.map(|id| id.to_string()),
        "members": due.members.iter().map(member_json).collect::<Vec<_>>(),
        "n_left_out": due.n_left_out,
    })
}

/// A member, as JSON.
pub(crate) fn member_json(member: &TopicMember) -> Value {
    let evidence = |one: &Quoted| json!({ "message_id": one.message.to_string(), "external_id": one.external_id, "role": one.role, "quote": one.quote });
    json!({
        "memory": member.memory.to_string(),
        "kind": member.kind,
        "text": member.text,
        "importance": member.importance,
        "state": member.state,
        "superseded_by": member.superseded_by.map(|id| id.to_string()),
        "time": rfc3339(member.time),
        "is_new": member.is_new,
        "evidence": member.evidence.iter().map(evidence).collect::<Vec<_>>(),
    })
}
