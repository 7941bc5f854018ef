//! Reading what came over the wire: what cannot be used is refused by the name of its field, never by what it held.

use crate::problem::Problem;
use hupo::DocId;

/// A field of a message that cannot be used: which, and why. It never repeats what the field held.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {why}")]
pub struct Bad {
    field: String,
    why: &'static str,
}

impl Bad {
    pub(crate) fn new(field: impl Into<String>, why: &'static str) -> Self {
        Self { field: field.into(), why }
    }

    /// The same, seen from the message that holds it.
    #[must_use]
    pub(crate) fn within(self, outer: &str) -> Self {
        Self { field: format!("{outer}.{}", self.field), ..self }
    }
}

impl From<Bad> for Problem {
    fn from(bad: Bad) -> Self {
        Self::invalid(&bad.field, bad.why)
    }
}

/// A part that must be there.
pub(crate) fn needed<T, U: TryFrom<T, Error = Bad>>(part: Option<T>, field: &str) -> Result<U, Bad> {
    let part = part.ok_or_else(|| Bad::new(field, "it is missing; set it"))?;
    U::try_from(part).map_err(|bad| bad.within(field))
}

/// A part that may be there.
pub(crate) fn wanted<T, U: TryFrom<T, Error = Bad>>(part: Option<T>, field: &str) -> Result<Option<U>, Bad> {
    part.map(U::try_from).transpose().map_err(|bad| bad.within(field))
}

/// Every one of a list; the first that cannot be used is named by its place.
pub(crate) fn each<T, U: TryFrom<T, Error = Bad>>(items: Vec<T>, field: &str) -> Result<Vec<U>, Bad> {
    let read = |(place, item)| U::try_from(item).map_err(|bad: Bad| bad.within(&format!("{field}[{place}]")));
    items.into_iter().enumerate().map(read).collect()
}

/// Every one of a list that is made of single values.
pub(crate) fn all<T, U>(items: Vec<T>, field: &str, read: impl Fn(T, &str) -> Result<U, Bad>) -> Result<Vec<U>, Bad> {
    items.into_iter().enumerate().map(|(place, item)| read(item, &format!("{field}[{place}]"))).collect()
}

/// A text that is not there when it is empty.
pub(crate) fn text(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

/// A number that is one, and finite.
pub(crate) fn finite(number: f32, field: &str) -> Result<f32, Bad> {
    if number.is_finite() { Ok(number) } else { Err(Bad::new(field, "it is no finite number")) }
}

/// A number that fits a smaller type.
pub(crate) fn small<T: TryFrom<u32>>(number: u32, field: &str) -> Result<T, Bad> {
    T::try_from(number).map_err(|_| Bad::new(field, "the number is too large"))
}

/// The same, of what may be left out.
pub(crate) fn small_or<T: TryFrom<u32>>(number: Option<u32>, usual: T, field: &str) -> Result<T, Bad> {
    number.map_or(Ok(usual), |number| small(number, field))
}

/// An id of ours, such as `mem-7`.
pub(crate) fn id<T>(text: &str, field: &str, parse: fn(&str) -> Option<T>) -> Result<T, Bad> {
    parse(text).ok_or_else(|| Bad::new(field, "it is no id of this kind; write it as it was given, such as \"mem-7\""))
}

/// An id of ours that may be left out.
pub(crate) fn id_or_none<T>(text: &str, field: &str, parse: fn(&str) -> Option<T>) -> Result<Option<T>, Bad> {
    if text.is_empty() { Ok(None) } else { id(text, field, parse).map(Some) }
}

/// The id of a message or a memory.
pub(crate) fn document(text: &str, field: &str) -> Result<DocId, Bad> {
    let message = hupo::MessageId::parse(text).map(DocId::Message);
    let found = message.or_else(|| hupo::MemoryId::parse(text).map(DocId::Memory));
    found.ok_or_else(|| Bad::new(field, "it is no id of a document; write \"msg-3\" or \"mem-7\""))
}

/// What names something by id or by the caller's own word.
pub(crate) fn named<T>(text: String, field: &str, make: fn(String) -> T) -> Result<T, Bad> {
    if text.is_empty() { Err(Bad::new(field, "it is empty; name one")) } else { Ok(make(text)) }
}

/// The ids of things, as they are shown.
pub(crate) fn shown<T: ToString>(ids: &[T]) -> Vec<String> {
    ids.iter().map(T::to_string).collect()
}

/// The id of a thing that may not be there; empty if it is not.
pub(crate) fn shown_or_empty<T: ToString>(id: Option<T>) -> String {
    id.map(|id| id.to_string()).unwrap_or_default()
}

/// A count.
pub(crate) fn count(n: usize) -> u64 {
    u64::try_from(n).unwrap_or(u64::MAX)
}

/// A place in a list.
pub(crate) fn place(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Every one of a list, as the wire has it.
pub(crate) fn told<T, U: From<T>>(items: Vec<T>) -> Vec<U> {
    items.into_iter().map(U::from).collect()
}
