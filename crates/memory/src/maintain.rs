//! Maintenance: what went cold leaves recall. One look at every memory; nothing is deleted.

mod survey;

use crate::topics::TopicDue;
use crate::{Context, Error};
use hupo_store::{Read, Transaction};
use hupo_types::{CareCommand, Command, Kind, MemoryId, Timestamp};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use survey::{Survey, standing_for};

#[cfg(test)]
pub(crate) use survey::no_longer_holding;

/// How many memories one command archives.
const CHUNK: usize = 1_000;

/// A memory on its way out of recall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cooling {
    /// The memory.
    pub memory: MemoryId,
    /// What kind of thing it is.
    pub kind: Kind,
    /// Since when it was not used.
    pub since: Timestamp,
    /// After how many days without use it goes cold.
    pub term_days: u16,
    /// When that is, or was.
    pub cold_at: Timestamp,
}

/// How many memories are how warm, and where. Counted after what this run archived.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Temperatures {
    /// In recall or behind a summary, and hot.
    pub hot: u64,
    /// The same, warm.
    pub warm: u64,
    /// The same, cool.
    pub cool: u64,
    /// Cold, and in recall still: none after a run.
    pub cold: u64,
    /// Of all these, those that a topic summary stands for.
    pub folded: u64,
    /// Out of recall; not among those above.
    pub archived: u64,
}

/// What a run of [`maintain`] did, and what is due next.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Maintenance {
    /// Nothing was written: this is what would be done.
    pub dry_run: bool,
    /// What left recall, the longest unused first.
    pub archived: Vec<Cooling>,
    /// Members that somebody had brought back beside their topic summary, and that went cold: it stands for them again.
    pub refolded: Vec<Cooling>,
    /// Topic summaries that no longer hold, because what they were made from changed or went.
    pub withdrawn: Vec<MemoryId>,
    /// What goes cold next unless it is used, the soonest first; at most ten.
    pub due_next: Vec<Cooling>,
    /// How many go cold within 7 days.
    pub n_due_in_7_days: u64,
    /// How many go cold within 30 days.
    pub n_due_in_30_days: u64,
    /// How warm the space is.
    pub temperatures: Temperatures,
    /// The topics of which the last finished month is worth a summary.
    pub topics_due: Vec<TopicDue>,
}

/// Lets what went cold leave recall, and withdraws summaries whose members changed; all of it in this transaction.
///
/// # Errors
/// [`Error::Store`], [`Error::MissingSource`], [`Error::LateRefusal`]. After an error nothing of the transaction may be
/// written.
pub fn maintain(txn: &mut Transaction, ctx: &Context) -> Result<Maintenance, Error> {
    let found = maintenance(txn, ctx)?;
    for summary in &found.withdrawn {
        care(txn, CareCommand::Withdraw { summary: *summary })?;
    }
    for (summary, members) in by_summary(txn, &found)? {
        care(txn, CareCommand::Fold { summary, members })?;
    }
    for chunk in found.archived.chunks(CHUNK) {
        let memories = chunk.iter().map(|one| one.memory).collect();
        care(txn, CareCommand::Archive { memories })?;
    }
    Ok(Maintenance { dry_run: false, ..found })
}

fn by_summary(view: &impl Read, found: &Maintenance) -> Result<BTreeMap<MemoryId, Vec<MemoryId>>, Error> {
    let mut members: BTreeMap<MemoryId, Vec<MemoryId>> = BTreeMap::new();
    for one in &found.refolded {
        if let Some(summary) = standing_for(view, one)? {
            members.entry(summary).or_default().push(one.memory);
        }
    }
    Ok(members)
}

fn care(txn: &mut Transaction, command: CareCommand) -> Result<(), Error> {
    match txn.carry_out(&Command::Care(command))? {
        Ok(_) => Ok(()),
        Err(refusal) => Err(Error::LateRefusal { refusal }),
    }
}

/// What [`maintain`] would do now, and what is due next. Nothing is written.
///
/// # Errors
/// [`Error::Store`] if the space cannot be read, [`Error::MissingSource`] if it is damaged.
pub fn maintenance(view: &impl Read, ctx: &Context) -> Result<Maintenance, Error> {
    let mut survey = Survey::new(ctx);
    for number in 1..=view.n_memories() {
        if let Some(memory) = view.memory(MemoryId::new(number))? {
            survey.look_at(view, memory)?;
        }
    }
    survey.report(view)
}
