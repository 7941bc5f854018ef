//! What may be stored: texts, numbers, times and counts within their limits.

use hupo_text::clean;
use hupo_types::{Interval, NewMemory, NewMessage, Refusal, SemanticKey, Timestamp, limits};

/// The write as a whole.
pub(super) fn write(commands: usize, now: Timestamp) -> Result<(), Refusal> {
    count("commands", commands, limits::COMMANDS)?;
    writable("now", Some(now))
}

pub(super) fn count(field: &str, count: usize, limit: usize) -> Result<(), Refusal> {
    if count > limit {
        return Err(Refusal::TooMany { field: field.to_owned(), count, limit });
    }
    Ok(())
}

/// A text of at most that many bytes, with something to see in it.
pub(super) fn text(field: &str, text: &str, limit: usize) -> Result<(), Refusal> {
    clean::check(field, text, limit).map_err(|error| bad_text(field, &error.to_string()))
}

/// A refusal whose reason does not repeat the field.
pub(super) fn bad_text(field: &str, reason: &str) -> Refusal {
    let reason = reason.strip_prefix(field).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(reason);
    Refusal::BadText { field: field.to_owned(), reason: reason.to_owned() }
}

/// A name or another short text.
pub(crate) fn short(field: &str, value: &str) -> Result<(), Refusal> {
    text(field, value, limits::NAME_BYTES)
}

fn optional(field: &str, value: Option<&String>) -> Result<(), Refusal> {
    value.map_or(Ok(()), |value| short(field, value))
}

/// A list of names.
pub(super) fn names(field: &str, names: &[String]) -> Result<(), Refusal> {
    count(field, names.len(), limits::NAMES)?;
    names.iter().enumerate().try_for_each(|(index, name)| short(&format!("{field}[{index}]"), name))
}

/// A number from `low` to `high`.
pub(super) fn in_range<T: PartialOrd + std::fmt::Display>(
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

/// A time that can be written as a date.
pub(super) fn writable(field: &str, time: Option<Timestamp>) -> Result<(), Refusal> {
    time.map_or(Ok(()), |time| in_range(field, time.ms(), Timestamp::MIN.ms(), Timestamp::MAX.ms()))
}

/// A moment that can be written as a date.
pub(super) fn time(field: &str, time: Timestamp) -> Result<(), Refusal> {
    writable(field, Some(time))
}

/// An interval that holds some moment, with ends that can be written as dates.
pub(super) fn interval(field: &str, interval: Interval) -> Result<(), Refusal> {
    writable(&format!("{field}.from"), interval.from)?;
    writable(&format!("{field}.to"), interval.to)?;
    if interval.is_empty() {
        return Err(Refusal::EmptyInterval { field: field.to_owned() });
    }
    Ok(())
}

/// When something was said: since 1970, and not after the writer's clock but for its error.
fn said(time: Timestamp, now: Timestamp) -> Result<(), Refusal> {
    in_range("time", time.ms(), 0, Timestamp::MAX.ms())?;
    let ahead_ms = time.ms().saturating_sub(now.ms());
    if ahead_ms > limits::CLOCK_SKEW_MS {
        return Err(Refusal::FutureTime { field: "time".to_owned(), ahead_ms });
    }
    Ok(())
}

pub(super) fn message(message: &NewMessage, now: Timestamp) -> Result<(), Refusal> {
    text("text", &message.text, limits::MESSAGE_BYTES)?;
    optional("external_id", message.external_id.as_ref())?;
    optional("speaker", message.speaker.as_ref())?;
    optional("session", message.session.as_ref())?;
    optional("contact", message.contact.as_ref())?;
    optional("channel", message.channel.as_ref())?;
    optional("title", message.title.as_ref())?;
    names("people", &message.people)?;
    message.time.map_or(Ok(()), |time| said(time, now))
}

pub(super) fn memory(memory: &NewMemory) -> Result<(), Refusal> {
    text("text", &memory.text, limits::MEMORY_BYTES)?;
    memory.summary.as_ref().map_or(Ok(()), |summary| text("summary", summary, limits::MEMORY_BYTES))?;
    optional("external_id", memory.external_id.as_ref())?;
    key(&memory.key)?;
    in_range("importance", memory.importance, 1, 10)?;
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
