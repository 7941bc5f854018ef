//! What a model wrote as arguments, checked against the tool's table: other names, numbers in quotation marks and
//! nulls are taken as they are meant; what cannot be meant is answered with what to write instead.

use super::parameter::{Parameter, Shape};
use crate::problem::Problem;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Arguments that fit the tool's table, by their first names.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    given: BTreeMap<&'static str, Value>,
    /// How many arguments the tool does not know; they change nothing.
    pub(super) n_ignored: usize,
}

impl Arguments {
    /// Reads what a caller gave.
    ///
    /// # Errors
    /// An argument twice under two names, of another shape, out of its range, or missing.
    pub(super) fn read(table: &'static [Parameter], object: Map<String, Value>) -> Result<Self, Problem> {
        let mut read = Self::default();
        for (name, value) in object {
            let Some(parameter) = table.iter().find(|one| one.answers_to(&name)) else {
                read.n_ignored += 1;
                continue;
            };
            if value.is_null() {
                continue;
            }
            if read.given.insert(parameter.name, fitted(parameter, value)?).is_some() {
                return Err(Problem::invalid(parameter.name, "given twice, under two names; give it once"));
            }
        }
        match table.iter().find(|one| one.required && !read.says(one.name)) {
            Some(missing) => Err(Problem::invalid(missing.name, &format!("missing or empty; give {}", missing.about))),
            None => Ok(read),
        }
    }

    /// Whether it is there and not empty.
    fn says(&self, name: &str) -> bool {
        self.given.get(name).is_some_and(|value| value.as_str().is_none_or(|text| !text.trim().is_empty()))
    }

    /// A text; blank ones count as left out.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.given.get(name)?.as_str().filter(|text| !text.trim().is_empty())
    }

    /// A text the table requires.
    pub(super) fn required(&self, name: &str) -> &str {
        self.text(name).unwrap_or_default()
    }

    /// A number of things.
    pub(super) fn count(&self, name: &str) -> Option<usize> {
        self.given.get(name)?.as_u64().and_then(|number| usize::try_from(number).ok())
    }

    /// Whether it is said to be so.
    pub(super) fn flag(&self, name: &str) -> bool {
        self.given.get(name).and_then(Value::as_bool).unwrap_or_default()
    }

    /// A list of texts.
    pub(super) fn texts(&self, name: &str) -> Vec<String> {
        let list = self.given.get(name).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }
}

/// The value in the shape the table says.
fn fitted(parameter: &Parameter, value: Value) -> Result<Value, Problem> {
    let fitting = match parameter.shape {
        Shape::Text => text(value),
        Shape::Number(least, most) => return number(parameter, &value, least, most),
        Shape::Flag => flag(value),
        Shape::Texts => texts(value),
        Shape::OneOf(words) => one_of(words, &value),
    };
    fitting.ok_or_else(|| Problem::invalid(parameter.name, &format!("has another shape; give {}", wanted(parameter))))
}

fn wanted(parameter: &Parameter) -> String {
    match parameter.shape {
        Shape::Text => "a string".to_owned(),
        Shape::Number(least, most) => format!("a whole number from {least} to {most}"),
        Shape::Flag => "true or false".to_owned(),
        Shape::Texts => "a list of strings".to_owned(),
        Shape::OneOf(words) => format!("one of {}", words.join(", ")),
    }
}

/// A number stands for itself where a text is wanted, such as the 3 of `mem-3`.
fn text(value: Value) -> Option<Value> {
    match value {
        Value::String(_) => Some(value),
        Value::Number(number) => Some(number.to_string().into()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

fn number(parameter: &Parameter, value: &Value, least: i64, most: i64) -> Result<Value, Problem> {
    let read = value.as_i64().or_else(|| whole(value.as_f64()?)).or_else(|| value.as_str()?.trim().parse().ok());
    let fits = read.filter(|number| (least..=most).contains(number)).map(Value::from);
    fits.ok_or_else(|| Problem::invalid(parameter.name, &format!("give {}", wanted(parameter))))
}

/// The whole number that a client wrote with a decimal point.
fn whole(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() < f64::from(i32::MAX)).then_some(number as i64)
}

fn flag(value: Value) -> Option<Value> {
    match value.as_str().map(str::trim) {
        None => value.as_bool().map(Value::from),
        Some("true") => Some(true.into()),
        Some("false") => Some(false.into()),
        Some(_) => None,
    }
}

/// A list; one text alone is a list of one.
fn texts(value: Value) -> Option<Value> {
    match &value {
        Value::String(_) => Some(Value::Array(vec![value])),
        Value::Array(list) if list.iter().all(Value::is_string) => Some(value),
        Value::Array(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => None,
    }
}

fn one_of(words: &[&str], value: &Value) -> Option<Value> {
    let word = value.as_str()?.trim().to_lowercase();
    words.contains(&word.as_str()).then(|| word.into())
}

#[cfg(test)]
mod tests;
