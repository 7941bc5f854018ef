//! The survey: every memory is looked at once, and what is noted of it makes the report.

use super::{Cooling, Maintenance, Temperatures};
use crate::calendar::DAY_MS;
use crate::month::Month;
use crate::temperature::{Temperature, clock, cold_at, temperature, term_days};
use crate::topics::OfMonth;
use crate::{Context, Error, summaries};
use hupo_store::Read;
use hupo_types::{Kind, Memory, MemoryId, State, Timestamp};

/// How many of the next to go cold are named.
const NEXT: usize = 10;

/// What is noted of the memories, each looked at once.
pub(super) struct Survey<'c, 'a> {
    ctx: &'c Context<'a>,
    last_month: Option<OfMonth>,
    cold: Vec<Cooling>,
    cooling: Vec<Cooling>,
    summaries: Vec<Memory>,
    temperatures: Temperatures,
}

impl<'c, 'a> Survey<'c, 'a> {
    pub(super) fn new(ctx: &'c Context<'a>) -> Self {
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

    pub(super) fn look_at(&mut self, view: &impl Read, memory: Memory) -> Result<(), Error> {
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

    pub(super) fn report(mut self, view: &impl Read) -> Result<Maintenance, Error> {
        self.cold.sort_unstable_by_key(|one| (one.since, one.memory));
        self.cooling.sort_unstable_by_key(|one| (one.cold_at, one.memory));
        let withdrawn = no_longer_holding(view, &self.summaries)?;
        let (mut archived, mut refolded) = (Vec::with_capacity(self.cold.len()), Vec::new());
        for one in self.cold {
            let stays = standing_for(view, &one)?.is_some();
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

/// The topic summary that covers the memory and may stand for it again.
pub(super) fn standing_for(view: &impl Read, cold: &Cooling) -> Result<Option<MemoryId>, Error> {
    if !summaries::may_be_folded(cold.kind) {
        return Ok(None);
    }
    for id in view.summaries_of(cold.memory)?.into_iter().rev() {
        if view.memory(id)?.is_some_and(|summary| summary.state == State::Active) {
            return Ok(Some(id));
        }
    }
    Ok(None)
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
