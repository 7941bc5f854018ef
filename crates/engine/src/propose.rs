//! Proposals: judged and carried out inside one write, a verdict each.

use crate::draft::Drafter;
use crate::once::{self, Asked};
use crate::options::Embed;
use crate::space::Inner;
use crate::{Error, When, embed};
use hupo_memory::{Context, Judgement, Offer, Settlement};
use hupo_recall::passage;
use hupo_store::{Order, Read};
use hupo_types::{
    Command, DocId, NewDecision, NewMemory, Proposal, ProposalId, Proposer, Rules, Sequence, Stored, Timestamp,
    UnitVector, Verdict, VerdictCode,
};
use serde::Serialize;
use std::sync::PoisonError;

/// Proposals judged in one call; those after them get the verdict `limit`.
const MOST: usize = 1_000;

/// Proposals handed in together. Each stands alone, and sees what those before it did.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Batch {
    /// What is proposed, in order; at most 1,000.
    pub proposals: Vec<Proposal>,
    /// By whom.
    pub proposer: Option<Proposer>,
    /// Only say what would become of them; nothing is written.
    pub dry_run: bool,
}

impl From<Vec<Proposal>> for Batch {
    fn from(proposals: Vec<Proposal>) -> Self {
        Self { proposals, ..Self::default() }
    }
}

/// What code said to a batch.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verdicts {
    /// The write's number; the last one's if nothing new was written.
    pub sequence: Sequence,
    /// A verdict for each proposal, in order.
    pub verdicts: Vec<Verdict>,
}

/// Judges a batch; see [`crate::Space::propose`].
pub(crate) fn propose(inner: &Inner, batch: Batch, when: When) -> Result<Verdicts, Error> {
    let now = when.now;
    let _drafting = inner.drafting.lock().unwrap_or_else(PoisonError::into_inner);
    let Batch { mut proposals, proposer, dry_run } = batch;
    let n_late = proposals.len().saturating_sub(MOST);
    proposals.truncate(MOST);
    let bare = dry_run || once::is_done(inner, &when)?;
    let vectors = if bare { vec![None; proposals.len()] } else { vectors(inner, &proposals, now)? };
    let offers: Vec<Offer> = proposals
        .into_iter()
        .zip(vectors)
        .map(|(proposal, vector)| Offer { proposal, proposer: proposer.clone(), vector })
        .collect();
    let zone = inner.zone.clone();
    let asked = Asked { verb: "propose", when, dry_run };
    let (receipt, mut verdicts) = once::transact(inner, asked, move |txn| {
        let rules = txn.rules()?;
        let ctx = Context { rules: &rules, zone: &zone, now };
        let verdicts = offers.iter().map(|offer| hupo_memory::ingest(txn, offer, &ctx));
        verdicts.collect::<Result<Vec<_>, _>>().map_err(aborting)
    })?;
    verdicts.extend(std::iter::repeat_n(too_many(), n_late));
    if !dry_run {
        embed_late(inner, &verdicts, now);
    }
    Ok(Verdicts { sequence: receipt.sequence, verdicts })
}

/// Settles a proposal that waits; see [`crate::Space::decide`].
pub(crate) fn decide(
    inner: &Inner,
    id: ProposalId,
    (decision, by): (NewDecision, String),
    when: When,
) -> Result<Verdict, Error> {
    let _drafting = inner.drafting.lock().unwrap_or_else(PoisonError::into_inner);
    let now = when.now;
    let made = if once::is_done(inner, &when)? { None } else { settled_memory(inner, id, &decision)? };
    let vector = match made {
        Some(memory) => embedded(inner, vec![(0, memory)])?.pop().map(|(_, vector)| vector),
        None => None,
    };
    let settlement = Settlement { decision, by, vector };
    let zone = inner.zone.clone();
    let asked = Asked { verb: "decide", when, dry_run: false };
    let (_, verdict) = once::transact(inner, asked, move |txn| {
        let rules = txn.rules()?;
        hupo_memory::settle(txn, id, &settlement, &Context { rules: &rules, zone: &zone, now }).map_err(aborting)
    })?;
    embed_late(inner, std::slice::from_ref(&verdict), now);
    Ok(verdict)
}

/// What ends a transaction when the rules cannot go on: nothing of it is written.
pub(crate) fn aborting(error: hupo_memory::Error) -> hupo_store::Error {
    match error {
        hupo_memory::Error::Store(error) => error,
        hupo_memory::Error::LateRefusal { refusal } => hupo_store::Error::Refused { refusals: vec![(0, refusal)] },
        missing @ hupo_memory::Error::MissingSource { .. } => hupo_store::Error::Damaged { what: missing.to_string() },
    }
}

/// The order under which a write runs. Vectors in it are the embedder's.
pub(crate) fn order(inner: &Inner, now: Timestamp, dry_run: bool) -> Result<Order, Error> {
    Ok(Order { now, model: embed::identity(inner)?, dry_run })
}

fn too_many() -> Verdict {
    Verdict::new(VerdictCode::Limit, format!("a call takes at most {MOST} proposals; hand the rest in with another"))
        .at("proposals")
}

fn embeds(inner: &Inner) -> bool {
    inner.shared.options.embed == Embed::BeforeCommit && inner.shared.models.embedder.is_some()
}

/// A vector for each proposal that the rules would make a memory of, as far as can be told before the write.
pub(crate) fn vectors(inner: &Inner, proposals: &[Proposal], now: Timestamp) -> Result<Vec<Option<UnitVector>>, Error> {
    let mut vectors = vec![None; proposals.len()];
    if embeds(inner) {
        for (place, vector) in embedded(inner, memories(inner, proposals, now)?)? {
            if let Some(slot) = vectors.get_mut(place) {
                *slot = Some(vector);
            }
        }
    }
    Ok(vectors)
}

/// The memories the proposals would become at once, each with its place.
fn memories(inner: &Inner, proposals: &[Proposal], now: Timestamp) -> Result<Vec<(usize, NewMemory)>, Error> {
    let snapshot = inner.snapshot()?;
    let rules: Rules = snapshot.rules()?;
    let ctx = Context { rules: &rules, zone: &inner.zone, now };
    let mut memories = Vec::new();
    for (place, proposal) in proposals.iter().enumerate() {
        let judgement = hupo_memory::judge(&snapshot, proposal, &ctx)?;
        if matches!(judgement, Judgement::CarryOut { code, .. } if code != VerdictCode::Duplicate) {
            memories.extend(hupo_memory::memory_of(&snapshot, proposal)?.map(|memory| (place, memory)));
        }
    }
    Ok(memories)
}

/// The memory that a decision makes, if it makes one.
fn settled_memory(inner: &Inner, id: ProposalId, decision: &NewDecision) -> Result<Option<NewMemory>, Error> {
    if !embeds(inner) {
        return Ok(None);
    }
    let snapshot = inner.snapshot()?;
    match decision {
        NewDecision::Approve => match snapshot.review(id)? {
            Some(review) => Ok(hupo_memory::memory_of(&snapshot, &review.proposal)?),
            None => Ok(None),
        },
        NewDecision::Edit { proposal } => Ok(hupo_memory::memory_of(&snapshot, proposal)?),
        NewDecision::Merge { .. } | NewDecision::Reject { .. } => Ok(None),
    }
}

/// The vectors of memories that are about to be made.
fn embedded(inner: &Inner, memories: Vec<(usize, NewMemory)>) -> Result<Vec<(usize, UnitVector)>, Error> {
    if memories.is_empty() {
        return Ok(Vec::new());
    }
    let snapshot = inner.snapshot()?;
    let mut drafter = Drafter::new(&snapshot);
    let mut texts = Vec::with_capacity(memories.len());
    for (place, memory) in memories {
        let draft = drafter.draft(&Command::Remember { memory: Box::new(memory), vector: None })?;
        texts.extend(draft.map(|document| (place, passage(&document, &inner.zone))));
    }
    let borrowed: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
    let vectors = inner.shared.models.embedder()?.embed_passages(&borrowed, &|_| {})?;
    Ok(texts.iter().map(|(place, _)| *place).zip(vectors).collect())
}

/// Embeds the memories that came of the verdicts and could not be foreseen. What was written stands, whatever becomes of
/// this: a memory without a vector waits for the next [`crate::Space::embed_waiting`], as answers say.
pub(crate) fn embed_late(inner: &Inner, verdicts: &[Verdict], now: Timestamp) {
    if let Err(error) = embed_bare(inner, verdicts, now) {
        tracing::warn!(%error, "memories that were accepted wait for their vectors");
    }
}

fn embed_bare(inner: &Inner, verdicts: &[Verdict], now: Timestamp) -> Result<(), Error> {
    if !embeds(inner) {
        return Ok(());
    }
    let snapshot = inner.snapshot()?;
    let mut bare = Vec::new();
    for id in verdicts.iter().flat_map(|verdict| &verdict.stored).filter_map(memory_made) {
        if snapshot.vector(id)?.is_none() {
            bare.push(id);
        }
    }
    drop(snapshot);
    if bare.is_empty() { Ok(()) } else { embed::these(inner, &bare, now) }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "of everything stored only a new memory may lack its vector")]
fn memory_made(stored: &Stored) -> Option<DocId> {
    match stored {
        Stored::Memory { id, existed: false } => Some(DocId::Memory(*id)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
