//! The review queue.

use super::slice;
use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::checked::{Bad, id, told};
use crate::wire::v1;
use hupo::{NewDecision, ProposalId, Space};

pub(super) fn list(space: &Space, _: &Scope, ask: v1::ReviewListRequest) -> Result<v1::ReviewListResponse, Problem> {
    let place = slice::from((&ask.after, ask.limit), ProposalId::parse)?;
    let applied_seq = space.sequence()?.get();
    let (reviews, next) = slice::part(space.waiting()?, place, |review| review.id);
    Ok(v1::ReviewListResponse { applied_seq, reviews: told(reviews), next })
}

pub(super) fn card(
    space: &Space,
    scope: &Scope,
    ask: v1::ReviewCardRequest,
) -> Result<v1::ReviewCardResponse, Problem> {
    let applied_seq = space.sequence()?.get();
    let card = space.review(id(&ask.proposal, "proposal", ProposalId::parse)?, scope.now())?;
    Ok(v1::ReviewCardResponse { applied_seq, card: card.map(v1::ReviewCard::from) })
}

pub(super) fn decide(
    space: &Space,
    scope: &Scope,
    ask: v1::ReviewDecideRequest,
) -> Result<v1::ReviewDecideResponse, Problem> {
    let proposal = id(&ask.proposal, "proposal", ProposalId::parse)?;
    let decide = ask.decide.ok_or_else(|| Bad::new("decide", "nothing is decided; set approve, edit, merge or reject"));
    let by = if ask.by.is_empty() { scope.caller() } else { &ask.by };
    let verdict = space.decide(proposal, NewDecision::try_from(decide?)?, by, scope.when())?;
    Ok(v1::ReviewDecideResponse { applied_seq: space.sequence()?.get(), verdict: Some(verdict.into()) })
}
