//! A claim on a space: while it lives, the space is not put away.

use super::OpenSpaces;
use crate::problem::Problem;
use crate::room::Lanes;
use hupo::Space;
use std::sync::Arc;

/// A claim on a space.
pub(crate) struct Claim {
    spaces: Arc<OpenSpaces>,
    name: String,
    lanes: Arc<Lanes>,
    /// What the space takes, once it was open under this claim.
    bytes: Option<u64>,
}

impl Claim {
    pub(super) fn new(spaces: Arc<OpenSpaces>, name: &str, lanes: Arc<Lanes>) -> Self {
        Self { spaces, name: name.to_owned(), lanes, bytes: None }
    }

    /// The queues of the space.
    pub(crate) fn lanes(&self) -> &Arc<Lanes> {
        &self.lanes
    }

    /// The space; opens it if it is not open. Blocks. No handle of it may outlive the claim.
    pub(crate) fn open(&mut self) -> Result<Space, Problem> {
        let space = self.spaces.hupo.space(&self.name)?;
        self.measure(&space);
        Ok(space)
    }

    /// Takes note of what the space takes after work on it, also when the work has made or opened it on its own.
    pub(crate) fn measure_if_open(&mut self) {
        if let Some(space) = self.spaces.hupo.open_space(&self.name) {
            self.measure(&space);
        }
    }

    /// Takes note of what the space takes.
    pub(crate) fn measure(&mut self, space: &Space) {
        self.bytes = space.memory_bytes().ok().or(self.bytes).or(Some(0));
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.spaces.give_back(&self.name, self.bytes);
    }
}
