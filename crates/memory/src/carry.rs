//! Carrying a plan out: the commands it comes to, and the verdict.

use crate::plan::{Finding, Plan};
use crate::scribe::Scribe;
use crate::stop::{Checked, answered};
use crate::{Context, fold, judge, route};
use hupo_store::Read;
use hupo_types::{
    Command, DocId, EntityId, LogCommand, MemoryId, MemoryRef, NewClosing, NewEntity, NewEvidence, NewMemory,
    NewObservation, NewTemporalItem, ObservationId, Stored, TemporalItemId, UnitVector, Verdict, VerdictCode,
};

/// Carries a finding out; the memories that it contradicts give way, for whoever calls this has decided so.
pub(crate) fn carry_out(
    scribe: &mut Scribe,
    finding: &Finding,
    vector: Option<&UnitVector>,
    ctx: &Context,
) -> Checked<Verdict> {
    let stored = stored(scribe, finding, vector, ctx)?;
    let code = code(finding, stored.first().is_some_and(was_there));
    let mut verdict = Verdict::new(code, reason(code, &finding.plan, &stored));
    verdict.meets = finding.meets.iter().chain(&finding.conflicts).map(|id| DocId::Memory(*id)).collect();
    verdict.stored = stored;
    Ok(verdict)
}

/// The verdict: as planned, unless the store had it already or something gave way.
fn code(finding: &Finding, existed: bool) -> VerdictCode {
    let planned = judge::code(&finding.plan);
    if planned != VerdictCode::Accepted {
        planned
    } else if existed {
        VerdictCode::Duplicate
    } else if finding.conflicts.is_empty() {
        VerdictCode::Accepted
    } else {
        VerdictCode::Supersedes
    }
}

fn stored(scribe: &mut Scribe, finding: &Finding, vector: Option<&UnitVector>, ctx: &Context) -> Checked<Vec<Stored>> {
    Ok(match &finding.plan {
        Plan::Corroborate { memory, evidence } => vec![corroborate(scribe, *memory, evidence)?],
        Plan::Known(stored) => vec![*stored],
        Plan::Remember(memory) => vec![remember(scribe, memory, finding, vector)?],
        Plan::Summarise { summary, aside } => {
            let stored = remember(scribe, summary, finding, vector)?;
            fold::stand_for_members(scribe, stored, aside)?;
            vec![stored]
        }
        Plan::Relate { relation, .. } => vec![scribe.write(&Command::AddRelation(relation.clone()))?],
        Plan::Name { entity, merge, .. } => vec![name(scribe, entity, *merge)?],
        Plan::AddItem(item) => vec![add_item(scribe, item)?],
        Plan::Close { closing, outcome } => close(scribe, closing, outcome.as_deref(), vector)?,
        Plan::Observe(new) => observe(scribe, new, ctx)?,
        Plan::State { fact, .. } => vec![scribe.write(&Command::Log(LogCommand::State(fact.clone())))?],
        Plan::Write { kind, page } => {
            vec![scribe.write(&Command::Log(LogCommand::WritePage { kind: *kind, page: page.clone() }))?]
        }
    })
}

/// Gives a memory that holds the words it lacks, also one that a summary stands for; one that was archived comes back
/// with them. One that has as many as any may have gets no more.
fn corroborate(scribe: &mut Scribe, memory: MemoryId, evidence: &[NewEvidence]) -> Checked<Stored> {
    if scribe.txn.memory(memory)?.is_some_and(|memory| memory.state.holds()) {
        scribe.try_write(&Command::AddEvidence { memory, evidence: evidence.to_vec() })?;
    }
    Ok(Stored::Memory { id: memory, existed: true })
}

/// Keeps a memory; every memory the finding meets gives way to it.
fn remember(
    scribe: &mut Scribe,
    memory: &NewMemory,
    finding: &Finding,
    vector: Option<&UnitVector>,
) -> Checked<Stored> {
    let mut give_way: Vec<MemoryId> = finding.meets.iter().chain(&finding.conflicts).copied().collect();
    let mut memory = memory.clone();
    if !give_way.is_empty() {
        memory.supersedes = Some(MemoryRef::Id(give_way.remove(0)));
    }
    let stored = scribe.write(&Command::Remember { memory: Box::new(memory), vector: vector.cloned() })?;
    if let Stored::Memory { id: new, existed: false } = stored {
        for old in give_way {
            scribe.write(&Command::Supersede { old, new })?;
        }
    }
    Ok(stored)
}

fn name(scribe: &mut Scribe, entity: &NewEntity, merge: Option<EntityId>) -> Checked<Stored> {
    let stored = scribe.write(&Command::AddEntity(entity.clone()))?;
    let (Some(merge), Stored::Entity { id, .. }) = (merge, stored) else { return Ok(stored) };
    let keep = scribe.txn.entity(id)?.and_then(|entity| entity.merged_into).unwrap_or(id);
    if keep != merge {
        scribe.write(&Command::MergeEntities { keep, merge })?;
    }
    Ok(stored)
}

fn add_item(scribe: &mut Scribe, item: &NewTemporalItem) -> Checked<Stored> {
    scribe.write(&Command::Log(LogCommand::AddItem(item.clone())))
}

/// What the item became and the memory of its outcome come first, so that the closing can name them.
fn close(
    scribe: &mut Scribe,
    closing: &NewClosing,
    outcome: Option<&NewMemory>,
    vector: Option<&UnitVector>,
) -> Checked<Vec<Stored>> {
    let mut stored = Vec::new();
    if let Some(next) = &closing.becomes {
        stored.push(add_item(scribe, next)?);
    }
    if let Some(memory) = outcome {
        let (memory, vector) = (Box::new(memory.clone()), vector.cloned());
        stored.push(scribe.write(&Command::Remember { memory, vector })?);
    }
    let (became, memory) = (item_among(&stored), memory_among(&stored));
    let closed = Command::Log(LogCommand::CloseItem { closing: closing.clone(), became, memory });
    stored.insert(0, scribe.write(&closed)?);
    Ok(stored)
}

fn item_among(stored: &[Stored]) -> Option<TemporalItemId> {
    stored.iter().find_map(|one| if let Stored::TemporalItem { id, .. } = one { Some(*id) } else { None })
}

fn memory_among(stored: &[Stored]) -> Option<MemoryId> {
    stored.iter().find_map(|one| if let Stored::Memory { id, .. } = one { Some(*id) } else { None })
}

/// Adds to the log, and states in the profile what the log routes there. What the profile does not take stays in the
/// log alone.
fn observe(scribe: &mut Scribe, new: &NewObservation, ctx: &Context) -> Checked<Vec<Stored>> {
    let logged = scribe.write(&Command::Log(LogCommand::Observe(new.clone())))?;
    let mut stored = vec![logged];
    if let Stored::Observation { id, existed: false } = logged {
        stored.extend(into_the_profile(scribe, id, ctx)?);
    }
    Ok(stored)
}

fn into_the_profile(scribe: &mut Scribe, id: ObservationId, ctx: &Context) -> Checked<Option<Stored>> {
    let observation = scribe.txn.observation(id)?;
    let Some(fact) = observation.as_ref().and_then(route) else { return Ok(None) };
    match answered(judge::statement(scribe.txn, &fact, ctx))? {
        Ok(finding) if !finding.plan.is_known() => scribe.try_write(&Command::Log(LogCommand::State(fact))),
        Ok(_) | Err(_) => Ok(None),
    }
}

/// Whether what became of a command was there before it.
fn was_there(stored: &Stored) -> bool {
    match stored {
        Stored::Message { existed, .. }
        | Stored::Entity { existed, .. }
        | Stored::Relation { existed, .. }
        | Stored::Topic { existed, .. }
        | Stored::Memory { existed, .. }
        | Stored::Observation { existed, .. }
        | Stored::ProfileFact { existed, .. }
        | Stored::TemporalItem { existed, .. }
        | Stored::Page { existed, .. }
        | Stored::Proposal { existed, .. } => *existed,
        Stored::Vector { .. } | Stored::Beliefs { .. } | Stored::Done => false,
    }
}

fn reason(code: VerdictCode, plan: &Plan, stored: &[Stored]) -> &'static str {
    let routed = stored.len() > 1 && stored.iter().any(|one| matches!(one, Stored::ProfileFact { .. }));
    let adds_words =
        matches!(plan, Plan::Corroborate { .. } | Plan::Remember(_) | Plan::Summarise { .. } | Plan::Relate { .. });
    match (code == VerdictCode::Duplicate, code == VerdictCode::Supersedes) {
        (true, _) if adds_words => "it is known; its words were added to what is there",
        (true, _) => "it is known; there was nothing to add",
        (false, true) => "stored, in the place of what said otherwise",
        (false, false) if routed => "stored, and it went on into the profile",
        (false, false) => "stored",
    }
}
