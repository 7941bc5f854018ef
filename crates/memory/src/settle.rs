//! Settling what waits: a person approves, edits, merges or rejects; whoever decides is recorded.

use crate::history::holder;
use crate::ingest::set_standing;
use crate::scribe::Scribe;
use crate::stop::{Checked, answered};
use crate::{Context, Error, becomes, carry, judge, receipt, shape, target};
use hupo_store::{Read, Transaction};
use hupo_types::{
    Command, Decision, DocId, MemoryId, MemoryRef, NewDecision, Proposal, ProposalId, Refusal, Review, ReviewCommand,
    SemanticKey, Standing, Stored, UnitVector, Verdict, VerdictCode,
};

/// What a person decides of a proposal that waits.
#[derive(Debug, Clone, PartialEq)]
pub struct Settlement {
    /// What.
    pub decision: NewDecision,
    /// Who decides; never empty.
    pub by: String,
    /// The vector of the memory it becomes ([`crate::memory_of`]), if that was embedded.
    pub vector: Option<UnitVector>,
}

/// Settles a proposal of the review queue.
///
/// What is approved or edited is judged again, as the space stands now; what the rules refuse stays waiting and
/// answers with the refusal. What it contradicts is superseded by it. Once decided, it cannot be decided again.
///
/// # Errors
/// [`Error::Store`], [`Error::LateRefusal`]. After an error nothing of the transaction may be written.
pub fn settle(txn: &mut Transaction, id: ProposalId, settlement: &Settlement, ctx: &Context) -> Result<Verdict, Error> {
    let mut scribe = Scribe::new(txn);
    let mut verdict = answered(decided(&mut scribe, id, settlement, ctx))?.unwrap_or_else(|refused| refused);
    verdict.proposal = Some(id);
    Ok(verdict)
}

fn decided(scribe: &mut Scribe, id: ProposalId, settlement: &Settlement, ctx: &Context) -> Checked<Verdict> {
    shape::short("by", &settlement.by)?;
    let review = waiting(scribe.txn, id)?;
    let verdict = match &settlement.decision {
        NewDecision::Approve => keep(scribe, &review.proposal, settlement, ctx)?,
        NewDecision::Edit { proposal } => keep(scribe, proposal, settlement, ctx)?,
        NewDecision::Merge { into } => merge(scribe, &review.proposal, *into)?,
        NewDecision::Reject { reason, bar } => reject(scribe, &review.proposal, reason, *bar)?,
    };
    let decision = Decision {
        decision: settlement.decision.clone(),
        by: settlement.by.clone(),
        at: ctx.now,
        stored: verdict.stored.clone(),
    };
    scribe.write(&Command::Review(ReviewCommand::Decide { proposal: id, decision }))?;
    for memory in review.conflicts {
        restore(scribe, memory)?;
    }
    Ok(verdict)
}

/// The proposal, if it waits.
fn waiting(view: &impl Read, id: ProposalId) -> Checked<Review> {
    let unknown = || Refusal::UnknownTarget { field: "proposal".to_owned(), what: id.to_string() };
    let review = view.review(id)?.ok_or_else(unknown)?;
    if review.erased {
        return Err(target::gone("proposal", &id).into());
    }
    if review.decision.is_some() {
        return Err(Refusal::Settled { field: "proposal".to_owned(), what: id.to_string() }.into());
    }
    Ok(review)
}

/// Judged as the space stands now, and carried out.
fn keep(scribe: &mut Scribe, proposal: &Proposal, settlement: &Settlement, ctx: &Context) -> Checked<Verdict> {
    let finding = judge::examine(scribe.txn, proposal, ctx)?;
    carry::carry_out(scribe, &finding, settlement.vector.as_ref(), ctx)
}

/// It says what a living memory says: its words go there.
fn merge(scribe: &mut Scribe, proposal: &Proposal, into: MemoryId) -> Checked<Verdict> {
    let living = target::holding(scribe.txn, "into", &MemoryRef::Id(into))?;
    let Some(memory) = becomes::memory_of(scribe.txn, proposal)? else {
        let reason = "decide: only what becomes a memory can be merged into one; approve, edit or reject it";
        return Err(Verdict::new(VerdictCode::Invalid, reason).at("decide").into());
    };
    receipt::find_all(scribe.txn, &memory.evidence)?;
    scribe.write(&Command::AddEvidence { memory: living.id, evidence: memory.evidence })?;
    let mut verdict = Verdict::new(VerdictCode::Duplicate, "it is known; its words were added to what is there");
    verdict.stored = vec![Stored::Memory { id: living.id, existed: true }];
    verdict.meets = vec![DocId::Memory(living.id)];
    Ok(verdict)
}

fn reject(scribe: &mut Scribe, proposal: &Proposal, reason: &str, bar: bool) -> Checked<Verdict> {
    shape::short("reason", reason)?;
    if bar {
        self::bar(scribe, proposal)?;
    }
    let said =
        if bar { "rejected, and barred: it will be refused from here on" } else { "rejected; nothing was stored" };
    Ok(Verdict::new(VerdictCode::Accepted, said))
}

/// Bars the fact by its key; only what it says, where a living memory of the key shows that the key is wanted.
fn bar(scribe: &mut Scribe, proposal: &Proposal) -> Checked<()> {
    let Some(mut memory) = becomes::memory_of(scribe.txn, proposal)? else {
        let reason = "bar: only what would become a memory can be barred; reject it without";
        return Err(Verdict::new(VerdictCode::Invalid, reason).at("bar").into());
    };
    if !scribe.txn.living_of_key(memory.scope, memory.kind, &memory.key)?.is_empty() {
        memory.key = SemanticKey::default();
    }
    scribe.write(&Command::Review(ReviewCommand::Bar(Box::new(memory))))?;
    Ok(())
}

/// A memory that was contradicted is stable again, unless something else that waits contradicts it still.
fn restore(scribe: &mut Scribe, contradicted: MemoryId) -> Checked<()> {
    let Some(memory) = holder(scribe.txn, contradicted)? else { return Ok(()) };
    if !memory.state.holds() || memory.standing == Standing::Outdated {
        return Ok(());
    }
    let standing = if is_contradicted(scribe.txn, memory.id)? { Standing::Disputed } else { Standing::Stable };
    set_standing(scribe, memory.id, standing)
}

/// Whether anything that waits contradicts what holds now.
fn is_contradicted(view: &impl Read, memory: MemoryId) -> Checked<bool> {
    for id in view.waiting()? {
        for contradicted in view.review(id)?.map(|review| review.conflicts).unwrap_or_default() {
            if holder(view, contradicted)?.is_some_and(|holder| holder.id == memory) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
