//! The shape of an answer: for each duty the outputs that are asked for, and the JSON Schema they must keep to, cut from the
//! one schema of proposals.

use hupo::{Duty, NewBelief, Proposal, limits};
use serde_json::{Map, Value, json};

/// One output that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Output {
    /// Its name in the answer.
    pub(crate) name: &'static str,
    /// What it holds.
    pub(crate) holds: Holds,
}

/// What an output holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    /// A list of proposals of these kinds.
    Proposals(&'static [&'static str]),
    /// A text that becomes a page of this kind.
    Page(PageOutput),
    /// A list of beliefs.
    Beliefs,
    /// The text of a topic summary.
    Summary,
    /// The ids of the memories it is made from.
    Members,
}

/// The pages a model may write, each about the range that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageOutput {
    Continuity,
    Segment,
    Diary,
    CarriedNote,
    StatusNote,
}

const fn proposals(name: &'static str, kinds: &'static [&'static str]) -> Output {
    Output { name, holds: Holds::Proposals(kinds) }
}

const fn page(name: &'static str, page: PageOutput) -> Output {
    Output { name, holds: Holds::Page(page) }
}

/// The four outputs of the job after a reply.
const AFTER_REPLY: &[Output] = &[
    proposals("memories", &["memory", "correction", "person", "relation"]),
    proposals("commitments", &["temporal_item", "outcome"]),
    proposals("standing", &["observation"]),
    page("carried_note", PageOutput::CarriedNote),
];

const FACTS: &[&str] = &["memory", "correction", "person", "relation", "temporal_item", "outcome", "observation"];

const DAY: &[Output] =
    &[proposals("proposals", FACTS), page("diary", PageOutput::Diary), page("status_note", PageOutput::StatusNote)];

const PAGE_FACTS: &[Output] = &[proposals("proposals", FACTS)];
const PAGE: &[Output] = &[page("page", PageOutput::Continuity)];
const SEGMENT: &[Output] = &[page("segment", PageOutput::Segment)];
const BELIEFS: &[Output] = &[Output { name: "beliefs", holds: Holds::Beliefs }];
const TOPIC_SUMMARY: &[Output] =
    &[Output { name: "summary", holds: Holds::Summary }, Output { name: "members", holds: Holds::Members }];

/// What is asked for by a duty.
pub(crate) const fn outputs(duty: Duty) -> &'static [Output] {
    match duty {
        Duty::AfterReply => AFTER_REPLY,
        Duty::Day => DAY,
        Duty::Page => PAGE,
        Duty::PageFacts => PAGE_FACTS,
        Duty::Segment => SEGMENT,
        Duty::Beliefs => BELIEFS,
        Duty::TopicSummary => TOPIC_SUMMARY,
    }
}

/// The JSON Schema of a duty's answer.
pub(crate) fn schema(duty: Duty) -> Value {
    let mut definitions = Map::new();
    let mut properties = Map::new();
    for output in outputs(duty) {
        properties.insert(output.name.to_owned(), of_output(output.holds, &mut definitions));
    }
    let required: Vec<&str> = outputs(duty).iter().map(|output| output.name).collect();
    let mut schema = json!({
        "type": "object", "properties": properties, "required": required, "additionalProperties": false
    });
    if let (false, Some(fields)) = (definitions.is_empty(), schema.as_object_mut()) {
        fields.insert("$defs".to_owned(), Value::Object(definitions));
    }
    schema
}

fn of_output(holds: Holds, definitions: &mut Map<String, Value>) -> Value {
    match holds {
        Holds::Proposals(kinds) => {
            json!({ "type": "array", "items": { "oneOf": of_kinds(kinds, definitions) } })
        }
        Holds::Page(PageOutput::CarriedNote) => {
            json!({ "type": ["string", "null"], "maxLength": limits::CARRIED_NOTE_CHARS })
        }
        Holds::Page(PageOutput::Diary | PageOutput::StatusNote) => json!({ "type": ["string", "null"] }),
        Holds::Page(PageOutput::Continuity | PageOutput::Segment) | Holds::Summary => {
            json!({ "type": "string", "minLength": 1 })
        }
        Holds::Beliefs => {
            let mut belief = generated(&schemars::schema_for!(NewBelief));
            take_definitions(&mut belief, definitions);
            json!({ "type": "array", "items": belief })
        }
        Holds::Members => json!({ "type": "array", "items": { "type": "integer", "minimum": 1 }, "minItems": 2 }),
    }
}

/// The schemas of these kinds of proposal, as they stand in the one that is published.
fn of_kinds(kinds: &[&str], definitions: &mut Map<String, Value>) -> Vec<Value> {
    let mut all = generated(&schemars::schema_for!(Proposal));
    take_definitions(&mut all, definitions);
    let variants = all.get("oneOf").and_then(Value::as_array).cloned().unwrap_or_default();
    variants.into_iter().filter(|variant| kind_of(variant).is_some_and(|kind| kinds.contains(&kind))).collect()
}

fn kind_of(variant: &Value) -> Option<&str> {
    variant.pointer("/properties/propose/const").and_then(Value::as_str)
}

fn generated(schema: &schemars::Schema) -> Value {
    schema.as_value().clone()
}

/// Moves a schema's definitions to where references look for them: the root.
fn take_definitions(schema: &mut Value, definitions: &mut Map<String, Value>) {
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("$schema");
        if let Some(Value::Object(own)) = fields.remove("$defs") {
            definitions.extend(own);
        }
    }
}

#[cfg(test)]
mod tests;
