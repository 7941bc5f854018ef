//! A claim on a space: while it lives, the space is not put away.

use super::OpenSpaces;
use crate::problem::Problem;
use crate::room::Lanes;
use hupo::Space;
use std::sync::Arc;

/// What a claim found out about its space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// It never looked.
    Nothing,
    /// The space is open and takes so much memory.
    Open {
        /// About how many bytes.
        bytes: u64,
    },
    /// The space is not open.
    Closed,
    /// A write failed half way: the handle may take no more, and one that is opened anew does.
    Failed,
}

impl Found {
    const fn bytes(self) -> Option<u64> {
        match self {
            Self::Open { bytes } => Some(bytes),
            Self::Nothing | Self::Closed | Self::Failed => None,
        }
    }
}

/// A claim on a space.
pub(crate) struct Claim {
    spaces: Arc<OpenSpaces>,
    name: String,
    lanes: Arc<Lanes>,
    found: Found,
}

impl Claim {
    pub(super) fn new(spaces: Arc<OpenSpaces>, name: &str, lanes: Arc<Lanes>) -> Self {
        Self { spaces, name: name.to_owned(), lanes, found: Found::Nothing }
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

    /// Takes note of whether the space is open after work on the root, which may have made, opened or erased it.
    pub(crate) fn look(&mut self) {
        match self.spaces.hupo.open_space(&self.name) {
            Some(space) => self.measure(&space),
            None => self.found = Found::Closed,
        }
    }

    /// Takes note that the space is to be opened anew for the next call.
    pub(crate) fn fail(&mut self) {
        self.found = Found::Failed;
    }

    /// Takes note of what the space takes.
    pub(crate) fn measure(&mut self, space: &Space) {
        let bytes = space.memory_bytes().ok().or(self.found.bytes());
        self.found = Found::Open { bytes: bytes.unwrap_or_default() };
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.spaces.give_back(&self.name, self.found);
    }
}
