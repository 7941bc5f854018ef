//! Whoever makes proposals out of what is due: the built-in rules, or a model.

use crate::Failure;
use hupo::{Duty, Extraction, Space, Task, Timestamp};

/// Makes proposals. It writes nothing: closing the run is the caller's.
pub trait Extractor: Send + Sync {
    /// Its name, as in the record of a run.
    fn name(&self) -> &str;

    /// Whether it can do such a duty.
    fn does(&self, duty: Duty) -> bool;

    /// Makes proposals out of a task of this space.
    ///
    /// # Errors
    /// A [`Failure`]; nothing was written, and what was due stays due.
    fn extract(&self, space: &Space, task: &Task, now: Timestamp) -> Result<Extraction, Failure>;
}
