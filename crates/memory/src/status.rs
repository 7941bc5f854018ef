//! Where a temporal item is in its life: by time alone, until words end it.

use crate::calendar::end_of_day;
use hupo_types::{Ending, TemporalItem, TemporalStatus, Timestamp};
use jiff::tz::TimeZone;

/// The status of an item at a moment. Nothing resolves itself: past its time its outcome is unknown.
pub fn status(item: &TemporalItem, now: Timestamp, zone: &TimeZone) -> TemporalStatus {
    if let Some(closing) = &item.closing {
        return match closing.ending {
            Ending::Resolved => TemporalStatus::Resolved,
            Ending::Changed => TemporalStatus::Changed,
            Ending::Cancelled => TemporalStatus::Cancelled,
        };
    }
    if item.starts.is_some_and(|starts| now < starts) {
        return TemporalStatus::Scheduled;
    }
    match over(item, zone) {
        Some(over) if now >= over => TemporalStatus::OutcomeUnknown,
        Some(_) | None => TemporalStatus::Active,
    }
}

/// When its time is over: at its end, or with the local day it begins on; `None` if it has no time.
fn over(item: &TemporalItem, zone: &TimeZone) -> Option<Timestamp> {
    item.ends.or_else(|| item.starts.map(|starts| end_of_day(starts, zone)))
}
