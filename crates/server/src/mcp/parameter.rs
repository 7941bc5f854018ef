//! What a tool takes: one table says the names, the other names that models use, and the JSON Schema.

use serde_json::{Map, Value, json};

/// One argument of a tool.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parameter {
    /// Its name in the schema.
    pub(super) name: &'static str,
    /// Names it is also taken under.
    pub(super) aliases: &'static [&'static str],
    /// What it holds.
    pub(super) shape: Shape,
    /// Whether the tool can do nothing without it.
    pub(super) required: bool,
    /// What a model should put there.
    pub(super) about: &'static str,
}

/// What an argument holds.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    /// Words.
    Text,
    /// A whole number from the first to the second.
    Number(i64, i64),
    /// True or false.
    Flag,
    /// A list of words.
    Texts,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

impl Parameter {
    /// An argument that may be left out.
    pub(super) const fn optional(name: &'static str, shape: Shape, about: &'static str) -> Self {
        Self { name, aliases: &[], shape, required: false, about }
    }

    /// An argument that must be given.
    pub(super) const fn required(name: &'static str, shape: Shape, about: &'static str) -> Self {
        Self { name, aliases: &[], shape, required: true, about }
    }

    /// Taken under these names too.
    pub(super) const fn or(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// Whether it is meant by this name.
    pub(super) fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }

    fn schema(&self) -> Value {
        let mut schema = match self.shape {
            Shape::Text => json!({ "type": "string" }),
            Shape::Number(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
            Shape::Flag => json!({ "type": "boolean" }),
            Shape::Texts => json!({ "type": "array", "items": { "type": "string" } }),
            Shape::OneOf(words) => json!({ "type": "string", "enum": words }),
        };
        if let Value::Object(schema) = &mut schema {
            schema.insert("description".to_owned(), self.about.into());
        }
        schema
    }
}

/// The schema of a tool that takes these.
pub(super) fn schema(parameters: &[Parameter]) -> Map<String, Value> {
    let properties: Map<String, Value> = parameters.iter().map(|one| (one.name.to_owned(), one.schema())).collect();
    let required: Vec<&str> = parameters.iter().filter(|one| one.required).map(|one| one.name).collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    schema
}
