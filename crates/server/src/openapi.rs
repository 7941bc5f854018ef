//! The OpenAPI document of the JSON over HTTP, made from the descriptors and their comments.
//!
//! It is kept as `docs/openapi.json`; a test holds that it is what this makes.

mod schema;

use crate::asking::{IDEMPOTENCY_KEY, SPACE};
use crate::descriptors;
use crate::json::path;
use crate::problem::Code;
use crate::verb::Verb;
use prost_reflect::MethodDescriptor;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;

static TEXT: LazyLock<String> = LazyLock::new(|| {
    let mut text = serde_json::to_string_pretty(&document()).expect("a JSON value can be written");
    text.push('\n');
    text
});

/// The document, as it is served and kept.
pub(crate) fn text() -> &'static str {
    &TEXT
}

fn document() -> Value {
    let mut paths = Map::new();
    let mut used = Vec::new();
    for method in descriptors::service().methods() {
        if let Some(verb) = descriptors::verb_of(&method) {
            used.extend([method.input(), method.output()]);
            paths.insert(path(verb), json!({ "post": operation(verb, &method) }));
        }
    }
    let mut schemas = schema::of_all(used);
    schemas.insert("Problem".to_owned(), problem());
    json!({
        "openapi": "3.1.0",
        "info": info(),
        "servers": [{ "url": "/" }],
        "security": [{ "key": [] }, {}],
        "tags": tags(),
        "paths": paths,
        "components": {
            "schemas": schemas,
            "parameters": parameters(),
            "responses": problems(),
            "securitySchemes": { "key": {
                "type": "http",
                "scheme": "bearer",
                "description": "A key made by `hupo keys create`. Not asked for where the server has none and listens to this machine alone.",
            } },
        },
    })
}

fn info() -> Value {
    json!({
        "title": "Hupo",
        "version": "1",
        "description": "What a user and a companion said, and what is remembered of it. Every verb is asked for by POST with \
            a JSON object, the same message as over gRPC: proto3 JSON with the names of the .proto. Names in camel case are \
            taken too; unknown names are refused. In answers, what is empty, zero or false is left out.",
        "license": { "name": "MIT OR Apache-2.0" },
    })
}

fn tags() -> Value {
    let tag = |group: &crate::verb::Group| json!({ "name": group.name() });
    crate::verb::Group::ALL.iter().map(tag).collect()
}

fn operation(verb: Verb, method: &MethodDescriptor) -> Value {
    let comment = descriptors::comment(&method.parent_file(), method.path());
    let mut responses = Map::new();
    responses.insert(
        "200".to_owned(),
        json!({
            "description": descriptors::comment(&method.output().parent_file(), method.output().path()),
            "content": content(method.is_server_streaming(), verb, &method.output()),
        }),
    );
    for status in by_status().keys() {
        responses.insert(status.to_string(), json!({ "$ref": format!("#/components/responses/Problem{status}") }));
    }
    let is_required = method.is_client_streaming();
    json!({
        "operationId": verb.name(),
        "summary": comment,
        "tags": [verb.group().name()],
        "parameters": headers(verb),
        "requestBody": {
            "required": is_required,
            "content": content(method.is_client_streaming(), verb, &method.input()),
        },
        "responses": responses,
    })
}

/// A message as JSON, or a whole space as the bytes themselves.
fn content(is_stream: bool, verb: Verb, message: &prost_reflect::MessageDescriptor) -> Value {
    if !is_stream {
        return json!({ "application/json": { "schema": schema::reference(message.name()) } });
    }
    let of_lines = matches!(verb, Verb::Export | Verb::Import);
    let kind = if of_lines { "application/x-ndjson" } else { "application/octet-stream" };
    json!({ kind: { "schema": { "type": "string", "format": "binary" } } })
}

fn headers(verb: Verb) -> Value {
    let of_space = verb.is_of_a_space().then_some("Space");
    let once = takes_a_key(verb).then_some("IdempotencyKey");
    let names = of_space.into_iter().chain(once).chain(["Deadline"]);
    names.map(|name| json!({ "$ref": format!("#/components/parameters/{name}") })).collect()
}

/// Whether its request has an idempotency key.
fn takes_a_key(verb: Verb) -> bool {
    descriptors::method(verb).is_some_and(|method| method.input().get_field_by_name("idempotency_key").is_some())
}

fn parameters() -> Value {
    let header = |name: &str, description: &str, schema: Value| json!({ "name": name, "in": "header", "description": description, "schema": schema });
    let space = "The space, if the message does not name it: UTF-8, percent-encoded where need be.";
    let key = "The caller's own id of this write, if the message does not have it.";
    let deadline = "How many milliseconds the caller waits; of this and the message's own the shorter counts.";
    json!({
        "Space": header(SPACE, space, json!({ "type": "string" })),
        "IdempotencyKey": header(IDEMPOTENCY_KEY, key, json!({ "type": "string", "minLength": 1, "maxLength": 1024 })),
        "Deadline": header(crate::gate::TIMEOUT_MS, deadline, json!({ "type": "integer", "minimum": 1 })),
    })
}

/// The words of problems by the HTTP status they are answered with.
fn by_status() -> BTreeMap<u16, Vec<&'static str>> {
    let mut words: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    for code in Code::ALL {
        words.entry(code.http()).or_default().push(code.name());
    }
    words
}

fn problems() -> Value {
    let response = |(status, words): (&u16, &Vec<&str>)| {
        let schema = schema::reference("Problem");
        let response =
            json!({ "description": words.join(", "), "content": { "application/json": { "schema": schema } } });
        (format!("Problem{status}"), response)
    };
    Value::Object(by_status().iter().map(response).collect())
}

/// The one shape of what fails.
fn problem() -> Value {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    let text = |description: &str| json!({ "type": "string", "description": description });
    json!({
        "type": "object",
        "description": "Why a call failed. It never repeats stored text.",
        "required": ["error"],
        "properties": { "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {
                "code": { "type": "string", "enum": codes, "description": "Why." },
                "message": text("For a person: what happened and what to do."),
                "refusals": { "type": "array", "description": "Each refused field.", "items": {
                    "type": "object",
                    "required": ["place", "field", "code", "reason"],
                    "properties": {
                        "place": { "type": "integer", "minimum": 0, "description": "Which item of the request, from 0." },
                        "field": text("Which field of it."),
                        "code": text("The rule's word."),
                        "reason": text("Why, and what to do."),
                    },
                } },
                "retry_after_ms": { "type": ["integer", "null"], "minimum": 0, "description": "When to try again, if that helps." },
            },
        } },
    })
}

#[cfg(test)]
mod tests;
