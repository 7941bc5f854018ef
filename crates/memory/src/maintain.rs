//! Maintenance: what went cold leaves recall. One look at every memory; nothing is deleted.

use crate::calendar::DAY_MS;
use crate::month::Month;
use crate::temperature::{Temperature, clock, cold_at, temperature, term_days};
use crate::topics::{OfMonth, TopicDue};
use crate::{Context, Error, summaries};
use hupo_store::{Read, Transaction};
use hupo_types::{CareCommand, Command, Kind, Memory, MemoryId, State, Timestamp};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many of the next to go cold are named.
const NEXT: usize = 10;

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
        if let Some(summary) = standing_for(view, one, &found.withdrawn)? {
            members.entry(summary).or_default().push(one.memory);
        }
    }
    Ok(members)
}

/// The topic summary that covers the memory and may stand for it again.
fn standing_for(view: &impl Read, cold: &Cooling, withdrawn: &[MemoryId]) -> Result<Option<MemoryId>, Error> {
    if !summaries::may_be_folded(cold.kind) {
        return Ok(None);
    }
    for id in view.summaries_of(cold.memory)?.into_iter().rev().filter(|id| !withdrawn.contains(id)) {
        if view.memory(id)?.is_some_and(|summary| summary.state == State::Active) {
            return Ok(Some(id));
        }
    }
    Ok(None)
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

/// What is noted of the memories, each looked at once.
struct Survey<'c, 'a> {
    ctx: &'c Context<'a>,
    last_month: Option<OfMonth>,
    cold: Vec<Cooling>,
    cooling: Vec<Cooling>,
    summaries: Vec<Memory>,
    temperatures: Temperatures,
}

impl<'c, 'a> Survey<'c, 'a> {
    fn new(ctx: &'c Context<'a>) -> Self {
        let month = Month::last_finished(ctx.now, ctx.zone);
        Self {
            ctx,
            last_month: month.and_then(|month| OfMonth::new(month, ctx.zone)),
            cold: Vec::new(),
            cooling: Vec::new(),
            summaries: Vec::new(),
            temperatures: Temperatures::default(),
        }
    }

    fn look_at(&mut self, view: &impl Read, memory: Memory) -> Result<(), Error> {
        self.take_its_temperature(&memory);
        if memory.kind == Kind::TopicSummary && memory.state == State::Active {
            self.summaries.push(memory);
        } else if let Some(month) = &mut self.last_month {
            month.look_at(view, memory)?;
        }
        Ok(())
    }

    fn take_its_temperature(&mut self, memory: &Memory) {
        let terms = &self.ctx.rules.terms;
        let Some(warmth) = temperature(memory, terms, self.ctx.now) else { return };
        let cooling = cooling(memory, self.ctx).filter(|_| memory.state == State::Active);
        match (warmth, cooling) {
            (Temperature::Cold, Some(cooling)) => self.cold.push(cooling),
            (_, Some(cooling)) => self.cooling.push(cooling),
            (_, None) => (),
        }
        self.temperatures.count(memory.state, warmth);
    }

    fn report(mut self, view: &impl Read) -> Result<Maintenance, Error> {
        self.cold.sort_unstable_by_key(|one| (one.since, one.memory));
        self.cooling.sort_unstable_by_key(|one| (one.cold_at, one.memory));
        let withdrawn = no_longer_holding(view, &self.summaries)?;
        let (mut archived, mut refolded) = (Vec::with_capacity(self.cold.len()), Vec::new());
        for one in self.cold {
            let stays = standing_for(view, &one, &withdrawn)?.is_some();
            if stays { refolded.push(one) } else { archived.push(one) }
        }
        self.temperatures.leave(archived.len(), refolded.len());
        let topics_due = match self.last_month {
            Some(month) => month.due(view)?,
            None => Vec::new(),
        };
        Ok(Maintenance {
            dry_run: true,
            withdrawn,
            refolded,
            n_due_in_7_days: within(&self.cooling, self.ctx.now.plus_ms(7 * DAY_MS)),
            n_due_in_30_days: within(&self.cooling, self.ctx.now.plus_ms(30 * DAY_MS)),
            due_next: self.cooling.iter().take(NEXT).copied().collect(),
            archived,
            temperatures: self.temperatures,
            topics_due,
        })
    }
}

impl Temperatures {
    /// Those that are cold leave recall, or a summary stands for them, which they then never cool behind.
    fn leave(&mut self, n_archived: usize, n_refolded: usize) {
        let [archived, refolded] = [n_archived, n_refolded].map(|n| u64::try_from(n).unwrap_or(u64::MAX));
        self.cold = self.cold.saturating_sub(archived + refolded);
        self.archived += archived;
        self.cool += refolded;
        self.folded += refolded;
    }

    fn count(&mut self, state: State, warmth: Temperature) {
        let count = match (state, warmth) {
            (State::Archived, _) => &mut self.archived,
            (_, Temperature::Hot) => &mut self.hot,
            (_, Temperature::Warm) => &mut self.warm,
            (_, Temperature::Cool) => &mut self.cool,
            (_, Temperature::Cold) => &mut self.cold,
        };
        *count += 1;
        self.folded += u64::from(state == State::Folded);
    }
}

/// The memory on its way out of recall; `None` if it never goes cold.
fn cooling(memory: &Memory, ctx: &Context) -> Option<Cooling> {
    let terms = &ctx.rules.terms;
    Some(Cooling {
        memory: memory.id,
        kind: memory.kind,
        since: clock(memory),
        term_days: term_days(memory, terms)?,
        cold_at: cold_at(memory, terms)?,
    })
}

/// How many go cold by then; the soonest first.
fn within(cooling: &[Cooling], by: Timestamp) -> u64 {
    u64::try_from(cooling.partition_point(|one| one.cold_at <= by)).unwrap_or(u64::MAX)
}

/// The summaries of which a member was corrected or erased. The store withdraws them in the same write; those of a
/// ledger from before it did are found here.
pub(crate) fn no_longer_holding(view: &impl Read, summaries: &[Memory]) -> Result<Vec<MemoryId>, Error> {
    let mut gone = Vec::new();
    for summary in summaries {
        for id in &summary.covers {
            if view.memory(*id)?.is_none_or(|member| !member.state.holds()) {
                gone.push(summary.id);
                break;
            }
        }
    }
    Ok(gone)
}
