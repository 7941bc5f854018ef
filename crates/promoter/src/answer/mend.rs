//! What is mended in an entry before it is read: ids that were written as texts, and what was given as nothing. Nothing
//! that a proposal says is changed.

use serde_json::Value;

/// Where proposals name something by its number.
const IDS: [&str; 8] = ["message", "corrects", "supersedes", "item", "from", "to", "replaces", "same_as"];
/// Where they list such names.
const ID_LISTS: [&str; 3] = ["entities", "covers", "members"];

/// A proposal, mended.
pub(super) fn proposal(mut entry: Value) -> Value {
    without_nulls(&mut entry);
    number_ids(&mut entry);
    entry
}

/// A belief, mended.
pub(super) fn belief(mut entry: Value) -> Value {
    without_nulls(&mut entry);
    if let Some(cites) = entry.get_mut("cites").and_then(Value::as_array_mut) {
        for cite in cites {
            if let Some(id) = id(cite) {
                *cite = Value::from(id);
            }
        }
    }
    entry
}

/// The number that an id was written as: `7`, `"7"`, `"obs-7"`.
pub(super) fn id(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => number_in(text),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

fn number_in(text: &str) -> Option<u64> {
    const PREFIXES: [&str; 7] = ["msg-", "mem-", "ent-", "item-", "obs-", "rel-", "top-"];
    let text = text.trim().trim_start_matches(['[', '#']).trim_end_matches(']');
    let digits = PREFIXES.iter().find_map(|prefix| text.strip_prefix(prefix)).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { digits.parse().ok() } else { None }
}

/// A field that is `null` was not given.
fn without_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(without_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(without_nulls),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn number_ids(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match (IDS.contains(&name.as_str()), ID_LISTS.contains(&name.as_str())) {
                    (true, _) => as_number(value),
                    (false, true) => value.as_array_mut().into_iter().flatten().for_each(as_number),
                    (false, false) => {}
                }
                number_ids(value);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(number_ids),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn as_number(value: &mut Value) {
    if let (true, Some(id)) = (value.is_string(), id(value)) {
        *value = Value::from(id);
    }
}
