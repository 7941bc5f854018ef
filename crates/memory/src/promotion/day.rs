//! Business days: they begin some hours after midnight, so that a late evening is one day.

use hupo_types::{Message, Timestamp};
use jiff::ToSpan;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// The business day of a moment. A moment outside the calendar lies on the first day there is.
pub(crate) fn business_day(moment: Timestamp, zone: &TimeZone, starts_hour: u8) -> Date {
    let Ok(at) = jiff::Timestamp::from_millisecond(moment.ms()) else { return Date::MIN };
    let local = at.to_zoned(zone.clone()).datetime();
    let is_early = local.hour() < i8::try_from(starts_hour).unwrap_or(0);
    let day = local.date();
    if is_early { day.checked_sub(1.day()).unwrap_or(day) } else { day }
}

/// When a line was said: its time, or when it came if it says none, or one that lies ahead.
pub(crate) fn said_at(message: &Message) -> Timestamp {
    message.time.filter(|time| *time <= message.recorded_at).unwrap_or(message.recorded_at)
}
