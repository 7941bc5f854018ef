//! Temporal items.

use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::checked::told;
use crate::wire::v1;
use hupo::Space;

pub(super) fn plans(space: &Space, scope: &Scope, ask: v1::PlansRequest) -> Result<v1::PlansResponse, Problem> {
    let applied_seq = space.sequence()?.get();
    Ok(v1::PlansResponse { applied_seq, items: told(space.plans(ask.closed, scope.now())?) })
}
