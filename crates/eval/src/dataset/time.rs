//! Times as files and people write them, to UTC milliseconds.

use super::Error;
use hupo::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use serde_json::Value;

/// What a date without a time of day means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// Noon: something happened that day.
    Noon,
    /// The first moment of the day: a range begins.
    DayBegins,
    /// The first moment of the next day: a range that covers the day ends.
    DayEnds,
}

/// The zone of that IANA name.
///
/// # Errors
/// There is none.
pub fn zone(name: &str) -> Result<TimeZone, Error> {
    TimeZone::get(name).map_err(|_| Error::UnknownZone { zone: name.to_owned() })
}

/// A time: RFC 3339 with an offset, a local time of the zone without one, or a date alone, which means `moment`.
///
/// # Errors
/// A sentence that says what is accepted.
pub fn read_time(text: &str, zone: &TimeZone, moment: Moment) -> Result<Timestamp, String> {
    let text = text.trim();
    let found = text.parse::<jiff::Timestamp>().ok().or_else(|| local(text, zone, moment));
    let found = found.ok_or_else(|| {
        format!("{text:?} is no time; write 2026-05-08T13:56:00+08:00, 2026-05-08T13:56:00 or 2026-05-08")
    })?;
    Ok(Timestamp::from_ms(found.as_millisecond()))
}

/// A time in a JSON field: as [`read_time`], or a whole number of UTC milliseconds.
pub(super) fn read_value(value: &Value, zone: &TimeZone, moment: Moment) -> Result<Timestamp, String> {
    if let Some(text) = value.as_str() {
        return read_time(text, zone, moment);
    }
    let whole = "expected a time: RFC 3339 text, or a whole number of UTC milliseconds";
    value.as_i64().map(Timestamp::from_ms).ok_or_else(|| whole.to_owned())
}

fn local(text: &str, zone: &TimeZone, moment: Moment) -> Option<jiff::Timestamp> {
    let with_time = text.contains(['T', ' ']).then(|| text.parse::<DateTime>().ok()).flatten();
    let at = match with_time {
        Some(at) => at,
        None => of_day(text.parse().ok()?, moment)?,
    };
    Some(at.to_zoned(zone.clone()).ok()?.timestamp())
}

fn of_day(day: Date, moment: Moment) -> Option<DateTime> {
    match moment {
        Moment::Noon => Some(day.at(12, 0, 0, 0)),
        Moment::DayBegins => Some(day.at(0, 0, 0, 0)),
        Moment::DayEnds => Some(day.tomorrow().ok()?.at(0, 0, 0, 0)),
    }
}

/// When a question of a retrieval set was asked: a month (then noon of its last day), `2023/05/30 (Tue) 23:40`, or any
/// time that [`read_time`] knows.
pub(super) fn read_asked(text: &str, zone: &TimeZone) -> Result<Timestamp, String> {
    let month = format!("{text}-01").parse::<Date>().ok().filter(|_| text.len() == 7);
    if let Some(month) = month {
        let noon = month.last_of_month().at(12, 0, 0, 0).to_zoned(zone.clone());
        return noon.map(|at| Timestamp::from_ms(at.timestamp().as_millisecond())).map_err(|error| error.to_string());
    }
    read_time(&without_weekday(text), zone, Moment::Noon)
}

/// `2023/05/30 (Tue) 23:40` as `2023-05-30 23:40`; anything else as it is.
fn without_weekday(text: &str) -> String {
    match (text.find('('), text.find(')')) {
        (Some(open), Some(close)) if open < close => {
            let (day, clock) = (text.get(..open).unwrap_or_default(), text.get(close + 1..).unwrap_or_default());
            format!("{} {}", day.trim().replace('/', "-"), clock.trim())
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
