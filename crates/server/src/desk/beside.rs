//! Work of the server's own beside its callers: on a space as a call has it, under nobody's key.

use super::admission::opened;
use super::{Desk, caught};
use crate::problem::{Code, Problem};
use hupo::Space;
use tokio::runtime::Handle;

impl Desk {
    /// Has `work` done on a space, which is opened if need be and not put away meanwhile. It takes a place among the
    /// calls and none of their room to run, and a server that is going waits for it as it does for them.
    ///
    /// Blocks: call it on a thread of one's own, with the server's runtime. The space's handle must not outlive `work`.
    /// Errors: `unavailable` from a server that is going or full, `unknown_space`, and whatever the work answers.
    pub fn beside<T>(
        &self,
        runtime: &Handle,
        space: &str,
        work: impl FnOnce(&Space) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        if self.is_draining() {
            return Err(Problem::new(Code::Unavailable, "the server is going"));
        }
        let _place = self.room().enter()?;
        if !self.hupo().has_space(space)? {
            return Err(Problem::new(Code::UnknownSpace, "there is no such space"));
        }
        let mut claim = runtime.block_on(async { opened(self, self.spaces().claim(space).await).await })?;
        caught(|| {
            let space = claim.open()?;
            let done = work(&space);
            claim.measure(&space);
            done
        })
    }

    /// The names of every space.
    /// Errors: `internal` if the root cannot be listed.
    pub fn names(&self) -> Result<Vec<String>, Problem> {
        Ok(self.hupo().spaces()?)
    }
}
