//! What use and time do to memories, checked.

use hupo_types::{CareCommand, Stored};

use super::{Draft, Fault};
use crate::Error;

impl Draft<'_, '_> {
    pub(super) fn care(&mut self, _command: &CareCommand) -> Result<Stored, Fault> {
        Err(Error::damaged("not built yet").into())
    }
}
