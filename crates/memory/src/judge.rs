//! Judging a proposal: the rules in their order, over the space as it stands. Nothing is written here.

mod memory;
mod outcome;
mod page;
mod person;
mod profile;
mod relation;
mod summary;
mod temporal;

use crate::plan::{Finding, Plan};
use crate::stop::{Checked, answered};
use crate::{Context, Error, instruction};
use hupo_store::Read;
use hupo_types::{DocId, MemoryId, PageKind, Proposal, Verdict, VerdictCode, Waiting};

/// What the rules say to a proposal.
#[derive(Debug, Clone, PartialEq)]
pub enum Judgement {
    /// It is refused.
    Refuse(Box<Verdict>),
    /// A person decides.
    Queue {
        /// Why; never empty.
        waiting: Vec<Waiting>,
        /// The living memories it contradicts.
        conflicts: Vec<MemoryId>,
    },
    /// It may be carried out.
    CarryOut {
        /// What the verdict will be.
        code: VerdictCode,
        /// The duplicate or the corrected.
        meets: Vec<DocId>,
    },
}

/// Judges a proposal as the space stands, without writing.
///
/// The order of the rules: shape and limits, evidence, ownership, importance floor, repetition, semantic key.
///
/// # Errors
/// [`Error::Store`] if the space cannot be read.
pub fn judge(view: &impl Read, proposal: &Proposal, ctx: &Context) -> Result<Judgement, Error> {
    Ok(match answered(examine(view, proposal, ctx))? {
        Err(verdict) => Judgement::Refuse(Box::new(verdict)),
        Ok(finding) => decide(&finding, proposal, ctx),
    })
}

/// What is to become of a proposal that the rules do not refuse.
pub(crate) fn decide(finding: &Finding, proposal: &Proposal, ctx: &Context) -> Judgement {
    let waiting = if finding.plan.is_known() { Vec::new() } else { reasons_to_wait(finding, proposal, ctx) };
    if waiting.is_empty() {
        let meets = finding.meets.iter().map(|id| DocId::Memory(*id)).collect();
        return Judgement::CarryOut { code: code(&finding.plan), meets };
    }
    Judgement::Queue { waiting, conflicts: finding.conflicts.clone() }
}

fn reasons_to_wait(finding: &Finding, proposal: &Proposal, ctx: &Context) -> Vec<Waiting> {
    let reasons = [
        (ctx.asks_a_person() && asks_for_review(proposal), Waiting::Policy),
        (!finding.conflicts.is_empty(), Waiting::Conflict),
        (!instruction::in_proposal(proposal).is_empty(), Waiting::Instruction),
    ];
    reasons.into_iter().filter(|(holds, _)| *holds).map(|(_, reason)| reason).collect()
}

/// The verdict of a plan that is carried out.
pub(crate) fn code(plan: &Plan) -> VerdictCode {
    if plan.is_known() {
        VerdictCode::Duplicate
    } else if plan.replaces() {
        VerdictCode::Supersedes
    } else {
        VerdictCode::Accepted
    }
}

/// The log and the short-term pages are stored at once: they are no memories, and never evidence.
const fn asks_for_review(proposal: &Proposal) -> bool {
    proposal.page().is_none() && !matches!(proposal, Proposal::Observation(_))
}

/// The rules of every kind of proposal.
pub(crate) fn examine(view: &impl Read, proposal: &Proposal, ctx: &Context) -> Checked<Finding> {
    match proposal {
        Proposal::Memory(new) => memory::proposed(view, new, ctx),
        Proposal::Correction(new) => memory::correction(view, new, ctx),
        Proposal::Relation(new) => relation::proposed(view, new, ctx),
        Proposal::Person(new) => person::proposed(view, new),
        Proposal::TemporalItem(new) => temporal::proposed(view, new),
        Proposal::Outcome(new) => outcome::proposed(view, new, ctx),
        Proposal::Observation(new) => profile::observation(view, new),
        Proposal::Profile(new) => profile::statement(view, new, ctx),
        Proposal::Continuity(page) => page::proposed(view, PageKind::Continuity, page),
        Proposal::Segment(page) => page::proposed(view, PageKind::Segment, page),
        Proposal::Diary(page) => page::proposed(view, PageKind::Diary, page),
        Proposal::CarriedNote(page) => page::proposed(view, PageKind::CarriedNote, page),
        Proposal::StatusNote(page) => page::proposed(view, PageKind::StatusNote, page),
        Proposal::RollingSummary(page) => page::proposed(view, PageKind::RollingSummary, page),
        Proposal::TopicSummary(new) => summary::proposed(view, new, ctx),
    }
}

pub(crate) use profile::statement;
