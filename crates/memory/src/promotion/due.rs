//! The schedule: what is due at a time, and why. Pure; nothing is written, and doing what is due makes it go away.

use super::cut::{Holes, Piece, pieces};
use super::day::business_day;
use super::lines::{self, Line, gaps};
use crate::month::Month;
use crate::topics::OfMonth;
use crate::{Context, Error};
use hupo_store::Read;
use hupo_types::{Due, MemoryId, MessageRange, ObservationId, PageKind, Role, Schedule, Timestamp, Track};
use jiff::civil::Date;
use std::collections::BTreeMap;

/// Segments listed at once: a long history that is behind is caught up in several listings.
const SEGMENTS: usize = 64;

/// Finished months of which topics are looked at.
const MONTHS: usize = 3;

/// What is due now, in the order in which it is to be done: what was said first comes first.
///
/// Facts are told of each line once: after the reply, with the page that the line went into, or when its business day is
/// over. A line that comes late, or is dated back, makes its day due again, for that line alone. A page is due when
/// enough lines left the live tail; a segment, when enough lie before the page; beliefs, when the log has moved since
/// they were made; a topic's month, when it is over and worth a summary. What is more than one run takes is cut into
/// several.
///
/// # Errors
/// [`Error::Store`] if the space cannot be read, [`Error::MissingSource`] if it is damaged.
pub fn promotion_due(view: &impl Read, ctx: &Context) -> Result<Vec<Due>, Error> {
    let mut due = facts_due(view, ctx)?;
    due.extend(page_due(view, ctx)?);
    // What the page's lines tell comes after the page, and after what is over already.
    due.sort_by_key(|one| one.duty());
    due.extend(segments_due(view, ctx)?);
    due.extend(beliefs_due(view, ctx)?);
    due.extend(topics_due(view, ctx)?);
    Ok(due)
}

fn facts_due(view: &impl Read, ctx: &Context) -> Result<Vec<Due>, Error> {
    let untold = gaps(&view.covered(Track::Facts)?, view.n_messages());
    let untold = lines::read(view, &untold, ctx, |_| false)?;
    let today = business_day(ctx.now, ctx.zone, ctx.rules.promotion.day_starts_hour);
    let (over, running): (Vec<Line>, Vec<Line>) = untold.into_iter().partition(|line| line.day < today);
    let mut due = days_due(view, over, &ctx.rules.promotion)?;
    due.extend(running_due(view, &running, &ctx.rules.promotion)?);
    Ok(due)
}

/// The days that are over, oldest first. What nobody said goes with the last of them.
fn days_due(view: &impl Read, over: Vec<Line>, schedule: &Schedule) -> Result<Vec<Due>, Error> {
    let mut days: BTreeMap<Date, Vec<Line>> = BTreeMap::new();
    over.into_iter().for_each(|line| days.entry(line.day).or_default().push(line));
    let silent: Vec<Date> =
        days.iter().filter(|(_, lines)| !lines.iter().any(Line::is_said)).map(|(day, _)| *day).collect();
    let silent: Vec<Line> = silent.iter().filter_map(|day| days.remove(day)).flatten().collect();
    if let Some(mut last) = days.last_entry() {
        last.get_mut().extend(silent);
        last.get_mut().sort_by_key(|line| line.id);
    }
    let mut due = Vec::new();
    for (day, lines) in days {
        let reopened = view.run_of_day(day)?.is_some();
        let parts = pieces(&lines, schedule, Holes::Allowed).into_iter();
        due.extend(parts.map(|piece| Due::Day { day, reopened, ranges: ranges(&piece) }));
    }
    Ok(due)
}

/// Of the day that goes on: the exchange that ended with a reply, or what a page was written about.
fn running_due(view: &impl Read, running: &[Line], schedule: &Schedule) -> Result<Vec<Due>, Error> {
    if schedule.after_reply {
        let replied = running.iter().rposition(|line| line.said_by == Some(Role::Companion));
        let ended = replied.map_or(&[][..], |last| running.get(..=last).unwrap_or_default());
        let parts = pieces(ended, schedule, Holes::Allowed).into_iter();
        return Ok(parts.map(|piece| Due::AfterReply { ranges: ranges(&piece) }).collect());
    }
    let paged = view.covered(Track::Page)?;
    let is_paged = |line: &&Line| paged.iter().any(|range| range.contains(line.id));
    let told: Vec<Line> = running.iter().filter(is_paged).copied().collect();
    if !told.iter().any(Line::is_said) {
        return Ok(Vec::new());
    }
    let parts = pieces(&told, schedule, Holes::Allowed).into_iter();
    Ok(parts.map(|piece| Due::PageFacts { ranges: ranges(&piece) }).collect())
}

/// A page about what left the live tail, however much it is: it tells of the last of it, and segments of the rest.
fn page_due(view: &impl Read, ctx: &Context) -> Result<Option<Due>, Error> {
    let schedule = &ctx.rules.promotion;
    if schedule.page_messages == 0 {
        return Ok(None);
    }
    let tail = lines::tail_begins(view, usize::from(schedule.tail_messages))?;
    let left = gaps(&view.covered(Track::Page)?, tail.get() - 1);
    let mut n_said = 0;
    let enough = |line: &Line| {
        n_said += u16::from(line.is_said());
        n_said >= schedule.page_messages
    };
    lines::read(view, &left, ctx, enough)?;
    Ok((n_said >= schedule.page_messages).then_some(Due::Page { ranges: left }))
}

/// Segments about what lies before the current page.
fn segments_due(view: &impl Read, ctx: &Context) -> Result<Vec<Due>, Error> {
    let Some(begins) = current_page_begins(view)? else { return Ok(Vec::new()) };
    let schedule = &ctx.rules.promotion;
    let behind = gaps(&view.covered(Track::Segment)?, begins - 1);
    let mut n_said = 0;
    let enough = |line: &Line| {
        n_said += usize::from(line.is_said());
        n_said > SEGMENTS * usize::from(schedule.run_messages)
    };
    let behind = lines::read(view, &behind, ctx, enough)?;
    let mut parts = pieces(&behind, schedule, Holes::Ended);
    parts.retain(|piece| {
        piece.n_said() >= usize::from(schedule.segment_messages) || (!piece.is_open && piece.n_said() > 0)
    });
    parts.truncate(SEGMENTS);
    Ok(parts.iter().map(|piece| Due::Segment { ranges: ranges(piece) }).collect())
}

/// The first message of the latest page that still says something.
fn current_page_begins(view: &impl Read) -> Result<Option<u64>, Error> {
    for id in view.pages(PageKind::Continuity)?.into_iter().rev() {
        if let Some(page) = view.page(id)?.filter(|page| !page.erased) {
            return Ok(Some(page.from.get()));
        }
    }
    Ok(None)
}

fn beliefs_due(view: &impl Read, ctx: &Context) -> Result<Option<Due>, Error> {
    let slots = &ctx.rules.slots;
    let made_from = view.beliefs()?.map_or(0, |set| set.made_from.get());
    for number in made_from + 1..=view.n_observations() {
        let entry = view.observation(ObservationId::new(number))?.filter(|entry| !entry.erased);
        if entry.is_some_and(|entry| slots.iter().any(|slot| slot.supported_by.contains(&entry.kind))) {
            return Ok(Some(Due::Beliefs { made_from: ObservationId::new(view.n_observations()) }));
        }
    }
    Ok(None)
}

/// The topics of the last finished months that are worth a summary, unless a draft waits, or one of the same members
/// was made and a person did not want it.
fn topics_due(view: &impl Read, ctx: &Context) -> Result<Vec<Due>, Error> {
    if view.n_topics() == 0 {
        return Ok(Vec::new());
    }
    let mut months: Vec<OfMonth> =
        finished(ctx).into_iter().filter_map(|month| OfMonth::new(month, ctx.zone)).collect();
    for number in 1..=view.n_memories() {
        let Some(memory) = view.memory(MemoryId::new(number))? else { continue };
        months.iter_mut().try_for_each(|month| month.look_at(view, memory.clone()))?;
    }
    let mut due = Vec::new();
    for month in months.into_iter().rev() {
        for topic in month.due(view)?.into_iter().filter(|topic| topic.waiting.is_none()) {
            let members = topic.members.iter().map(|member| member.memory).collect();
            let one = Due::TopicSummary { topic: topic.topic, period: topic.period, members };
            let is_done = view.run_over(&one)?.is_some_and(|run| run.has_done(&one));
            due.extend((!is_done).then_some(one));
        }
    }
    Ok(due)
}

/// The last finished months, the latest first.
fn finished(ctx: &Context) -> Vec<Month> {
    let before = |at: Timestamp| Month::last_finished(at, ctx.zone);
    let first_moment = |month: &Month| month.period(ctx.zone).and_then(|period| period.from);
    std::iter::successors(before(ctx.now), |month| before(first_moment(month)?)).take(MONTHS).collect()
}

fn ranges(piece: &Piece) -> Vec<MessageRange> {
    MessageRange::of(piece.lines.iter().map(|line| line.id))
}
