//! How much of everything one caller may use, and how much it uses now.

use crate::problem::{Code, Problem};
use governor::clock::Clock as _;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Limits of one caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one request; streams are counted a message at a time.
    pub request_bytes: usize,
    /// Calls a second, averaged; the same number may come at once.
    pub calls_per_second: NonZeroU32,
    /// Calls at once, running or waiting.
    pub calls_at_once: u32,
    /// The longest a call may take; a caller's own deadline is cut to this.
    pub deadline: Duration,
    /// The longest a call over a whole space may take.
    pub long_deadline: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            request_bytes: 8 << 20,
            calls_per_second: const { NonZeroU32::new(10_000).expect("not zero") },
            calls_at_once: 256,
            deadline: Duration::from_secs(30),
            long_deadline: Duration::from_secs(3_600),
        }
    }
}

impl Limits {
    /// Of a program of this machine's own user, where no keys are asked for: only the process's own room counts.
    pub fn of_this_machine() -> Self {
        let calls_per_second = const { NonZeroU32::new(1_000_000).expect("not zero") };
        Self { calls_per_second, calls_at_once: 65_536, ..Self::default() }
    }
}

/// What one caller uses.
#[derive(Debug)]
pub(crate) struct Usage {
    rate: DefaultDirectRateLimiter,
    at_once: Arc<Semaphore>,
}

impl Usage {
    pub(crate) fn new(limits: &Limits) -> Self {
        let rate = RateLimiter::direct(Quota::per_second(limits.calls_per_second));
        Self { rate, at_once: Arc::new(Semaphore::new(limits.calls_at_once as usize)) }
    }

    /// Takes part of the caller's share for one call; give it back by dropping it.
    pub(crate) fn enter(&self) -> Result<OwnedSemaphorePermit, Problem> {
        if let Err(not_until) = self.rate.check() {
            let wait = not_until.wait_time_from(governor::clock::DefaultClock::default().now());
            return Err(Problem::new(Code::TooMany, "more calls a second than the credential allows").after(wait));
        }
        let full = || Problem::new(Code::TooMany, "more calls at once than the credential allows");
        self.at_once.clone().try_acquire_owned().map_err(|_| full().after(Duration::from_secs(1)))
    }
}
