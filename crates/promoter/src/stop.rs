//! The flag that tells the promoter to end: between two runs at once, inside one at the next wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A flag that everybody who holds a clone of it sees.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Tells whoever looks to end.
    pub fn stop(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether it was told.
    pub fn is_told(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Sleeps so long, or until it is told; answers whether it slept to the end.
    pub fn sleep(&self, how_long: Duration) -> bool {
        const LOOK: Duration = Duration::from_millis(50);
        let mut left = how_long;
        while !left.is_zero() && !self.is_told() {
            let nap = left.min(LOOK);
            std::thread::sleep(nap);
            left = left.saturating_sub(nap);
        }
        !self.is_told()
    }
}
