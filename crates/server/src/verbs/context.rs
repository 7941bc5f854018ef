//! What one turn sees.

use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::context::{told_context, turn};
use crate::wire::v1;
use hupo::{Patience, Space, estimate_tokens};

pub(super) fn context(space: &Space, scope: &Scope, ask: v1::ContextRequest) -> Result<v1::ContextResponse, Problem> {
    let render = ask.render;
    let turn = turn(ask, scope.now())?;
    let applied_seq = space.sequence()?.get();
    let patience = Patience { deadline: Some(scope.remaining()), cancelled: Some(scope.cancel_flag()) };
    let context = space.context_within(&turn, &estimate_tokens, &patience)?;
    Ok(v1::ContextResponse { applied_seq, ..told_context(context, render) })
}
