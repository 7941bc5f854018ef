//! The rules of topic summaries: made from living memories, and never from another summary (promise 5).

use crate::fact::{self, Meets};
use crate::plan::{Finding, Plan};
use crate::stop::Checked;
use crate::{Context, becomes, floor, receipt, shape, target};
use hupo_store::Read;
use hupo_types::{
    Kind, Memory, MemoryId, MemoryRef, NewMemory, NewTopicSummary, Refusal, Verdict, VerdictCode, limits,
};

pub(super) fn proposed(view: &impl Read, new: &NewTopicSummary, ctx: &Context) -> Checked<Finding> {
    shape::short("topic", &new.topic)?;
    shape::text("text", &new.text, limits::MEMORY_BYTES)?;
    shape::importance(new.importance)?;
    shape::interval("period", new.period)?;
    shape::count("members", new.members.len(), limits::NAMES)?;
    let members = becomes::members(view, new)?;
    are_enough(&members)?;
    members.iter().try_for_each(is_no_summary)?;
    let memory = becomes::summary(new, &members);
    receipt::find_all(view, &memory.evidence)?;
    floor::importance(&memory, ctx)?;
    target::topic(view, "topic", &new.topic)?;
    Ok(match fact::meets(view, &memory, None)? {
        Meets::Same(id) => Plan::Corroborate { memory: id, evidence: memory.evidence }.into(),
        Meets::Nothing => Plan::Remember(Box::new(memory)).into(),
        Meets::Others(older) => newer(memory, &older),
    })
}

/// A newer summary of the same topic and period takes the place of the older one: both are made from the members.
fn newer(mut memory: NewMemory, older: &[MemoryId]) -> Finding {
    memory.supersedes = older.last().map(|id| MemoryRef::Id(*id));
    Finding { plan: Plan::Remember(Box::new(memory)), conflicts: Vec::new(), meets: older.to_vec() }
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
