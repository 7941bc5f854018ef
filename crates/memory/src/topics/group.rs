//! Groups: the memories of one month by topic, and whether each is due.

use super::{DueWhy, TopicDue, member, time_of};
use crate::calendar::DAY_MS;
use crate::history::holder;
use crate::month::Month;
use crate::summaries::Known;
use crate::{Error, summaries};
use hupo_store::Read;
use hupo_types::{Interval, Kind, Memory, Standing, Timestamp, Topic, TopicId, limits};
use jiff::tz::TimeZone;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A memory and when it began, or was said.
type Dated = (Timestamp, Memory);

/// What is found of one month, each memory of the space looked at once.
pub(crate) struct OfMonth {
    month: Month,
    period: Interval,
    memories: Vec<Dated>,
    /// Summaries of the month that were withdrawn: their topics are looked at even if no memory of the month is left.
    withdrawn: Vec<Memory>,
}

impl OfMonth {
    /// `None` where the calendar ends.
    pub(crate) fn new(month: Month, zone: &TimeZone) -> Option<Self> {
        let period = month.period(zone)?;
        Some(Self { month, period, memories: Vec::new(), withdrawn: Vec::new() })
    }

    /// Keeps the memory if it is of this month.
    pub(crate) fn look_at(&mut self, view: &impl Read, memory: Memory) -> Result<(), Error> {
        if memory.kind == Kind::TopicSummary {
            if summaries::was_withdrawn(&memory) && summaries::is_of_period(&memory, self.period) {
                self.withdrawn.push(memory);
            }
        } else if is_worth_summarising(&memory) && !is_too_old(&memory, self.period) {
            let time = time_of(view, &memory)?;
            self.memories.extend(self.period.contains(time).then_some((time, memory)));
        }
        Ok(())
    }

    /// The groups that are due, by topic.
    pub(crate) fn due(self, view: &impl Read) -> Result<Vec<TopicDue>, Error> {
        let month = (self.month, self.period);
        let mut due = Vec::new();
        for (id, group) in self.groups(view)? {
            if let Some(topic) = view.topic(id)? {
                due.extend(group_due(view, topic, month, group)?);
            }
        }
        Ok(due)
    }

    fn groups(self, view: &impl Read) -> Result<BTreeMap<TopicId, Vec<Dated>>, Error> {
        let mut groups: BTreeMap<TopicId, Vec<Dated>> = BTreeMap::new();
        for summary in &self.withdrawn {
            for topic in view.topics_of(summary.id)? {
                groups.entry(topic).or_default();
            }
        }
        for (time, memory) in self.memories {
            for topic in view.topics_of(memory.id)? {
                groups.entry(topic).or_default().push((time, memory.clone()));
            }
        }
        Ok(groups)
    }
}

fn is_worth_summarising(memory: &Memory) -> bool {
    memory.state.holds() && memory.standing == Standing::Stable && summaries::may_be_folded(memory.kind)
}

/// What was recorded before the month began was not said in it: spares most memories a look at their messages.
fn is_too_old(memory: &Memory, period: Interval) -> bool {
    let latest = memory.recorded_at.plus_ms(limits::CLOCK_SKEW_MS.max(DAY_MS));
    memory.valid.from.is_none() && period.from.is_some_and(|from| latest < from)
}

fn group_due(
    view: &impl Read,
    topic: Topic,
    (month, period): (Month, Interval),
    mut group: Vec<Dated>,
) -> Result<Option<TopicDue>, Error> {
    let known = summaries::of_topic(view, &topic.name, period)?;
    let last = known.last();
    followed(view, last, &mut group)?;
    group.retain(|(_, memory)| summaries::is_free(memory, &known.living));
    let n_left_out = keep_most_important(&mut group);
    let Some(why) = why(&known, &group) else { return Ok(None) };
    let covered = last.map_or(&[][..], |summary| summary.covers.as_slice());
    let members = group.into_iter().map(|dated| member(view, dated, covered)).collect::<Result<_, _>>()?;
    let replaces = known.living.last().map(|summary| summary.id);
    let waiting = summaries::waiting_draft(view, &topic.name, period)?;
    let (topic, name) = (topic.id, topic.name);
    Ok(Some(TopicDue { topic, name, month, period, why, replaces, waiting, members, n_left_out }))
}

/// Adds what the last summary was made from, or what took its place, wherever that is dated: a correction is said
/// later, in another month, of a memory of this one.
fn followed(view: &impl Read, last: Option<&Memory>, group: &mut Vec<Dated>) -> Result<(), Error> {
    for id in last.map_or(&[][..], |summary| summary.covers.as_slice()) {
        if let Some(memory) = holder(view, *id)?.filter(is_worth_summarising)
            && group.iter().all(|(_, other)| other.id != memory.id)
        {
            group.push((time_of(view, &memory)?, memory));
        }
    }
    Ok(())
}

/// Why the group is due; `None` if it is not.
fn why(known: &Known, group: &[Dated]) -> Option<DueWhy> {
    if group.len() < 2 {
        return None;
    }
    match (known.living.last(), &known.withdrawn) {
        (Some(summary), _) => {
            let has_grown = group.iter().any(|(_, memory)| !summary.covers.contains(&memory.id));
            has_grown.then_some(DueWhy::Grown)
        }
        (None, Some(_)) => Some(DueWhy::Changed),
        (None, None) => Some(DueWhy::New),
    }
}

/// Keeps as many as a summary may have, and says how many it left; what is kept is in the order of time.
fn keep_most_important(group: &mut Vec<Dated>) -> usize {
    let n_left_out = group.len().saturating_sub(limits::NAMES);
    if n_left_out > 0 {
        group.sort_by_key(|(_, memory)| (Reverse(memory.importance), memory.id));
        group.truncate(limits::NAMES);
    }
    group.sort_by_key(|(time, memory)| (*time, memory.id));
    n_left_out
}
