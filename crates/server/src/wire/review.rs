//! The review queue.

use super::checked::{Bad, id, needed, shown, told};
use super::stored::told_stored;
use super::time::told_time;
use super::v1::{self, decision, review_decide_request as asked};
use super::word::{Word, numbers};
use hupo::{CardConflict, CardEvidence, Decision, Judgement, MemoryId, NewDecision, Review, ReviewCard, VerdictCode};

impl TryFrom<asked::Decide> for NewDecision {
    type Error = Bad;

    fn try_from(wire: asked::Decide) -> Result<Self, Bad> {
        Ok(match wire {
            asked::Decide::Approve(v1::Approve {}) => Self::Approve,
            asked::Decide::Edit(v1::Edit { proposal }) => {
                Self::Edit { proposal: Box::new(needed(proposal, "edit.proposal")?) }
            }
            asked::Decide::Merge(v1::MergeInto { memory }) => {
                Self::Merge { into: id(&memory, "merge.memory", MemoryId::parse)? }
            }
            asked::Decide::Reject(v1::Reject { reason, bar }) => Self::Reject { reason, bar },
        })
    }
}

impl From<NewDecision> for decision::Decide {
    fn from(decision: NewDecision) -> Self {
        match decision {
            NewDecision::Approve => Self::Approve(v1::Approve {}),
            NewDecision::Edit { proposal } => Self::Edit(v1::Edit { proposal: Some((*proposal).into()) }),
            NewDecision::Merge { into } => Self::Merge(v1::MergeInto { memory: into.to_string() }),
            NewDecision::Reject { reason, bar } => Self::Reject(v1::Reject { reason, bar }),
        }
    }
}

impl From<Decision> for v1::Decision {
    fn from(decision: Decision) -> Self {
        Self {
            decide: Some(decision.decision.into()),
            by: decision.by,
            at: Some(told_time(decision.at)),
            stored: told_stored(decision.stored),
        }
    }
}

impl From<Review> for v1::Review {
    fn from(review: Review) -> Self {
        Self {
            id: review.id.to_string(),
            proposal: Some(review.proposal.into()),
            proposer: review.proposer.map(v1::Proposer::from),
            waiting: numbers(review.waiting),
            conflicts: shown(&review.conflicts),
            queued_at: Some(told_time(review.queued_at)),
            decision: review.decision.map(v1::Decision::from),
            erased: review.erased,
        }
    }
}

impl From<CardEvidence> for v1::CardEvidence {
    fn from(card: CardEvidence) -> Self {
        let (found, fault) = match card.found {
            Ok(quoted) => (Some(quoted.into()), None),
            Err(verdict) => (None, Some(verdict.into())),
        };
        Self { cited: Some(card.cited.into()), found, fault, message: card.message.unwrap_or_default() }
    }
}

impl From<CardConflict> for v1::CardConflict {
    fn from(card: CardConflict) -> Self {
        Self { memory: Some(card.memory.into()), evidence: told(card.evidence) }
    }
}

impl From<Judgement> for v1::Judgement {
    fn from(judgement: Judgement) -> Self {
        let nothing = Self::default();
        match judgement {
            Judgement::Refuse(verdict) => {
                Self { code: verdict.code.number(), refusal: Some((*verdict).into()), ..nothing }
            }
            Judgement::Queue { waiting, conflicts } => Self {
                code: VerdictCode::Pending.number(),
                waiting: numbers(waiting),
                meets: shown(&conflicts),
                ..nothing
            },
            Judgement::CarryOut { code, meets } => Self { code: code.number(), meets: shown(&meets), ..nothing },
        }
    }
}

impl From<ReviewCard> for v1::ReviewCard {
    fn from(card: ReviewCard) -> Self {
        Self {
            review: Some(card.review.into()),
            evidence: told(card.evidence),
            conflicts: told(card.conflicts),
            signs: numbers(card.signs),
            judgement: Some(card.judgement.into()),
        }
    }
}
