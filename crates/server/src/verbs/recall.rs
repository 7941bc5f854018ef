//! Recall, with the caller's deadline and whether anybody still waits.

use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::checked::document;
use crate::wire::recall::{question, told_answer};
use crate::wire::v1;
use hupo::{Question, Space};

fn asked(wire: Option<v1::Question>, scope: &Scope) -> Result<Question, Problem> {
    let mut question = question(wire, scope.now(), "question")?;
    question.deadline = Some(scope.remaining());
    question.cancelled = Some(scope.cancel_flag());
    Ok(question)
}

pub(super) fn recall(space: &Space, scope: &Scope, ask: v1::RecallRequest) -> Result<v1::RecallResponse, Problem> {
    let question = asked(ask.question, scope)?;
    let applied_seq = space.sequence()?.get();
    let answer = space.recall(&question)?;
    scope.note_stages(&answer.stages.timings);
    Ok(v1::RecallResponse { applied_seq, ..told_answer(answer, ask.explain) })
}

pub(super) fn why_not(space: &Space, scope: &Scope, ask: v1::WhyNotRequest) -> Result<v1::WhyNotResponse, Problem> {
    let question = asked(ask.question, scope)?;
    let document = document(&ask.document, "document")?;
    let applied_seq = space.sequence()?.get();
    Ok(v1::WhyNotResponse { applied_seq, ..space.why_not(&question, document)?.into() })
}

#[cfg(test)]
mod tests;
