//! Times as a person of the space reads them, and as programs do.

use hupo::Timestamp;
use jiff::tz::TimeZone;

/// `2026-06-13 21:14` in the zone; `undated` without a time.
pub(crate) fn local(time: Option<Timestamp>, zone: &TimeZone) -> String {
    let at = time.and_then(|time| jiff::Timestamp::from_millisecond(time.ms()).ok());
    at.map_or_else(|| "undated".to_owned(), |at| at.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M").to_string())
}

/// RFC 3339 in UTC; none for a time outside the calendar.
pub(crate) fn rfc3339(time: Timestamp) -> Option<String> {
    jiff::Timestamp::from_millisecond(time.ms()).ok().map(|at| at.to_string())
}
