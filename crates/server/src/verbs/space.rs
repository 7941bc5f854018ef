//! Looking after one space.

use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::space::told_stats;
use crate::wire::v1;
use hupo::Space;

pub(super) fn stats(space: &Space, _: &Scope, _: v1::StatsRequest) -> Result<v1::StatsResponse, Problem> {
    Ok(told_stats(space.stats()?, space.config()))
}

pub(super) fn verify(space: &Space, _: &Scope, _: v1::VerifyRequest) -> Result<v1::VerifyResponse, Problem> {
    Ok(space.verify(&mut |_, _, _| ())?.into())
}

pub(super) fn rebuild(space: &Space, _: &Scope, _: v1::RebuildRequest) -> Result<v1::RebuildResponse, Problem> {
    space.rebuild(&mut |_, _, _| ())?;
    Ok(v1::RebuildResponse { applied_seq: space.sequence()?.get() })
}
