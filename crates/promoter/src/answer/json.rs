//! Finds the JSON in what a model said.

use super::BadAnswer;
use serde_json::{Map, Value};

/// The fields of an answer.
pub(super) type Fields = Map<String, Value>;

/// What was found.
#[derive(Debug, PartialEq)]
pub(super) struct Found {
    pub(super) fields: Fields,
    /// It breaks off; what was whole before that is here.
    pub(super) is_cut: bool,
}

/// How many places are tried at which an object might begin.
const PLACES: usize = 64;

/// The first object in the text that has one of the fields; else a list or a proposal that stands alone; else what is
/// whole of an object that breaks off.
pub(super) fn find(text: &str, names: &[&str], lists: &[&str]) -> Result<Found, BadAnswer> {
    let said = after_thinking(text);
    let whole = |fields| Ok(Found { fields, is_cut: false });
    if let Some(fields) = object_with(said, names) {
        return whole(fields);
    }
    let pieces = pieces(said, names, lists);
    if !pieces.is_empty() {
        return Ok(Found { fields: pieces, is_cut: true });
    }
    if let Some(fields) = lists.first().and_then(|list| standing_alone(said, list)) {
        return whole(fields);
    }
    let begun = names.iter().any(|name| after_name(said, name).is_some());
    Err(if begun { BadAnswer::CutShort } else { BadAnswer::NoJson })
}

/// What some models think aloud is no answer.
fn after_thinking(text: &str) -> &str {
    text.rsplit_once("</think>").map_or(text, |(_, said)| said)
}

fn object_with(text: &str, names: &[&str]) -> Option<Fields> {
    text.match_indices('{').take(PLACES).find_map(|(at, _)| {
        let Value::Object(fields) = one_value(text.get(at..)?)?.0 else { return None };
        names.iter().any(|name| fields.contains_key(*name)).then_some(fields)
    })
}

/// The value that begins here, and how many bytes it has.
fn one_value(text: &str) -> Option<(Value, usize)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let value = values.next()?.ok()?;
    Some((value, values.byte_offset()))
}

/// A list, or one proposal, without the object that should be around it.
fn standing_alone(text: &str, list: &str) -> Option<Fields> {
    let at = text.find(['[', '{'])?;
    let entries = match one_value(text.get(at..)?)?.0 {
        Value::Array(entries) => entries,
        Value::Object(entry) if entry.contains_key("propose") => vec![Value::Object(entry)],
        Value::Object(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return None,
    };
    let is_list = entries.is_empty() || entries.iter().any(Value::is_object);
    is_list.then(|| Map::from_iter([(list.to_owned(), Value::Array(entries))]))
}

/// Of each field what is whole: of a list its whole entries, of anything else the whole value.
fn pieces(text: &str, names: &[&str], lists: &[&str]) -> Fields {
    let mut pieces = Map::new();
    for name in names {
        let Some(rest) = after_name(text, name) else { continue };
        let value = match lists.contains(name) {
            true => Some(whole_entries(rest)).filter(|entries| !entries.is_empty()).map(Value::Array),
            false => one_value(rest).map(|(value, _)| value),
        };
        pieces.extend(value.map(|value| ((*name).to_owned(), value)));
    }
    pieces
}

/// What stands after `"name":`.
fn after_name<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let quoted = format!("\"{name}\"");
    text.match_indices(&quoted)
        .find_map(|(at, found)| text.get(at + found.len()..)?.trim_start().strip_prefix(':').map(str::trim_start))
}

fn whole_entries(text: &str) -> Vec<Value> {
    let mut entries = Vec::new();
    let Some(mut rest) = text.strip_prefix('[') else { return entries };
    while let Some((value, n_bytes)) = one_value(rest) {
        let after = rest.get(n_bytes..).unwrap_or_default().trim_start();
        // A number that the text ends in may have had more digits.
        if after.is_empty() && !value.is_object() {
            break;
        }
        entries.push(value);
        let Some(next) = after.strip_prefix(',') else { break };
        rest = next;
    }
    entries
}
