//! Records of a space as programs read them: ids as people write them, times in RFC 3339.

use super::memory::memory_json;
use super::time::rfc3339;
use anyhow::Result;
use hupo::{
    BeliefView, BeliefsInput, CardRelation, Closing, Entity, Erasure, Evidence, Observation, Page, PersonCard, Plan,
    ProfileView, Space, Timestamp,
};
use serde_json::{Value, json};
use std::fmt::Display;

/// Ids, as people write them.
pub(super) fn ids<T: Display>(ids: &[T]) -> Vec<String> {
    ids.iter().map(ToString::to_string).collect()
}

fn time(time: Option<Timestamp>) -> Option<String> {
    time.and_then(rfc3339)
}

fn evidence(evidence: &[Evidence]) -> Vec<Value> {
    let one = |one: &Evidence| {
        json!({
            "message_id": one.message.to_string(),
            "role": one.role,
            "quote": one.quote,
            "start": one.start,
            "end": one.end,
            "purpose": one.purpose,
        })
    };
    evidence.iter().map(one).collect()
}

/// An entry of the log.
pub(crate) fn observation_json(entry: &Observation) -> Value {
    json!({
        "id": entry.id.to_string(),
        "type": entry.kind,
        "about": entry.about,
        "subject": entry.subject,
        "value": entry.value,
        "source": entry.source,
        "confidence": entry.confidence,
        "observed_at": rfc3339(entry.observed_at),
        "recorded_at": rfc3339(entry.recorded_at),
        "evidence": evidence(&entry.evidence),
    })
}

/// A profile fact; a private one without its value and its words.
pub(crate) fn profile_json(fact: &ProfileView) -> Value {
    json!({
        "id": fact.id.to_string(),
        "about": fact.about,
        "attribute": fact.attribute,
        "value": fact.value,
        "visibility": fact.visibility,
        "is_adult": fact.is_adult,
        "evidence": evidence(&fact.evidence),
    })
}

/// A belief with the entries it rests on.
pub(crate) fn belief_json(belief: &BeliefView) -> Value {
    json!({
        "slot": belief.slot,
        "value": belief.value,
        "confidence": belief.confidence,
        "cites": ids(&belief.cites),
        "made_at": rfc3339(belief.made_at),
        "stale": belief.stale,
    })
}

/// What beliefs are made from; `made_from` is to be handed back with them.
pub(crate) fn beliefs_input_json(input: &BeliefsInput) -> Value {
    json!({
        "slots": input.slots,
        "observations": input.observations.iter().map(observation_json).collect::<Vec<_>>(),
        "made_from": input.made_from.to_string(),
    })
}

/// A temporal item with its status at the time it was asked for.
pub(crate) fn plan_json(plan: &Plan) -> Value {
    let item = &plan.item;
    json!({
        "id": item.id.to_string(),
        "kind": item.kind,
        "status": plan.status,
        "about": item.about,
        "text": item.text,
        "starts": time(item.starts),
        "ends": time(item.ends),
        "entities": ids(&item.entities),
        "recorded_at": rfc3339(item.recorded_at),
        "evidence": evidence(&item.evidence),
        "closing": item.closing.as_ref().map(closing_json),
    })
}

fn closing_json(closing: &Closing) -> Value {
    json!({
        "ending": closing.ending,
        "at": rfc3339(closing.at),
        "became": closing.became.map(|id| id.to_string()),
        "memory": closing.memory.map(|id| id.to_string()),
        "evidence": evidence(&closing.evidence),
    })
}

/// A page with the range it is about.
pub(crate) fn page_json(page: &Page) -> Value {
    json!({
        "id": page.id.to_string(),
        "kind": page.kind,
        "text": page.text,
        "from": page.from.to_string(),
        "to": page.to.to_string(),
        "recorded_at": rfc3339(page.recorded_at),
    })
}

/// A named thing.
pub(crate) fn entity_json(entity: &Entity) -> Value {
    json!({
        "id": entity.id.to_string(),
        "name": entity.name,
        "kind": entity.kind,
        "aliases": entity.aliases,
        "recorded_at": rfc3339(entity.recorded_at),
    })
}

/// What is known of an entity.
pub(crate) fn person_json(space: &Space, card: &PersonCard) -> Result<Value> {
    let memories = card.memories.iter().map(|memory| memory_json(space, memory)).collect::<Result<Vec<_>>>()?;
    Ok(json!({
        "id": card.entity.id.to_string(),
        "name": card.entity.name,
        "kind": card.entity.kind,
        "names": card.names,
        "merged": card.merged.iter().map(entity_json).collect::<Vec<_>>(),
        "relations": card.relations.iter().map(relation_json).collect::<Vec<_>>(),
        "memories": memories,
    }))
}

fn relation_json(one: &CardRelation) -> Value {
    let relation = &one.relation;
    json!({
        "id": relation.id.to_string(),
        "from": one.from,
        "predicate": relation.predicate,
        "to": one.to,
        "valid_from": time(relation.valid.from),
        "valid_to": time(relation.valid.to),
        "recorded_at": rfc3339(relation.recorded_at),
        "evidence": evidence(&relation.evidence),
    })
}

/// The receipt of an erasure: ids, never words.
pub(crate) fn erasure_json(receipt: &Erasure) -> Value {
    json!({
        "target": super::erasure::target(receipt),
        "lost": receipt.lost,
        "at": rfc3339(receipt.at),
        "messages": ids(&receipt.messages),
        "memories": ids(&receipt.memories),
        "lost_evidence": ids(&receipt.lost_evidence),
        "entities": ids(&receipt.entities),
        "relations": ids(&receipt.relations),
        "observations": ids(&receipt.observations),
        "profile_facts": ids(&receipt.profile_facts),
        "temporal_items": ids(&receipt.temporal_items),
        "pages": ids(&receipt.pages),
        "proposals": ids(&receipt.proposals),
        "vectors": ids(&receipt.vectors),
        "beliefs": receipt.beliefs,
        "writes": receipt.rewritten.iter().map(|(sequence, _)| sequence.to_string()).collect::<Vec<_>>(),
    })
}
