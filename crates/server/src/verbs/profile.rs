//! The profile.

use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::checked::told;
use crate::wire::v1;
use hupo::Space;

pub(super) fn profile(space: &Space, scope: &Scope, ask: v1::ProfileRequest) -> Result<v1::ProfileResponse, Problem> {
    let applied_seq = space.sequence()?.get();
    let facts = told(space.profile(ask.with_private, scope.now())?);
    Ok(v1::ProfileResponse { applied_seq, facts, is_adult: space.is_adult(scope.now())? })
}
