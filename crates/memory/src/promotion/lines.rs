//! The lines that are not promoted yet, as the schedule sees them.

use super::day::{business_day, said_at};
use crate::{Context, Error};
use hupo_store::Read;
use hupo_text::estimate_tokens;
use hupo_types::{Message, MessageId, MessageRange, Role};
use jiff::civil::Date;

/// A line that is not promoted yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) id: MessageId,
    pub(super) day: Date,
    /// Who said it; `None` if it was the program, or was erased: nothing in it is to be promoted.
    pub(super) said_by: Option<Role>,
    /// About how much it is to read.
    pub(super) tokens: usize,
}

impl Line {
    pub(super) fn of(message: &Message, ctx: &Context) -> Self {
        let is_said = is_said(message);
        Self {
            id: message.id,
            day: business_day(said_at(message), ctx.zone, ctx.rules.promotion.day_starts_hour),
            said_by: is_said.then_some(message.role),
            tokens: if is_said { estimate_tokens(&message.text) } else { 0 },
        }
    }

    pub(super) const fn is_said(&self) -> bool {
        self.said_by.is_some()
    }
}

/// Whether somebody said it, and it still says something.
pub(super) fn is_said(message: &Message) -> bool {
    message.role != Role::System && !message.erased
}

/// What lies between the covered ranges, up to a message.
pub(super) fn gaps(covered: &[MessageRange], last: u64) -> Vec<MessageRange> {
    let mut gaps = Vec::new();
    let mut next = 1;
    let mut push = |from: u64, to: u64| {
        if from <= to {
            gaps.push(MessageRange { from: MessageId::new(from), to: MessageId::new(to) });
        }
    };
    for range in covered {
        push(next, (range.from.get() - 1).min(last));
        next = range.to.get() + 1;
    }
    push(next, last);
    gaps
}

/// The lines of ranges, until `enough` says so of those read.
pub(super) fn read(
    view: &impl Read,
    ranges: &[MessageRange],
    ctx: &Context,
    mut enough: impl FnMut(&Line) -> bool,
) -> Result<Vec<Line>, Error> {
    let mut lines = Vec::new();
    for id in ranges.iter().flat_map(|range| range.ids()) {
        let Some(message) = view.message(id)? else { continue };
        let line = Line::of(&message, ctx);
        lines.push(line);
        if enough(&line) {
            break;
        }
    }
    Ok(lines)
}

/// The first of the last `n` lines that somebody said, or the id after all if `n` is 0.
pub(super) fn tail_begins(view: &impl Read, n: usize) -> Result<MessageId, Error> {
    let mut first = view.n_messages() + 1;
    let mut left = n;
    while left > 0 && first > 1 {
        first -= 1;
        left -= usize::from(view.message(MessageId::new(first))?.is_some_and(|message| is_said(&message)));
    }
    Ok(MessageId::new(first))
}
