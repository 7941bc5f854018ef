//! The built-in rules as an extractor: no model, no endpoint, no tokens.

use crate::{Extractor, Failure};
use hupo::{Duty, Extraction, Space, Task, Timestamp};

/// Makes proposals by the built-in rules.
#[derive(Debug, Clone, Copy, Default)]
pub struct BuiltIn;

impl Extractor for BuiltIn {
    fn name(&self) -> &str {
        "built-in rules"
    }

    fn does(&self, duty: Duty) -> bool {
        hupo::built_in_does(duty)
    }

    fn extract(&self, _space: &Space, task: &Task, _now: Timestamp) -> Result<Extraction, Failure> {
        Ok(hupo::extract_built_in(task))
    }
}
