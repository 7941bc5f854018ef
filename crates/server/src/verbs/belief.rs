//! Beliefs.

use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::checked::{each, id, told};
use crate::wire::v1;
use hupo::{ObservationId, Space};

pub(super) fn beliefs(space: &Space, _: &Scope, _: v1::BeliefsRequest) -> Result<v1::BeliefsResponse, Problem> {
    let applied_seq = space.sequence()?.get();
    Ok(v1::BeliefsResponse { applied_seq, beliefs: told(space.beliefs()?) })
}

pub(super) fn beliefs_input(
    space: &Space,
    _: &Scope,
    _: v1::BeliefsInputRequest,
) -> Result<v1::BeliefsInputResponse, Problem> {
    let applied_seq = space.sequence()?.get();
    let input = space.beliefs_input()?;
    Ok(v1::BeliefsInputResponse {
        applied_seq,
        slots: told(input.slots),
        observations: told(input.observations),
        made_from: input.made_from.to_string(),
    })
}

pub(super) fn put_beliefs(
    space: &Space,
    scope: &Scope,
    ask: v1::PutBeliefsRequest,
) -> Result<v1::PutBeliefsResponse, Problem> {
    let made_from = id(&ask.made_from, "made_from", ObservationId::parse)?;
    let verdicts = space.put_beliefs(each(ask.beliefs, "beliefs")?, made_from, scope.when())?;
    Ok(v1::PutBeliefsResponse { applied_seq: space.sequence()?.get(), verdicts: told(verdicts) })
}
