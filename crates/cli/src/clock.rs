//! The clock: the one place of the command that reads it.

use hupo::Timestamp;
use std::time::{SystemTime, UNIX_EPOCH};

/// The machine's time.
#[expect(clippy::disallowed_methods, reason = "a shell reads the clock, here and nowhere else")]
pub(crate) fn now() -> Timestamp {
    let ms = |time: std::time::Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(after) => Timestamp::from_ms(ms(after)),
        Err(before) => Timestamp::from_ms(-ms(before.duration())),
    }
}
