//! The clock: the one place of the server that reads it.

use hupo::Timestamp;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Tells the time of calls; a test gives its own.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Timestamp + Send + Sync>);

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self(Arc::new(machine))
    }

    /// A clock that this function tells.
    pub fn told_by(tell: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self(Arc::new(tell))
    }

    /// The time.
    pub fn now(&self) -> Timestamp {
        (self.0)()
    }
}

#[expect(clippy::disallowed_methods, reason = "a shell reads the clock, here and nowhere else")]
fn machine() -> Timestamp {
    let ms = |time: std::time::Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(after) => Timestamp::from_ms(ms(after)),
        Err(before) => Timestamp::from_ms(-ms(before.duration())),
    }
}
