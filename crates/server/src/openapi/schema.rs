//! Messages and enums as JSON Schema, as proto3 JSON writes them.

use crate::descriptors::comment;
use prost_reflect::{EnumDescriptor, FieldDescriptor, Kind, MessageDescriptor};
use serde_json::{Map, Value, json};

/// The largest whole number that every reader of JSON takes.
const EXACT: u64 = (1 << 53) - 1;

/// The schemas of messages and of all they hold, by name.
pub(super) fn of_all(messages: Vec<MessageDescriptor>) -> Map<String, Value> {
    let mut schemas = Map::new();
    let mut left = messages;
    while let Some(message) = left.pop() {
        if is_time(&message) || schemas.contains_key(message.name()) {
            continue;
        }
        schemas.insert(message.name().to_owned(), of_message(&message));
        for field in message.fields() {
            let kind = field.kind();
            left.extend(kind.as_message().cloned());
            schemas.extend(kind.as_enum().map(|held| (held.name().to_owned(), of_enum(held))));
        }
    }
    schemas
}

pub(super) fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn is_time(message: &MessageDescriptor) -> bool {
    message.full_name() == "google.protobuf.Timestamp"
}

fn of_message(message: &MessageDescriptor) -> Value {
    let properties: Map<String, Value> =
        message.fields().map(|field| (field.name().to_owned(), of_field(&field))).collect();
    let mut schema = json!({
        "type": "object",
        "description": comment(&message.parent_file(), message.path()),
        "properties": properties,
        "additionalProperties": false,
    });
    // A field of its own may be `optional`, which is a oneof of one; only real choices are told.
    for choice in message.oneofs().filter(|choice| !choice.is_synthetic()) {
        let one: Vec<Value> = choice.fields().map(|field| json!({ "required": [field.name()] })).collect();
        schema = with(schema, "oneOf", Value::Array(one));
    }
    schema
}

/// A schema that says one thing more.
fn with(mut schema: Value, name: &str, value: Value) -> Value {
    if let Value::Object(fields) = &mut schema {
        fields.insert(name.to_owned(), value);
    }
    schema
}

fn of_enum(of: &EnumDescriptor) -> Value {
    let values: Vec<String> = of.values().map(|value| value.name().to_owned()).collect();
    let told = of.values().map(|value| format!("`{}`: {}", value.name(), comment(&of.parent_file(), value.path())));
    let told: Vec<String> = std::iter::once(comment(&of.parent_file(), of.path())).chain(told).collect();
    json!({ "type": "string", "enum": values, "description": told.join("\n\n") })
}

fn of_field(field: &FieldDescriptor) -> Value {
    let one = of_kind(&field.kind());
    let schema = if field.is_list() { json!({ "type": "array", "items": one }) } else { one };
    with(schema, "description", Value::String(comment(&field.parent_file(), field.path())))
}

fn of_kind(kind: &Kind) -> Value {
    match kind {
        Kind::String => json!({ "type": "string" }),
        Kind::Bytes => json!({ "type": "string", "contentEncoding": "base64" }),
        Kind::Bool => json!({ "type": "boolean" }),
        Kind::Float => json!({ "type": "number", "format": "float", "minimum": f32::MIN, "maximum": f32::MAX }),
        Kind::Double => json!({ "type": "number", "format": "double" }),
        Kind::Uint32 | Kind::Fixed32 => {
            json!({ "type": "integer", "format": "int64", "minimum": 0, "maximum": u32::MAX })
        }
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => json!({ "type": "integer", "format": "int32" }),
        Kind::Uint64 | Kind::Fixed64 => json!({
            "type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]{0,18})$", "minimum": 0, "maximum": EXACT,
        }),
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => json!({
            "type": ["string", "integer"], "pattern": "^(0|-?[1-9][0-9]{0,17})$", "minimum": -(EXACT as i64), "maximum": EXACT,
        }),
        Kind::Enum(of) => reference(of.name()),
        Kind::Message(of) if is_time(of) => json!({ "type": "string", "format": "date-time" }),
        Kind::Message(of) => reference(of.name()),
    }
}
