//! The observation log.

use super::slice;
use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::checked::{needed, told};
use crate::wire::v1;
use hupo::{ObservationId, Space};

pub(super) fn observe(space: &Space, scope: &Scope, ask: v1::ObserveRequest) -> Result<v1::ObserveResponse, Problem> {
    let verdict = space.observe(needed(ask.observation, "observation")?, scope.when())?;
    Ok(v1::ObserveResponse { applied_seq: space.sequence()?.get(), verdict: Some(verdict.into()) })
}

pub(super) fn observations(
    space: &Space,
    _: &Scope,
    ask: v1::ObservationsRequest,
) -> Result<v1::ObservationsResponse, Problem> {
    let place = slice::from((&ask.after, ask.limit), ObservationId::parse)?;
    let applied_seq = space.sequence()?.get();
    let (observations, next) = slice::part(space.observations(place.0)?, place, |entry| entry.id);
    Ok(v1::ObservationsResponse { applied_seq, observations: told(observations), next })
}
