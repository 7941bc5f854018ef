//! The rules of topic summaries: made from living memories, and never from another summary (promise 5).

use crate::plan::{Finding, Plan};
use crate::stop::Checked;
use crate::{Context, becomes, fact, floor, receipt, shape, summaries, target};
use hupo_store::Read;
use hupo_text::fold_str;
use hupo_types::{
    Kind, Memory, MemoryId, MemoryRef, NewMemory, NewTopicSummary, Refusal, Verdict, VerdictCode, limits,
};
use std::collections::BTreeSet;

pub(super) fn proposed(view: &impl Read, new: &NewTopicSummary, ctx: &Context) -> Checked<Finding> {
    shape::short("topic", &new.topic)?;
    shape::text("text", &new.text, limits::MEMORY_BYTES)?;
    shape::importance(new.importance)?;
    shape::interval("period", new.period)?;
    shape::count("members", new.members.len(), limits::NAMES)?;
    let members = becomes::members(view, new)?;
    are_enough(&members)?;
    members.iter().try_for_each(is_no_summary)?;
    let summary = becomes::summary(new, &members);
    receipt::find_all(view, &summary.evidence)?;
    floor::importance(&summary, ctx)?;
    target::topic(view, "topic", &new.topic)?;
    let older = summaries::of_topic(view, &new.topic, new.period)?.living;
    fact::not_barred(view, &summary, !older.is_empty())?;
    Ok(match older.iter().find(|one| says_the_same(one, &summary, &members)) {
        Some(known) => Plan::Corroborate { memory: known.id, evidence: summary.evidence }.into(),
        None => newer(summary, older),
    })
}

/// The same words about the same members. Of other members they are a newer summary: it stands for those.
fn says_the_same(older: &Memory, newer: &NewMemory, members: &[Memory]) -> bool {
    let covered: BTreeSet<MemoryId> = older.covers.iter().copied().collect();
    let covers: BTreeSet<MemoryId> = members.iter().map(|member| member.id).collect();
    covered == covers && fold_str(&older.text) == fold_str(&newer.text)
}

/// A newer summary of the same topic and period takes the place of the older one: both are made from the members. One
/// whose members are about other people has another key, so that nothing can take its place: it no longer holds.
fn newer(mut summary: NewMemory, older: Vec<Memory>) -> Finding {
    let (same, others): (Vec<Memory>, Vec<Memory>) = older.into_iter().partition(|one| one.scope == summary.scope);
    let meets: Vec<MemoryId> = same.iter().map(|one| one.id).collect();
    summary.supersedes = meets.last().map(|id| MemoryRef::Id(*id));
    let aside = others.into_iter().map(|one| one.id).collect();
    Finding { plan: Plan::Summarise { summary: Box::new(summary), aside }, conflicts: Vec::new(), meets }
}

fn are_enough(members: &[Memory]) -> Checked<()> {
    if members.len() >= 2 {
        return Ok(());
    }
    let reason = format!("members: {} is too few for a summary; name at least two memories", members.len());
    Err(Verdict::new(VerdictCode::Invalid, reason).at("members").into())
}

fn is_no_summary(member: &Memory) -> Checked<()> {
    if member.kind != Kind::TopicSummary {
        return Ok(());
    }
    let what = format!("a summary made from {}, which is one itself,", member.id);
    Err(Refusal::Cycle { field: "members".to_owned(), what }.into())
}
