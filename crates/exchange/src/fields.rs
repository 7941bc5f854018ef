//! One object of an export, read field by field and only as far as it is asked for, so that a fault costs the field it is
//! in and names it by its path.

use crate::place::Complaint;
use crate::time;
use hupo_types::Timestamp;
use jiff::tz::TimeZone;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::collections::HashMap;

/// An object. `null` counts as absent; a key that stands twice means the later one.
#[derive(Debug, Clone)]
pub(crate) struct Fields<'a> {
    path: String,
    fields: HashMap<String, &'a RawValue>,
}

/// What sort of value it is, by its first character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    Text,
    Number,
    Object,
    List,
    Null,
    Flag,
}

/// What sort of value stands there.
pub(crate) fn sort(value: &RawValue) -> Sort {
    match value.get().as_bytes().first() {
        Some(b'"') => Sort::Text,
        Some(b'{') => Sort::Object,
        Some(b'[') => Sort::List,
        Some(b'n') => Sort::Null,
        Some(b't' | b'f') => Sort::Flag,
        Some(_) | None => Sort::Number,
    }
}

impl<'a> Fields<'a> {
    /// The object that a record is.
    pub(crate) fn of_record(text: &'a str) -> Result<Self, Complaint> {
        let whole = |error: serde_json::Error| Complaint::whole(reason(&error));
        let value: &RawValue = serde_json::from_str(text).map_err(whole)?;
        Self::of(String::new(), value)
    }

    /// The object that stands at a path.
    pub(crate) fn of(path: String, value: &'a RawValue) -> Result<Self, Complaint> {
        let named = if path.is_empty() { "(record)" } else { &path };
        if sort(value) != Sort::Object {
            return Err(Complaint::new(named, "expected an object, { \"field\": value, … }"));
        }
        let fields = serde_json::from_str(value.get()).map_err(|error| Complaint::new(named, reason(&error)))?;
        Ok(Self { path, fields })
    }

    /// The path of one of its fields.
    pub(crate) fn name(&self, field: &str) -> String {
        if self.path.is_empty() { field.to_owned() } else { format!("{}.{field}", self.path) }
    }

    /// A complaint about one of its fields.
    pub(crate) fn bad(&self, field: &str, reason: impl Into<String>) -> Complaint {
        Complaint::new(self.name(field), reason)
    }

    /// How many fields there are.
    pub(crate) fn len(&self) -> usize {
        self.fields.len()
    }

    /// A value as it stands; none when absent or `null`.
    pub(crate) fn raw(&self, field: &str) -> Option<&'a RawValue> {
        self.fields.get(field).copied().filter(|value| sort(value) != Sort::Null)
    }

    /// Whether the field is there and `true`.
    pub(crate) fn is_true(&self, field: &str) -> bool {
        self.raw(field).is_some_and(|value| value.get() == "true")
    }

    fn read<T: DeserializeOwned>(&self, field: &str, value: &RawValue) -> Result<T, Complaint> {
        parse(&self.name(field), value)
    }

    /// A text.
    pub(crate) fn text(&self, field: &str) -> Result<Option<String>, Complaint> {
        let Some(value) = self.raw(field) else { return Ok(None) };
        if sort(value) != Sort::Text {
            return Err(self.bad(field, "expected a text"));
        }
        self.read(field, value).map(Some)
    }

    /// A text that may be there in vain: one that cannot be read is absent.
    pub(crate) fn word(&self, field: &str) -> String {
        self.text(field).ok().flatten().unwrap_or_default()
    }

    /// An id: a text, or a number written as one. An empty one is none.
    pub(crate) fn id(&self, field: &str) -> Result<Option<String>, Complaint> {
        let number = self.raw(field).filter(|value| sort(value) == Sort::Number);
        let id = number.map_or_else(|| self.text(field), |number| Ok(Some(number.get().to_owned())))?;
        Ok(id.filter(|id| !id.is_empty()))
    }

    /// An id that must be there.
    pub(crate) fn must_have_id(&self, field: &str) -> Result<String, Complaint> {
        self.id(field)?
            .ok_or_else(|| self.bad(field, "is missing; without it importing again would write everything twice"))
    }

    /// An object inside this one.
    pub(crate) fn object(&self, field: &str) -> Result<Option<Self>, Complaint> {
        self.raw(field).map(|value| Self::of(self.name(field), value)).transpose()
    }

    /// An object that must be there.
    pub(crate) fn must_have_object(&self, field: &str) -> Result<Self, Complaint> {
        self.object(field)?.ok_or_else(|| self.bad(field, "is missing; expected an object"))
    }

    /// The items of a list, each with its path.
    pub(crate) fn list(&self, field: &str) -> Result<Option<Vec<(String, &'a RawValue)>>, Complaint> {
        let Some(value) = self.raw(field) else { return Ok(None) };
        if sort(value) != Sort::List {
            return Err(self.bad(field, "expected a list"));
        }
        let items: Vec<&'a RawValue> =
            serde_json::from_str(value.get()).map_err(|error| self.bad(field, reason(&error)))?;
        Ok(Some(items.into_iter().enumerate().map(|(at, item)| (self.name(&format!("{field}[{at}]")), item)).collect()))
    }

    /// A time; see [`time::read`].
    pub(crate) fn time(&self, field: &str, zone: &TimeZone) -> Result<Option<Timestamp>, Complaint> {
        let Some(value) = self.raw(field) else { return Ok(None) };
        let text = match sort(value) {
            Sort::Text => self.read(field, value)?,
            Sort::Number => value.get().to_owned(),
            Sort::Object | Sort::List | Sort::Null | Sort::Flag => return Err(self.bad(field, "expected a time")),
        };
        time::read(&text, zone).map_err(|reason| self.bad(field, reason))
    }
}

/// A value of a list, by its path.
pub(crate) fn parse<T: DeserializeOwned>(path: &str, value: &RawValue) -> Result<T, Complaint> {
    serde_json::from_str(value.get()).map_err(|error| Complaint::new(path, reason(&error)))
}

/// What the parser said, and what to do about it.
fn reason(error: &serde_json::Error) -> String {
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or_default();
    let remedy = if said.contains("surrogate") || said.contains("hex escape") {
        "write the character itself, or both halves of its pair"
    } else if error.is_eof() {
        "it is cut short; export it again"
    } else {
        "mend it, or export it again"
    };
    format!("{said} (character {}); {remedy}", error.column())
}

#[cfg(test)]
mod tests;
