//! Closing a run: its proposals judged and carried out, its beliefs put, and its record kept, all in one write. What was
//! promoted before is not promoted again: then nothing is written.

use crate::judge::Judgement;
use crate::{Context, Error, Offer, ingest, judge, put_beliefs};
use hupo_store::{Read, Transaction};
use hupo_types::{
    Command, Due, Duty, ExtractorId, NewBelief, NewRun, Proposal, Proposer, Run, RunId, Tokens, UnitVector, Verdict,
    VerdictCode,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Proposals of one run; those after them get the verdict `limit`.
const MOST: usize = 1_000;

/// What an extractor gives back.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Extraction {
    /// What it proposes, in order, at most 1,000; none is an answer too: nothing in it was worth keeping.
    pub proposals: Vec<Proposal>,
    /// Of beliefs: all of them, in the place of all that were.
    pub beliefs: Vec<NewBelief>,
    /// Who it is.
    pub by: ExtractorId,
    /// A hash of a model's raw output.
    pub output_hash: Option<String>,
    /// What it cost.
    pub tokens: Tokens,
}

/// What became of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum RunOutcome {
    /// It is closed, and what passed is stored.
    Closed {
        /// Its record.
        run: Run,
    },
    /// The very same work was closed before; nothing was written now.
    ClosedBefore {
        /// The record of that run.
        run: Run,
    },
    /// Another run promoted some of it meanwhile; nothing was written. Ask anew what is due.
    Overtaken {
        /// That run, where there is one.
        by: Option<RunId>,
    },
    /// The page it is for was not accepted, so nothing was written and it stays due. The verdicts say why.
    NotKept,
}

/// What code said to a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunReport {
    /// What became of it.
    pub outcome: RunOutcome,
    /// A verdict for each proposal, then for each belief, in order; none when nothing was tried.
    pub verdicts: Vec<Verdict>,
}

/// Closes a run. `vectors` are those of the memories that the proposals become, as far as they were embedded.
///
/// # Errors
/// [`Error::Store`]; [`Error::LateRefusal`] if the due names lines that are not there, or the extractor has no name.
/// After an error nothing of the transaction may be written.
pub fn close_run(
    txn: &mut Transaction,
    (due, extraction): (&Due, &Extraction),
    vectors: &[Option<UnitVector>],
    ctx: &Context,
) -> Result<RunReport, Error> {
    if let Some(outcome) = done_before(txn, due)? {
        return Ok(RunReport { outcome, verdicts: Vec::new() });
    }
    if let Some(verdicts) = not_kept(txn, due, extraction, ctx)? {
        return Ok(RunReport { outcome: RunOutcome::NotKept, verdicts });
    }
    let id = RunId::new(txn.n_runs() + 1);
    let mut verdicts = taken_in(txn, &offers(extraction, vectors, id), ctx)?;
    verdicts.extend(extraction.proposals.iter().skip(MOST).map(|_| too_many()));
    if let Due::Beliefs { made_from } = due {
        verdicts.extend(put_beliefs(txn, extraction.beliefs.clone(), *made_from, ctx)?);
    }
    let new = record(due, extraction, &verdicts);
    if let Err(refusal) = txn.carry_out(&Command::CloseRun(Box::new(new.clone())))? {
        return Err(Error::LateRefusal { refusal });
    }
    let NewRun { due, by, output_hash, verdicts: counts, tokens } = new;
    let run = Run { id, due, by, output_hash, verdicts: counts, tokens, at: ctx.now };
    Ok(RunReport { outcome: RunOutcome::Closed { run }, verdicts })
}

/// What became of the work, if it, or some of it, was done before.
fn done_before(view: &impl Read, due: &Due) -> Result<Option<RunOutcome>, Error> {
    if let Some(run) = view.run_over(due)?.filter(|run| run.has_done(due)) {
        let outcome =
            if run.is_of(due) { RunOutcome::ClosedBefore { run } } else { RunOutcome::Overtaken { by: Some(run.id) } };
        return Ok(Some(outcome));
    }
    // Somebody put beliefs by hand, from as much of the log or more.
    let Due::Beliefs { made_from } = due else { return Ok(None) };
    let overtaken = view.beliefs()?.is_some_and(|set| set.made_from >= *made_from);
    Ok(overtaken.then_some(RunOutcome::Overtaken { by: None }))
}

/// The verdicts on the pages of a run that is for one, if none of them can be kept.
fn not_kept(
    view: &impl Read,
    due: &Due,
    extraction: &Extraction,
    ctx: &Context,
) -> Result<Option<Vec<Verdict>>, Error> {
    let is_page: fn(&Proposal) -> bool = match due.duty() {
        Duty::Page => |proposal| matches!(proposal, Proposal::Continuity(_)),
        Duty::Segment => |proposal| matches!(proposal, Proposal::Segment(_)),
        Duty::AfterReply | Duty::Day | Duty::PageFacts | Duty::Beliefs | Duty::TopicSummary => return Ok(None),
    };
    let mut verdicts = Vec::new();
    for proposal in extraction.proposals.iter().take(MOST) {
        match judge(view, proposal, ctx)? {
            Judgement::Refuse(verdict) => verdicts.push(*verdict),
            Judgement::Queue { .. } | Judgement::CarryOut { .. } if is_page(proposal) => return Ok(None),
            Judgement::Queue { .. } | Judgement::CarryOut { .. } => verdicts.push(no_page()),
        }
    }
    Ok(Some(verdicts))
}

fn no_page() -> Verdict {
    Verdict::new(VerdictCode::Invalid, "the run is for a page, and there is none among its proposals").at("propose")
}

fn too_many() -> Verdict {
    Verdict::new(VerdictCode::Limit, format!("a run takes at most {MOST} proposals")).at("proposals")
}

fn offers(extraction: &Extraction, vectors: &[Option<UnitVector>], run: RunId) -> Vec<Offer> {
    let proposer = Proposer {
        name: extraction.by.model.clone().unwrap_or_else(|| extraction.by.name.clone()),
        run: Some(run.to_string()),
        prompt_version: Some(extraction.by.version.clone()),
        output_hash: extraction.output_hash.clone(),
    };
    let vectors = vectors.iter().cloned().chain(std::iter::repeat(None));
    let proposals = extraction.proposals.iter().take(MOST).cloned();
    proposals
        .zip(vectors)
        .map(|(proposal, vector)| Offer { proposal, proposer: Some(proposer.clone()), vector })
        .collect()
}

fn taken_in(txn: &mut Transaction, offers: &[Offer], ctx: &Context) -> Result<Vec<Verdict>, Error> {
    offers.iter().map(|offer| ingest(txn, offer, ctx)).collect()
}

fn record(due: &Due, extraction: &Extraction, verdicts: &[Verdict]) -> NewRun {
    let mut counts: BTreeMap<VerdictCode, u64> = BTreeMap::new();
    for verdict in verdicts {
        *counts.entry(verdict.code).or_default() += 1;
    }
    NewRun {
        due: due.clone(),
        by: extraction.by.clone(),
        output_hash: extraction.output_hash.clone(),
        verdicts: counts,
        tokens: extraction.tokens,
    }
}
