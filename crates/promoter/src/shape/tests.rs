//! The schemas that answers must keep to.

use super::*;
use std::collections::BTreeSet;

fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(name) = fields.get("$ref").and_then(Value::as_str) {
                found.insert(name.to_owned());
            }
            fields.values().for_each(|value| references(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| references(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_reference_of_every_duty_leads_somewhere() {
    for duty in Duty::ALL {
        let schema = schema(duty);
        let mut found = BTreeSet::new();
        references(&schema, &mut found);
        for reference in found {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(schema.pointer(pointer).is_some(), "{duty}: {reference}");
        }
    }
}

#[test]
fn every_kind_that_is_asked_for_has_its_schema() {
    for duty in Duty::ALL {
        for output in outputs(duty) {
            if let Holds::Proposals(kinds) = output.holds {
                let of = of_kinds(kinds, &mut Map::new());
                assert_eq!(of.len(), kinds.len(), "{duty}: {}", output.name);
            }
        }
    }
}

#[test]
fn no_duty_asks_a_model_for_the_profile() {
    for duty in Duty::ALL {
        assert!(!schema(duty).to_string().contains(r#""const":"profile""#), "{duty}");
    }
}

#[test]
fn the_job_after_a_reply_has_its_four_outputs() {
    let names: Vec<&str> = outputs(Duty::AfterReply).iter().map(|output| output.name).collect();
    assert_eq!(names, ["memories", "commitments", "standing", "carried_note"]);
    assert_eq!(schema(Duty::AfterReply)["properties"]["carried_note"]["maxLength"], 400);
}
