//! Proposing.

use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::checked::told;
use crate::wire::v1;
use hupo::{Batch, Space};

pub(super) fn propose(space: &Space, scope: &Scope, ask: v1::ProposeRequest) -> Result<v1::ProposeResponse, Problem> {
    let said = space.propose(Batch::try_from(ask)?, scope.when())?;
    Ok(v1::ProposeResponse { applied_seq: said.sequence.get(), verdicts: told(said.verdicts) })
}
