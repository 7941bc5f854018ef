//! Shape and limits: what every proposal is checked for first, without looking at the space.

use hupo_text::{TextError, clean};
use hupo_types::{Interval, NewMemory, Refusal, SemanticKey, Timestamp, limits};

/// A text of at most that many bytes, with something to see in it.
pub(crate) fn text(field: &str, value: &str, limit: usize) -> Result<(), Refusal> {
    clean::check(field, value, limit).map_err(|error| match error {
        TextError::TooLong { field, bytes, limit_bytes } => {
            Refusal::TooMany { field, count: bytes, limit: limit_bytes }
        }
        TextError::ControlCharacter { .. } | TextError::Blank { .. } => bad(field, &error.to_string()),
    })
}

/// A refusal whose reason does not repeat the field.
pub(crate) fn bad(field: &str, reason: &str) -> Refusal {
    let reason = reason.strip_prefix(field).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(reason);
    Refusal::BadText { field: field.to_owned(), reason: reason.to_owned() }
}

/// A name or another short text.
pub(crate) fn short(field: &str, value: &str) -> Result<(), Refusal> {
    text(field, value, limits::NAME_BYTES)
}

/// A short text that need not be there.
pub(crate) fn optional(field: &str, value: Option<&String>) -> Result<(), Refusal> {
    value.map_or(Ok(()), |value| short(field, value))
}

/// A list of short texts.
pub(crate) fn names(field: &str, names: &[String]) -> Result<(), Refusal> {
    count(field, names.len(), limits::NAMES)?;
    names.iter().enumerate().try_for_each(|(index, name)| short(&format!("{field}[{index}]"), name))
}

pub(crate) fn count(field: &str, count: usize, limit: usize) -> Result<(), Refusal> {
    if count > limit {
        return Err(Refusal::TooMany { field: field.to_owned(), count, limit });
    }
    Ok(())
}

/// A number inside a range; one that is no number (NaN) is in none.
pub(crate) fn in_range<T: PartialOrd + std::fmt::Display>(
    field: &str,
    value: T,
    low: T,
    high: T,
) -> Result<(), Refusal> {
    if value >= low && value <= high {
        return Ok(());
    }
    let (value, range) = (value.to_string(), format!("{low}..={high}"));
    Err(Refusal::OutOfRange { field: field.to_owned(), value, range })
}

/// 1 to 10.
pub(crate) fn importance(value: Option<u8>) -> Result<(), Refusal> {
    value.map_or(Ok(()), |value| in_range("importance", value, 1, 10))
}

/// A time that can be written as a date.
pub(crate) fn writable(field: &str, time: Option<Timestamp>) -> Result<(), Refusal> {
    time.map_or(Ok(()), |time| in_range(field, time.ms(), Timestamp::MIN.ms(), Timestamp::MAX.ms()))
}

/// An interval that holds some moment, with ends that can be written as dates.
pub(crate) fn interval(field: &str, interval: Interval) -> Result<(), Refusal> {
    writable(&format!("{field}.from"), interval.from)?;
    writable(&format!("{field}.to"), interval.to)?;
    if interval.is_empty() {
        return Err(Refusal::EmptyInterval { field: field.to_owned() });
    }
    Ok(())
}

/// Everything about a memory that does not need the space.
pub(crate) fn memory(memory: &NewMemory) -> Result<(), Refusal> {
    text("text", &memory.text, limits::MEMORY_BYTES)?;
    memory.summary.as_ref().map_or(Ok(()), |summary| text("summary", summary, limits::MEMORY_BYTES))?;
    optional("external_id", memory.external_id.as_ref())?;
    key(&memory.key)?;
    importance(Some(memory.importance))?;
    in_range("valence", memory.valence, -1.0, 1.0)?;
    in_range("arousal", memory.arousal, 0.0, 1.0)?;
    interval("valid", memory.valid)?;
    count("entities", memory.entities.len(), limits::NAMES)?;
    names("topics", &memory.topics)
}

/// Fields of a key may be empty.
fn key(key: &SemanticKey) -> Result<(), Refusal> {
    let fields = [
        ("key.subject", &key.subject),
        ("key.category", &key.category),
        ("key.subcategory", &key.subcategory),
        ("key.attribute", &key.attribute),
    ];
    fields.into_iter().filter(|(_, value)| !value.is_empty()).try_for_each(|(field, value)| short(field, value))
}
