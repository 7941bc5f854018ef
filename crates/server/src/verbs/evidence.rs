//! The words things rest on.

use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::checked::{Bad, document, id, shown, small, told};
use crate::wire::v1;
use hupo::{MessageId, Space};

/// More turns on either side of a quote are not shown.
const NEIGHBOURS: u32 = 100;

pub(super) fn sources(space: &Space, _: &Scope, ask: v1::SourcesRequest) -> Result<v1::SourcesResponse, Problem> {
    if ask.neighbours > NEIGHBOURS {
        return Err(Bad::new("neighbours", "more than 100 turns on either side; ask for fewer").into());
    }
    let document = document(&ask.document, "document")?;
    let applied_seq = space.sequence()?.get();
    let sources = space.sources(document, small(ask.neighbours, "neighbours")?)?;
    Ok(v1::SourcesResponse { applied_seq, sources: told(sources) })
}

pub(super) fn citing(space: &Space, _: &Scope, ask: v1::CitingRequest) -> Result<v1::CitingResponse, Problem> {
    let message = id(&ask.message, "message", MessageId::parse)?;
    let applied_seq = space.sequence()?.get();
    Ok(v1::CitingResponse { applied_seq, memories: shown(&space.citing(message)?) })
}
