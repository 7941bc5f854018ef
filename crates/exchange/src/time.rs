//! Times as exports write them, to UTC milliseconds.

use hupo_types::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

/// From here on a number counts milliseconds: as seconds it would lie in the year 5138.
const MILLISECONDS_FROM: f64 = 1e11;

/// A time: seconds or milliseconds since 1970, with or without a fraction; RFC 3339; a local time of the zone; or a date,
/// which means noon. None for an empty text.
///
/// # Errors
/// A sentence that says what is accepted. Messages are said since 1970, so an earlier time is none.
pub(crate) fn read(text: &str, zone: &TimeZone) -> Result<Option<Timestamp>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let found = number(text).or_else(|| written(text, zone));
    let found = found.ok_or_else(|| {
        format!("{:?} is no time; write 2026-05-08T13:56:00Z, or seconds since 1970", beginning(text))
    })?;
    if (0..=Timestamp::MAX.ms()).contains(&found) {
        return Ok(Some(Timestamp::from_ms(found)));
    }
    Err(format!("{:?} lies before 1970 or after 9999", beginning(text)))
}

fn number(text: &str) -> Option<i64> {
    let number: f64 = text.parse().ok().filter(|number: &f64| number.is_finite())?;
    let ms = if number.abs() < MILLISECONDS_FROM { number * 1000.0 } else { number };
    // Saturates, and what saturates is out of range.
    Some(ms.round() as i64)
}

fn written(text: &str, zone: &TimeZone) -> Option<i64> {
    let instant = text.parse::<jiff::Timestamp>().ok();
    let found = instant.or_else(|| local(text)?.to_zoned(zone.clone()).ok().map(|at| at.timestamp()));
    found.map(jiff::Timestamp::as_millisecond)
}

fn local(text: &str) -> Option<DateTime> {
    if text.contains(['T', ' ']) {
        return text.parse().ok();
    }
    Some(text.parse::<Date>().ok()?.at(12, 0, 0, 0))
}

/// The first characters, so that a huge field makes no huge report.
fn beginning(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests;
