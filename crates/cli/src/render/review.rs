//! The review queue: rows, and the card a person decides on.

use super::card::{barred, card, quoted, under};
use super::memory::memory_json;
use super::story::{title, word};
use super::time::{local, rfc3339};
use super::verdict::{verdict_json, verdict_text};
use crate::output::Output;
use crate::shell::zone_of;
use anyhow::Result;
use hupo::{CardConflict, CardEvidence, Decision, Judgement, NewDecision, Quoted, Review, ReviewCard, Sign, Space};
use jiff::tz::TimeZone;
use serde_json::{Value, json};

/// A proposal that waits, in a row.
pub(crate) fn waiting_row(review: &Review) -> Vec<String> {
    let why: Vec<String> = review.waiting.iter().map(word).collect();
    vec![review.id.to_string(), title(&review.proposal), why.join(", ")]
}

/// A proposal, its evidence, and what it contradicts beside the evidence of that.
pub(crate) fn review_card(space: &Space, waits: &ReviewCard, out: &Output) -> String {
    let (zone, review) = (zone_of(space), &waits.review);
    let why: Vec<String> = review.waiting.iter().map(word).collect();
    let mut heading = vec![review.id.to_string(), local(Some(review.queued_at), &zone)];
    heading.extend(review.proposer.as_ref().map(|proposer| format!("by {}", proposer.name)));
    heading.push(format!("waits: {}", why.join(", ")));
    let says = if review.erased { "(its words were erased)".to_owned() } else { title(&review.proposal) };
    let mut lines = card(&heading, &says, out);
    lines.extend(waits.evidence.iter().flat_map(|one| evidence(one, &zone, out)));
    if !waits.signs.is_empty() {
        let signs: Vec<&str> = waits.signs.iter().map(|sign| sign_in_words(*sign)).collect();
        let lines_of_it = under(&format!("reads like an instruction: {}", signs.join(", ")), out);
        lines.extend(lines_of_it.iter().map(|line| out.paint.warn(line)));
    }
    lines.extend(waits.conflicts.iter().flat_map(|one| conflict(one, &zone, out)));
    lines.extend(match &review.decision {
        Some(decision) => under(&decided(decision, &zone), out),
        None if review.erased => Vec::new(),
        None => refused(&waits.judgement, out),
    });
    lines.join("\n")
}

fn evidence(one: &CardEvidence, zone: &TimeZone, out: &Output) -> Vec<String> {
    match &one.found {
        Ok(found) => quote(found, zone, out),
        Err(verdict) => verdict_text(verdict, out).lines().map(|line| barred(line, out)).collect(),
    }
}

/// The words, and who said them, where and when.
fn quote(found: &Quoted, zone: &TimeZone, out: &Output) -> Vec<String> {
    let who = found.speaker.clone().unwrap_or_else(|| found.role.to_string());
    let mut lines = quoted(&format!("“{}”", found.quote), out);
    lines.push(barred(&format!("{who} · {} · {}", local(found.time, zone), found.message), out));
    lines
}

fn conflict(conflict: &CardConflict, zone: &TimeZone, out: &Output) -> Vec<String> {
    let mut lines = under(&format!("contradicts {}: {}", conflict.memory.id, conflict.memory.text), out);
    lines.extend(conflict.evidence.iter().flat_map(|found| quote(found, zone, out)));
    lines
}

/// Why approving it would fail, if it would.
fn refused(judgement: &Judgement, out: &Output) -> Vec<String> {
    match judgement {
        Judgement::Refuse(verdict) => {
            let said = format!("approving it would be refused: {}: {}", word(verdict.code), verdict.reason);
            under(&said, out)
        }
        Judgement::Queue { .. } | Judgement::CarryOut { .. } => Vec::new(),
    }
}

fn decided(decision: &Decision, zone: &TimeZone) -> String {
    format!("{} by {} · {}", decision_word(&decision.decision), decision.by, local(Some(decision.at), zone))
}

/// What a person decided, as a word.
pub(crate) const fn decision_word(decision: &NewDecision) -> &'static str {
    match decision {
        NewDecision::Approve => "approved",
        NewDecision::Edit { .. } => "edited",
        NewDecision::Merge { .. } => "merged",
        NewDecision::Reject { bar: false, .. } => "rejected",
        NewDecision::Reject { bar: true, .. } => "barred",
    }
}

fn sign_in_words(sign: Sign) -> &'static str {
    match sign {
        Sign::DropsInstructions => "it sets instructions aside",
        Sign::AsksForHiddenText => "it asks for hidden text",
        Sign::DemandsObedience => "it demands obedience",
        Sign::HidesFromUser => "it keeps something from the user",
        Sign::RoleMarkup => "it is marked up as another role",
        Sign::ToolCall => "it calls a tool",
    }
}

/// A proposal of the queue as a program reads it.
pub(crate) fn waiting_json(review: &Review) -> Value {
    json!({
        "id": review.id.to_string(),
        "proposal": review.proposal,
        "proposer": review.proposer,
        "waiting": review.waiting,
        "conflicts": super::records::ids(&review.conflicts),
        "queued_at": rfc3339(review.queued_at),
        "decision": review.decision.as_ref().map(|decision| json!({
            "decision": decision.decision,
            "by": decision.by,
            "at": rfc3339(decision.at),
        })),
        "erased": review.erased,
    })
}

/// The card as a program reads it.
pub(crate) fn review_json(space: &Space, card: &ReviewCard) -> Result<Value> {
    let conflicts = card.conflicts.iter().map(|one| memory_json(space, &one.memory)).collect::<Result<Vec<_>>>()?;
    let refused = match &card.judgement {
        Judgement::Refuse(verdict) => Some(verdict_json(verdict)),
        Judgement::Queue { .. } | Judgement::CarryOut { .. } => None,
    };
    let signs: Vec<&str> = card.signs.iter().map(|sign| sign_in_words(*sign)).collect();
    Ok(json!({
        "space": space.name(),
        "review": waiting_json(&card.review),
        "evidence": card.evidence.iter().map(evidence_json).collect::<Vec<_>>(),
        "conflicts": conflicts,
        "signs": signs,
        "would_be_refused": refused,
    }))
}

fn evidence_json(one: &CardEvidence) -> Value {
    let (found, refused) = match &one.found {
        Ok(found) => (Some(quoted_json(found)), None),
        Err(verdict) => (None, Some(verdict_json(verdict))),
    };
    json!({ "cited": one.cited, "found": found, "refused": refused, "message_text": one.message })
}

fn quoted_json(quoted: &Quoted) -> Value {
    json!({
        "message_id": quoted.message.to_string(),
        "external_id": quoted.external_id,
        "role": quoted.role,
        "speaker": quoted.speaker,
        "time": quoted.time.and_then(rfc3339),
        "quote": quoted.quote,
        "start": quoted.start,
        "end": quoted.end,
    })
}
