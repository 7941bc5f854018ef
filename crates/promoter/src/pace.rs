//! How long to wait between two tries. Clock, chance and sleep are arguments, so that a test takes no time.

use crate::{Failure, Stop};
use hupo::Timestamp;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The machine's clock, chance and sleep, or a test's.
#[derive(Clone)]
pub struct Pace {
    /// The time.
    pub now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    /// A number from 0 to below 1.
    pub chance: Arc<dyn Fn() -> f64 + Send + Sync>,
    /// Sleeps so long; answers whether it slept to the end.
    pub sleep: Arc<dyn Fn(Duration) -> bool + Send + Sync>,
}

impl Pace {
    /// By this clock, the machine's chance, and sleeps that end when the promoter is told to stop.
    pub fn of(now: Arc<dyn Fn() -> Timestamp + Send + Sync>, stop: Stop) -> Self {
        Self { now, chance: Arc::new(machine_chance), sleep: Arc::new(move |how_long| stop.sleep(how_long)) }
    }

    /// Sleeps.
    ///
    /// # Errors
    /// [`Failure::Stopped`] if it was told to stop meanwhile.
    pub(crate) fn wait(&self, how_long: Duration) -> Result<(), Failure> {
        if (self.sleep)(how_long) { Ok(()) } else { Err(Failure::Stopped) }
    }
}

impl fmt::Debug for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pace")
    }
}

/// A number from 0 to below 1. Where the machine has no chance to give, everybody waits the middle.
fn machine_chance() -> f64 {
    let mut bytes = [0; 4];
    match getrandom::fill(&mut bytes) {
        Ok(()) => f64::from(u32::from_le_bytes(bytes)) / (f64::from(u32::MAX) + 1.0),
        Err(_) => 0.5,
    }
}

/// How often an endpoint is tried, and how long between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tries {
    /// How often, the first time included; at least once.
    pub most: u32,
    /// The wait after the first; it doubles with each try, half of it by chance.
    pub wait: Duration,
    /// No wait is longer. An endpoint that asks for a longer one is left alone until the next round.
    pub longest_wait: Duration,
}

impl Default for Tries {
    fn default() -> Self {
        Self { most: 4, wait: Duration::from_secs(1), longest_wait: Duration::from_secs(60) }
    }
}

impl Tries {
    /// The wait after the `n`th try (from 1), with this chance.
    pub(crate) fn wait_after(&self, n: u32, chance: f64) -> Duration {
        let doubled = self.wait.saturating_mul(1 << n.saturating_sub(1).min(16)).min(self.longest_wait);
        doubled.mul_f64(0.5 + chance.clamp(0.0, 1.0) / 2.0)
    }
}

#[cfg(test)]
mod tests;
