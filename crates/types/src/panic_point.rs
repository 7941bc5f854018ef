//! Panic points: places where a test has the code of others panic, to see what it takes with it.
//!
//! Nothing happens at one unless a test armed it in this process, and a release build has nothing here at all.

use std::sync::atomic::{AtomicUsize, Ordering};

/// A place where code that is not ours works for us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PanicPoint {
    /// The keyword leg takes in a write.
    KeywordApply,
    /// The vector leg takes in a write.
    VectorApply,
    /// The graph leg takes in a write.
    GraphApply,
    /// The keyword leg is made anew.
    KeywordRebuild,
    /// The keyword leg is asked for a document's own words.
    KeywordSearch,
    /// The keyword leg is asked for the words around a document too.
    KeywordWindow,
    /// The vector leg is asked.
    VectorSearch,
    /// The graph leg is asked.
    GraphSearch,
    /// The graph leg is asked for one step more.
    GraphStep,
}

static ARMED: [AtomicUsize; 9] = [const { AtomicUsize::new(0) }; 9];

impl PanicPoint {
    /// Has the next passings of this point panic, so many of them.
    pub fn arm(self, times: usize) {
        self.armed().store(times, Ordering::SeqCst);
    }

    /// How many passings are still to panic.
    pub fn left(self) -> usize {
        self.armed().load(Ordering::SeqCst)
    }

    /// Goes by this place; panics if a test armed it.
    #[inline]
    pub fn pass(self) {
        let disarmed = |left: usize| left.checked_sub(1);
        if cfg!(debug_assertions) && self.armed().fetch_update(Ordering::SeqCst, Ordering::SeqCst, disarmed).is_ok() {
            std::panic::panic_any(format!("{self:?}, armed by a test"));
        }
    }

    fn armed(self) -> &'static AtomicUsize {
        ARMED.get(self as usize).expect("there is a place for every point")
    }
}
