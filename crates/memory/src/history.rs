//! History: what a memory replaced and what replaced it.

use crate::Error;
use hupo_store::{Read, Snapshot};
use hupo_types::{Memory, MemoryId};

/// The chain of corrections a memory belongs to, oldest first; empty if there is no such memory.
///
/// Chains have no cycles (the store refuses them); a damaged one ends where it would repeat.
pub fn history(snapshot: &Snapshot, id: MemoryId) -> Result<Vec<Memory>, Error> {
    let Some(memory) = snapshot.memory(id)? else { return Ok(Vec::new()) };
    let mut chain = follow(snapshot, &memory, |m| m.supersedes)?;
    chain.reverse();
    let later = follow(snapshot, &memory, |m| m.superseded_by)?;
    chain.push(memory);
    chain.extend(later);
    Ok(chain)
}

/// The memories one link after another leads to, nearest first.
fn follow(
    snapshot: &Snapshot,
    from: &Memory,
    link: impl Fn(&Memory) -> Option<MemoryId>,
) -> Result<Vec<Memory>, Error> {
    let mut seen = vec![from.id];
    let mut chain = Vec::new();
    let mut next = link(from);
    while let Some(id) = next.filter(|id| !seen.contains(id)) {
        let Some(memory) = snapshot.memory(id)? else { break };
        seen.push(id);
        next = link(&memory);
        chain.push(memory);
    }
    Ok(chain)
}

/// The memory that holds in the place of this one: itself, or the last of those that took its place.
pub(crate) fn holder(view: &impl Read, id: MemoryId) -> Result<Option<Memory>, Error> {
    let mut memory = view.memory(id)?;
    // What takes a place is younger, so that even a damaged chain ends.
    while let Some(by) = memory.as_ref().and_then(|old| old.superseded_by.filter(|by| *by > old.id)) {
        memory = view.memory(by)?;
    }
    Ok(memory)
}
