//! The header by which a busy endpoint says when to come again: seconds, or a date.

use hupo::Timestamp;
use std::time::Duration;

/// When to come again.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum RetryAfter {
    In(Duration),
    At(Timestamp),
}

impl RetryAfter {
    /// Reads the header; `None` if it says nothing that can be understood.
    pub(super) fn read(header: &str) -> Option<Self> {
        let header = header.trim();
        if let Ok(seconds) = header.parse::<f64>() {
            return Duration::try_from_secs_f64(seconds).ok().map(Self::In);
        }
        let date = jiff::fmt::rfc2822::parse(header).ok()?;
        Some(Self::At(Timestamp::from_ms(date.timestamp().as_millisecond())))
    }

    /// How long that is from now; a date that is over is now.
    pub(super) fn wait_at(self, now: Timestamp) -> Duration {
        match self {
            Self::In(wait) => wait,
            Self::At(then) => Duration::from_millis(u64::try_from(then.ms().saturating_sub(now.ms())).unwrap_or(0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_dates_are_read_and_nonsense_is_not() {
        let now = Timestamp::from_ms(784_111_777_000);
        let wait = |header| RetryAfter::read(header).map(|after| after.wait_at(now).as_millis());
        assert_eq!(wait("7"), Some(7_000));
        assert_eq!(wait(" 1.5 "), Some(1_500));
        assert_eq!(wait("Sun, 06 Nov 1994 08:50:07 GMT"), Some(30_000));
        assert_eq!(wait("Sun, 06 Nov 1994 08:00:00 GMT"), Some(0), "a date that is over");
        for nonsense in ["", "soon", "-3", "NaN", "inf", "1e400", "Sun, 99 Nov 1994 08:50:07 GMT"] {
            assert_eq!(wait(nonsense), None, "{nonsense}");
        }
    }
}
