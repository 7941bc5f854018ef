//! What a run is given: the lines to promote and what makes them understood, and nothing that would let interpretation
//! feed on interpretation.

use super::lines::{is_said, tail_begins};
use super::surroundings;
use crate::month::Month;
use crate::topics::{TopicDue, topics_due};
use crate::{Context, Error, beliefs_input};
use hupo_store::Read;
use hupo_text::estimate_tokens;
use hupo_types::{Due, Entity, Memory, Message, MessageId, MessageRange, Observation, Slot, TemporalItem, Timestamp};
use serde::Serialize;

/// What an extractor is given to do what is due: everything it may look at. Equal for equal spaces and times.
///
/// Of the lists only those are filled that the duty is made from. Earlier pages and earlier beliefs are never among
/// them (promise 5).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Task {
    /// What is to be done.
    pub due: Due,
    /// The space's zone, an IANA name.
    pub zone: String,
    /// The caller's clock.
    pub now: Timestamp,
    /// The lines to promote, as they came; of a page all lines it is to be about, which may begin before those that
    /// are due. What the program said and what was erased is left out.
    pub messages: Vec<Message>,
    /// Lines that make those understood: of the same day, or the ones before. Nothing of them is due.
    pub before: Vec<Message>,
    /// The people and other entities that the lines mention, with their aliases.
    pub people: Vec<Entity>,
    /// Plans and other matters that nobody has closed, by when they begin; those without a time come last.
    pub open_items: Vec<TemporalItem>,
    /// Memories that the lines may repeat or correct: those of the people they mention, and the newest; ascending.
    pub memories: Vec<Memory>,
    /// Of beliefs: the slots.
    pub slots: Vec<Slot>,
    /// Of beliefs: the log they are made from.
    pub observations: Vec<Observation>,
    /// Of a topic summary: topic, month and members; [`TopicDue::draft`] writes the proposal.
    #[serde(skip)]
    pub topic: Option<TopicDue>,
}

/// What a run of this is given; `None` if it is not due any more, or names what is not there.
///
/// # Errors
/// [`Error::Store`] if the space cannot be read, [`Error::MissingSource`] if it is damaged.
pub fn promotion_task(view: &impl Read, due: &Due, ctx: &Context) -> Result<Option<Task>, Error> {
    let is_done = view.run_over(due)?.is_some_and(|run| run.has_done(due));
    if is_done || due.span().is_some_and(|span| span.to.get() > view.n_messages()) {
        return Ok(None);
    }
    let mut task = empty(view, due, ctx)?;
    match due {
        Due::AfterReply { ranges } | Due::Day { ranges, .. } | Due::PageFacts { ranges } => {
            task.messages = said(view, ranges)?;
            task.before = surroundings::before(view, due, ctx)?;
            surroundings::put(view, &mut task)?;
        }
        Due::Segment { ranges } => task.messages = said(view, ranges)?,
        Due::Page { ranges } => {
            task.messages = window(view, ranges, ctx)?;
            surroundings::put(view, &mut task)?;
        }
        Due::Beliefs { made_from } => {
            let input = beliefs_input(view)?;
            task.slots = input.slots;
            task.observations = input.observations.into_iter().filter(|entry| entry.id <= *made_from).collect();
        }
        Due::TopicSummary { .. } => {
            let Some(topic) = topic(view, due, ctx)? else { return Ok(None) };
            task.topic = Some(topic);
        }
    }
    Ok(Some(task))
}

fn empty(view: &impl Read, due: &Due, ctx: &Context) -> Result<Task, Error> {
    Ok(Task {
        due: due.clone(),
        zone: view.space()?.zone,
        now: ctx.now,
        messages: Vec::new(),
        before: Vec::new(),
        people: Vec::new(),
        open_items: Vec::new(),
        memories: Vec::new(),
        slots: Vec::new(),
        observations: Vec::new(),
        topic: None,
    })
}

/// The lines of ranges that somebody said.
pub(super) fn said(view: &impl Read, ranges: &[MessageRange]) -> Result<Vec<Message>, Error> {
    let mut said = Vec::new();
    for id in ranges.iter().flat_map(|range| range.ids()) {
        said.extend(view.message(id)?.filter(is_said));
    }
    Ok(said)
}

/// The last lines up to the live tail that a page can be made from, the newest of them always.
fn window(view: &impl Read, ranges: &[MessageRange], ctx: &Context) -> Result<Vec<Message>, Error> {
    let schedule = &ctx.rules.promotion;
    let last = ranges.last().map_or(0, |range| range.to.get());
    let last = last.min(tail_begins(view, usize::from(schedule.tail_messages))?.get() - 1).max(last);
    let mut left = usize::try_from(schedule.page_tokens).unwrap_or(usize::MAX);
    let mut lines = Vec::new();
    for number in (1..=last).rev() {
        let Some(message) = view.message(MessageId::new(number))?.filter(is_said) else { continue };
        let tokens = estimate_tokens(&message.text);
        if tokens > left && !lines.is_empty() {
            break;
        }
        left = left.saturating_sub(tokens);
        lines.push(message);
    }
    lines.reverse();
    Ok(lines)
}

fn topic(view: &impl Read, due: &Due, ctx: &Context) -> Result<Option<TopicDue>, Error> {
    let Due::TopicSummary { topic, period, members } = due else { return Ok(None) };
    let Some(month) = period.from.and_then(|from| Month::of(from, ctx.zone)) else { return Ok(None) };
    let mut found = topics_due(view, month, ctx.zone)?.into_iter();
    let as_it_was = |one: &TopicDue| {
        one.topic == *topic && one.members.iter().map(|member| member.memory).eq(members.iter().copied())
    };
    Ok(found.find(as_it_was).filter(|one| one.waiting.is_none()))
}
