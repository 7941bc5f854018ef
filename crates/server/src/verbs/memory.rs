//! The history of a memory.

use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::care::memory_id;
use crate::wire::checked::told;
use crate::wire::v1;
use hupo::Space;

pub(super) fn history(space: &Space, _: &Scope, ask: v1::HistoryRequest) -> Result<v1::HistoryResponse, Problem> {
    let memory = memory_id(ask.memory, "memory")?;
    let applied_seq = space.sequence()?.get();
    Ok(v1::HistoryResponse { applied_seq, memories: told(space.history(memory)?) })
}
