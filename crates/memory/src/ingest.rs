//! Taking a proposal in: judged, then carried out or queued, with a verdict either way.

use crate::judge::{self, Judgement};
use crate::plan::Finding;
use crate::scribe::Scribe;
use crate::stop::{Checked, answered};
use crate::{Context, Error, carry, shape};
use hupo_store::{Read, Transaction};
use hupo_types::{
    Command, DocId, MemoryId, Proposal, Proposer, Refusal, ReviewCommand, Standing, Stored, UnitVector, Verdict,
    VerdictCode, Waiting,
};

/// A proposal that is handed in.
#[derive(Debug, Clone, PartialEq)]
pub struct Offer {
    /// What is proposed.
    pub proposal: Proposal,
    /// By whom.
    pub proposer: Option<Proposer>,
    /// The vector of the memory it would become ([`crate::memory_of`]), if that was embedded.
    pub vector: Option<UnitVector>,
}

impl From<Proposal> for Offer {
    fn from(proposal: Proposal) -> Self {
        Self { proposal, proposer: None, vector: None }
    }
}

/// Judges a proposal and carries it out, or queues it, as the rules say.
///
/// A refused one has written nothing. Each proposal of a batch sees what the ones before it did.
///
/// # Errors
/// [`Error::Store`], [`Error::LateRefusal`]. After an error nothing of the transaction may be written.
pub fn ingest(txn: &mut Transaction, offer: &Offer, ctx: &Context) -> Result<Verdict, Error> {
    let mut scribe = Scribe::new(txn);
    Ok(answered(take_in(&mut scribe, offer, ctx))?.unwrap_or_else(|refused| refused))
}

fn take_in(scribe: &mut Scribe, offer: &Offer, ctx: &Context) -> Checked<Verdict> {
    offer.proposer.as_ref().map_or(Ok(()), signed)?;
    let finding = judge::examine(scribe.txn, &offer.proposal, ctx)?;
    match judge::decide(&finding, &offer.proposal, ctx) {
        Judgement::Refuse(verdict) => Err((*verdict).into()),
        Judgement::CarryOut { .. } => carry::carry_out(scribe, &finding, offer.vector.as_ref(), ctx),
        Judgement::Queue { waiting, .. } => queue(scribe, offer, &finding, waiting),
    }
}

fn signed(proposer: &Proposer) -> Result<(), Refusal> {
    shape::short("proposer.name", &proposer.name)?;
    shape::optional("proposer.run", proposer.run.as_ref())?;
    shape::optional("proposer.prompt_version", proposer.prompt_version.as_ref())?;
    shape::optional("proposer.output_hash", proposer.output_hash.as_ref())
}

/// Lets it wait; what it contradicts is disputed until a person decides.
fn queue(scribe: &mut Scribe, offer: &Offer, finding: &Finding, waiting: Vec<Waiting>) -> Checked<Verdict> {
    let conflicts = finding.conflicts.clone();
    let mut verdict = waits(&waiting, &conflicts);
    let stored = scribe.write(&Command::Review(ReviewCommand::Queue {
        proposal: Box::new(offer.proposal.clone()),
        proposer: offer.proposer.clone(),
        waiting,
        conflicts: conflicts.clone(),
    }))?;
    if let Stored::Proposal { id, existed } = stored {
        verdict.proposal = Some(id);
        // One that waits already disputes what it contradicted when it came: deciding it restores no other.
        for memory in conflicts.into_iter().filter(|_| !existed) {
            set_standing(scribe, memory, Standing::Disputed)?;
        }
    }
    verdict.meets = finding.meets.iter().chain(&finding.conflicts).map(|id| DocId::Memory(*id)).collect();
    verdict.stored = vec![stored];
    Ok(verdict)
}

/// Says how far a memory can be trusted, if that is not what it says already.
pub(crate) fn set_standing(scribe: &mut Scribe, memory: MemoryId, standing: Standing) -> Checked<()> {
    if scribe.txn.memory(memory)?.is_some_and(|known| known.standing != standing) {
        scribe.write(&Command::SetStanding { memory, standing })?;
    }
    Ok(())
}

fn waits(waiting: &[Waiting], conflicts: &[MemoryId]) -> Verdict {
    if waiting.contains(&Waiting::Conflict) {
        let ids: Vec<String> = conflicts.iter().map(ToString::to_string).collect();
        let reason = format!(
            "key: {} says otherwise; both are disputed until a person decides. Propose a correction if the user \
             corrected it",
            ids.join(", ")
        );
        return Verdict::new(VerdictCode::Conflict, reason).at("key");
    }
    let reason = if waiting.contains(&Waiting::Instruction) {
        "it reads like an instruction to a model, so a person looks at it first; do not propose it again"
    } else {
        "it waits for a person; do not propose it again"
    };
    Verdict::new(VerdictCode::Pending, reason)
}
