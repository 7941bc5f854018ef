//! One object of a JSONL file, read field by field, so that a fault names its field.

use super::time::{Moment, read_value};
use super::{BadLine, Place};
use hupo::Timestamp;
use jiff::tz::TimeZone;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

const AN_OBJECT: &str = "expected an object, { \"field\": value, … }";

/// An object whose fields are taken one by one. `null` counts as absent.
#[derive(Debug, Clone)]
pub struct Record {
    place: Place,
    path: String,
    fields: Map<String, Value>,
}

impl Record {
    /// An object that was read at a place.
    pub fn new(place: Place, fields: Map<String, Value>) -> Self {
        Self { place, path: String::new(), fields }
    }

    /// Where it was read.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// A fault of one of its fields.
    pub fn bad(&self, field: &str, reason: impl Into<String>) -> BadLine {
        BadLine { place: self.place.clone(), field: self.name(field), reason: reason.into() }
    }

    fn name(&self, field: &str) -> String {
        if self.path.is_empty() { field.to_owned() } else { format!("{}.{field}", self.path) }
    }

    fn take(&mut self, field: &str) -> Option<Value> {
        self.fields.remove(field).filter(|value| !value.is_null())
    }

    /// The whole object as something that is read as a whole.
    pub fn parsed<T: DeserializeOwned>(self, wanted: &str) -> Result<T, BadLine> {
        let Self { place, path, fields } = self;
        serde_json::from_value(Value::Object(fields)).map_err(|error| BadLine {
            place,
            field: if path.is_empty() { wanted.to_owned() } else { path },
            reason: error.to_string(),
        })
    }

    /// A text field as it stands, left in its place.
    pub fn peek(&self, field: &str) -> Option<&str> {
        self.fields.get(field)?.as_str()
    }

    /// Any value that its type can be read from; `wanted` says in words what is expected.
    pub fn optional<T: DeserializeOwned>(&mut self, field: &str, wanted: &str) -> Result<Option<T>, BadLine> {
        let Some(value) = self.take(field) else { return Ok(None) };
        serde_json::from_value(value).map(Some).map_err(|error| self.bad(field, format!("expected {wanted}: {error}")))
    }

    /// As [`Self::optional`], and it must be there.
    pub fn required<T: DeserializeOwned>(&mut self, field: &str, wanted: &str) -> Result<T, BadLine> {
        self.optional(field, wanted)?.ok_or_else(|| self.bad(field, format!("is missing; give {wanted}")))
    }

    /// A text that must be there.
    pub fn text(&mut self, field: &str) -> Result<String, BadLine> {
        self.required(field, "a text")
    }

    /// A text that may be absent or empty, which is the same.
    pub fn text_if(&mut self, field: &str) -> Result<Option<String>, BadLine> {
        Ok(self.optional(field, "a text")?.filter(|text: &String| !text.is_empty()))
    }

    /// A list of texts; absent is empty.
    pub fn texts(&mut self, field: &str) -> Result<Vec<String>, BadLine> {
        Ok(self.optional(field, "a list of texts")?.unwrap_or_default())
    }

    /// A text, or a number written as one: sessions are counted in some sets and named in others.
    pub fn label_if(&mut self, field: &str) -> Result<Option<String>, BadLine> {
        match self.take(field) {
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(Value::String(text)) => Ok(Some(text).filter(|text| !text.is_empty())),
            Some(Value::Null) | None => Ok(None),
            Some(Value::Bool(_) | Value::Array(_) | Value::Object(_)) => {
                Err(self.bad(field, "expected a text or a whole number"))
            }
        }
    }

    /// A time, see [`super::read_time`]; a number is UTC milliseconds.
    pub fn time_if(&mut self, field: &str, zone: &TimeZone, moment: Moment) -> Result<Option<Timestamp>, BadLine> {
        let Some(value) = self.take(field) else { return Ok(None) };
        read_value(&value, zone, moment).map(Some).map_err(|reason| self.bad(field, reason))
    }

    /// An object inside this one; absent is empty.
    pub fn object(&mut self, field: &str) -> Result<Self, BadLine> {
        match self.take(field) {
            None => Ok(self.inner(field, Map::new())),
            Some(Value::Object(fields)) => Ok(self.inner(field, fields)),
            Some(_) => Err(self.bad(field, AN_OBJECT)),
        }
    }

    /// A list of objects inside this one; absent is empty.
    pub fn objects(&mut self, field: &str) -> Result<Vec<Self>, BadLine> {
        let values: Vec<Value> = self.optional(field, "a list of objects")?.unwrap_or_default();
        values.into_iter().enumerate().map(|(at, value)| self.item(&format!("{field}[{at}]"), value)).collect()
    }

    fn item(&self, name: &str, value: Value) -> Result<Self, BadLine> {
        let Value::Object(fields) = value else { return Err(self.bad(name, AN_OBJECT)) };
        Ok(self.inner(name, fields))
    }

    fn inner(&self, field: &str, fields: Map<String, Value>) -> Self {
        Self { place: self.place.clone(), path: self.name(field), fields }
    }

    /// Nothing may be left over: a misspelt field would be lost in silence.
    pub fn finish(self) -> Result<(), BadLine> {
        match self.fields.keys().next() {
            None => Ok(()),
            Some(field) => Err(self.bad(field, "is no field of this kind of record; take it out or mend its name")),
        }
    }
}

#[cfg(test)]
mod tests;
