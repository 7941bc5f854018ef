//! Folding: an accepted topic summary stands for its members, in the write that keeps it.

use crate::scribe::Scribe;
use crate::stop::Checked;
use crate::summaries;
use hupo_store::Read;
use hupo_types::{CareCommand, Command, MemoryId, Stored};

/// Lets a new summary stand for its members, but for those that are kept word for word; the summaries that it puts
/// aside give theirs back first. One that was there already stands for what it stands for.
pub(crate) fn stand_for_members(scribe: &mut Scribe, stored: Stored, aside: &[MemoryId]) -> Checked<()> {
    let Stored::Memory { id: summary, existed: false } = stored else { return Ok(()) };
    for old in aside {
        scribe.write(&Command::Care(CareCommand::Withdraw { summary: *old }))?;
    }
    let members = members(scribe.txn, summary)?;
    if !members.is_empty() {
        scribe.write(&Command::Care(CareCommand::Fold { summary, members }))?;
    }
    Ok(())
}

fn members(view: &impl Read, summary: MemoryId) -> Checked<Vec<MemoryId>> {
    let covers = view.memory(summary)?.map(|summary| summary.covers).unwrap_or_default();
    let mut members = Vec::with_capacity(covers.len());
    for id in covers {
        let member = view.memory(id)?;
        members.extend(member.filter(|member| summaries::may_be_folded(member.kind)).map(|member| member.id));
    }
    Ok(members)
}
