//! Finding the field that makes a JSON value no message: the reader of JSON would tell its content, this tells its name.

use crate::problem::Problem;
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MessageDescriptor};
use serde_json::{Map, Value};

/// Names longer than this are cut before they are told.
const NAME_CHARS: usize = 80;

/// What makes the value no such message.
pub(super) fn fault(of: &MessageDescriptor, value: &Value) -> Problem {
    let (place, why) = in_message(of, value, "").unwrap_or_default();
    let place = if place.is_empty() { "body" } else { &place };
    let why = if why.is_empty() { "it sets two of what exclude each other" } else { why };
    Problem::invalid(place, why)
}

/// The place of a fault, and what is wrong there.
type Fault = (String, &'static str);

fn in_message(of: &MessageDescriptor, value: &Value, place: &str) -> Option<Fault> {
    if of.package_name() != "hupo.v1" {
        return (!reads(of, value)).then(|| (place.to_owned(), "it is not what this field holds"));
    }
    let Value::Object(fields) = value else {
        return Some((place.to_owned(), "it is no JSON object"));
    };
    fields.iter().find_map(|(name, value)| {
        let place = if place.is_empty() { shortened(name) } else { format!("{place}.{}", shortened(name)) };
        match of.get_field_by_json_name(name).or_else(|| of.get_field_by_name(name)) {
            None => Some((place, "there is no such field")),
            Some(field) => in_field(of, &field, (name, value), place),
        }
    })
}

fn in_field(
    of: &MessageDescriptor,
    field: &FieldDescriptor,
    (name, value): (&str, &Value),
    place: String,
) -> Option<Fault> {
    let alone = Value::Object(Map::from_iter([(name.to_owned(), value.clone())]));
    if reads(of, &alone) {
        return None;
    }
    let inside = match (field.kind(), value) {
        (Kind::Message(of), Value::Array(items)) if field.is_list() => {
            items.iter().enumerate().find_map(|(n, item)| in_message(&of, item, &format!("{place}[{n}]")))
        }
        (Kind::Message(of), value) if !field.is_list() => in_message(&of, value, &place),
        _ => None,
    };
    Some(inside.unwrap_or((place, "it is not what this field holds")))
}

fn reads(of: &MessageDescriptor, value: &Value) -> bool {
    DynamicMessage::deserialize(of.clone(), value).is_ok()
}

fn shortened(name: &str) -> String {
    name.chars().take(NAME_CHARS).collect()
}
