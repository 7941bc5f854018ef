//! Review cards: a proposal as a person sees it, its evidence and what it contradicts side by side.

use crate::instruction::{self, Sign};
use crate::judge::{self, Judgement};
use crate::provenance::{Quoted, quoted_alone};
use crate::stop::answered;
use crate::{Context, Error, becomes, receipt, target};
use hupo_store::Read;
use hupo_types::{Memory, NewEvidence, Proposal, ProposalId, Review, Verdict};

/// A quote that a proposal cites, looked for again.
#[derive(Debug, Clone, PartialEq)]
pub struct CardEvidence {
    /// As the proposer cited it.
    pub cited: NewEvidence,
    /// The passage as it stands, or why it proves nothing.
    pub found: Result<Quoted, Verdict>,
    /// The whole message it stands in, if there is one.
    pub message: Option<String>,
}

/// A living memory that a proposal contradicts, with its own evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct CardConflict {
    /// The memory.
    pub memory: Memory,
    /// What it rests on.
    pub evidence: Vec<Quoted>,
}

/// A proposal of the queue, ready to be decided.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewCard {
    /// The proposal, by whom, when, why it waits, and what was decided.
    pub review: Review,
    /// What it cites.
    pub evidence: Vec<CardEvidence>,
    /// What it contradicts now.
    pub conflicts: Vec<CardConflict>,
    /// What makes it read like an instruction to a model.
    pub signs: Vec<Sign>,
    /// What the rules say to it now. A refusal says why approving it would fail.
    pub judgement: Judgement,
}

/// The card of a proposal, decided or not; `None` if there is none of this number.
///
/// # Errors
/// [`Error::Store`] if the space cannot be read, [`Error::MissingSource`] if it is damaged.
pub fn review_card(view: &impl Read, id: ProposalId, ctx: &Context) -> Result<Option<ReviewCard>, Error> {
    let Some(review) = view.review(id)? else { return Ok(None) };
    let mut evidence = Vec::new();
    for (index, cited) in evidence_of(view, &review.proposal)?.into_iter().enumerate() {
        evidence.push(looked_for(view, index, cited)?);
    }
    let judgement = judge::judge(view, &review.proposal, ctx)?;
    let mut conflicts = Vec::new();
    for id in contradicted(&review, &judgement) {
        if let Some(memory) = view.memory(id)? {
            let quotes = memory.evidence.iter().map(|one| quoted_alone(view, one));
            conflicts.push(CardConflict { evidence: quotes.collect::<Result<_, _>>()?, memory });
        }
    }
    let signs = instruction::in_proposal(&review.proposal);
    Ok(Some(ReviewCard { review, evidence, conflicts, signs, judgement }))
}

/// What it contradicts now; of a decided one, what it contradicted when it came.
fn contradicted(review: &Review, judgement: &Judgement) -> Vec<hupo_types::MemoryId> {
    match judgement {
        Judgement::Queue { conflicts, .. } if review.decision.is_none() => conflicts.clone(),
        Judgement::Queue { .. } | Judgement::Refuse(_) | Judgement::CarryOut { .. } => review.conflicts.clone(),
    }
}

fn looked_for(view: &impl Read, index: usize, cited: NewEvidence) -> Result<CardEvidence, Error> {
    let field = format!("evidence[{index}]");
    let message = answered(target::message(view, &field, &cited.message))?.ok();
    let found = match answered(receipt::find(view, &field, &cited))? {
        Ok(receipt) => Ok(quoted_alone(view, &receipt.evidence)?),
        Err(verdict) => Err(verdict),
    };
    Ok(CardEvidence { cited, found, message: message.map(|message| message.text) })
}

/// The quotes a proposal cites, or those of the members a summary is made from.
fn evidence_of(view: &impl Read, proposal: &Proposal) -> Result<Vec<NewEvidence>, Error> {
    if let Proposal::TopicSummary(_) = proposal {
        return Ok(becomes::memory_of(view, proposal)?.map(|memory| memory.evidence).unwrap_or_default());
    }
    Ok(proposal.evidence().into_iter().cloned().collect())
}
