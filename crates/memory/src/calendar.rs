//! Local days: where a moment lies in the space's zone.

use hupo_types::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

pub(crate) const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The local day of a moment; `None` outside the calendar (years -9999 to 9999).
pub(crate) fn local_day(moment: Timestamp, zone: &TimeZone) -> Option<Date> {
    jiff::Timestamp::from_millisecond(moment.ms()).ok().map(|at| at.to_zoned(zone.clone()).date())
}

/// The first moment of the local day after the one a moment lies on.
pub(crate) fn end_of_day(moment: Timestamp, zone: &TimeZone) -> Timestamp {
    let next = local_day(moment, zone).and_then(|day| day.tomorrow().ok());
    let start = next.and_then(|day| day.to_zoned(zone.clone()).ok());
    start.map_or(moment.plus_ms(DAY_MS), |at| Timestamp::from_ms(at.timestamp().as_millisecond()))
}
