//! Erasure.

use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::checked::told;
use crate::wire::erasure::target;
use crate::wire::v1;
use hupo::Space;

pub(super) fn erase(space: &Space, scope: &Scope, ask: v1::EraseRequest) -> Result<v1::EraseResponse, Problem> {
    let erasure = space.erase(target(&ask.target, "target")?, scope.when())?;
    Ok(v1::EraseResponse { applied_seq: space.sequence()?.get(), erasure: Some(erasure.into()) })
}

pub(super) fn erasures(space: &Space, _: &Scope, _: v1::ErasuresRequest) -> Result<v1::ErasuresResponse, Problem> {
    let applied_seq = space.sequence()?.get();
    Ok(v1::ErasuresResponse { applied_seq, erasures: told(space.erasures()?) })
}
