//! The rules of a space.

use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::checked::needed;
use crate::wire::v1;
use hupo::Space;

pub(super) fn rules(space: &Space, _: &Scope, _: v1::RulesRequest) -> Result<v1::RulesResponse, Problem> {
    let applied_seq = space.sequence()?.get();
    Ok(v1::RulesResponse { applied_seq, rules: Some(space.rules()?.into()) })
}

pub(super) fn set_rules(
    space: &Space,
    scope: &Scope,
    ask: v1::SetRulesRequest,
) -> Result<v1::SetRulesResponse, Problem> {
    space.set_rules(needed(ask.rules, "rules")?, scope.when())?;
    Ok(v1::SetRulesResponse { applied_seq: space.sequence()?.get() })
}
