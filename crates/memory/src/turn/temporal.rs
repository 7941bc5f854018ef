//! Temporal items: what is over and unknown and may be asked about, what is soon, what is now; then what the turn is about.

use super::draft::Draft;
use super::entry::{Entry, EntryId, EntryReceipt};
use super::left_out::LeftOutReason;
use super::part::Part;
use super::words::{self, either};
use crate::{Error, status};
use hupo_text::{Language, local_time};
use hupo_types::{About, TemporalItem, TemporalStatus, Timestamp};
use std::cmp::Reverse;

/// What was over this many days ago is not asked about of itself.
const ASK_DAYS: i64 = 30;
/// What begins within these days is soon.
const SOON_DAYS: i64 = 7;
/// What begins after more days than this is far.
const FAR_DAYS: i64 = 60;
/// Places kept for items that the turn is about, where others would take all.
const KEPT_PLACES: usize = 2;

/// Where an item comes, before its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    /// Over not long ago, outcome unknown.
    Asked,
    /// Begins within days.
    Soon,
    /// Its time is now.
    Now,
    /// Open, without a time.
    Open,
    /// Begins later.
    Later,
    /// Over long ago, or far ahead: only when the turn is about it.
    Distant,
}

struct Placed<'i> {
    item: &'i TemporalItem,
    status: TemporalStatus,
    order: Order,
    /// Milliseconds from now; of open items from when they were noted.
    distance: u64,
    bears: bool,
}

/// Puts the items in order of status and time, as many as the part holds.
pub(super) fn put(draft: &mut Draft<'_>, items: &[TemporalItem]) -> Result<(), Error> {
    let limit = draft.scene.turn.limits.temporal_items;
    let mut placed: Vec<Placed<'_>> = items.iter().map(|item| place(draft, item)).collect();
    placed.sort_by_key(|one| (one.order, one.distance, Reverse(one.item.id)));
    let (near, distant): (Vec<_>, Vec<_>) =
        placed.into_iter().partition(|one| one.order != Order::Distant || one.bears);
    for one in chosen(draft, near, limit.entries) {
        let words = draft.words(&one.item.evidence)?;
        let (id, label) = (EntryId::TemporalItem(one.item.id), label(draft, &one));
        let entry = Entry::new(id, label, one.item.text.clone(), EntryReceipt::Words(words));
        draft.offer(Part::TemporalItems, entry, limit);
    }
    for one in distant {
        draft.leave(Part::TemporalItems, EntryId::TemporalItem(one.item.id), LeftOutReason::NotRelevant);
    }
    Ok(())
}

/// The first `n`; the last places among them go to later ones that the turn is about.
fn chosen<'i>(draft: &mut Draft<'_>, near: Vec<Placed<'i>>, n: usize) -> Vec<Placed<'i>> {
    let kept = near.iter().skip(n).filter(|one| one.bears).count().min(KEPT_PLACES).min(n);
    let (mut first, mut later) = (n - kept, kept);
    let mut chosen = Vec::new();
    for one in near {
        let place = if first > 0 { &mut first } else { &mut later };
        let is_first = chosen.len() < n - kept;
        if *place > 0 && (is_first || one.bears) {
            *place -= 1;
            chosen.push(one);
        } else {
            draft.leave(Part::TemporalItems, EntryId::TemporalItem(one.item.id), LeftOutReason::OverLimit);
        }
    }
    chosen
}

fn place<'i>(draft: &Draft<'_>, item: &'i TemporalItem) -> Placed<'i> {
    let scene = draft.scene;
    let status = status(item, scene.now(), scene.zone);
    let time = match status {
        TemporalStatus::OutcomeUnknown => item.ends.or(item.starts),
        TemporalStatus::Scheduled | TemporalStatus::Active => item.starts,
        TemporalStatus::Resolved | TemporalStatus::Changed | TemporalStatus::Cancelled => item.ends,
    };
    let days = time.map(|time| local_time::days_from(scene.now().ms(), time.ms(), scene.zone));
    let order = order(status, days);
    let named = item.entities.iter().any(|id| scene.named.contains(id));
    let distance = time.unwrap_or(item.recorded_at).ms().abs_diff(scene.now().ms());
    Placed { item, status, order, distance, bears: named || scene.terms.meet(&item.text) }
}

const fn order(status: TemporalStatus, days: Option<i64>) -> Order {
    match (status, days) {
        (TemporalStatus::OutcomeUnknown, Some(days)) if days >= -ASK_DAYS => Order::Asked,
        (TemporalStatus::Scheduled, Some(days)) if days <= SOON_DAYS => Order::Soon,
        (TemporalStatus::Scheduled, Some(days)) if days <= FAR_DAYS => Order::Later,
        (TemporalStatus::Active, Some(_)) => Order::Now,
        (TemporalStatus::Active, None) => Order::Open,
        (
            TemporalStatus::OutcomeUnknown
            | TemporalStatus::Scheduled
            | TemporalStatus::Resolved
            | TemporalStatus::Changed
            | TemporalStatus::Cancelled,
            _,
        ) => Order::Distant,
    }
}

/// What kind of matter it is, whose, when, and how it stands.
fn label(draft: &Draft<'_>, one: &Placed<'_>) -> String {
    let language = draft.scene.language;
    let kind = words::temporal_kind(one.item.kind, language);
    let whose = match (one.item.about, language) {
        (About::User, _) => kind.to_owned(),
        (About::Companion, Language::Chinese) => format!("{}的{kind}", words::about(About::Companion, language)),
        (About::Companion, Language::English) => format!("{} of {}", kind, words::about(About::Companion, language)),
    };
    let remarks = [Some(whose), when(draft, one), how(one.status, language).map(str::to_owned)];
    let remarks: Vec<String> = remarks.into_iter().flatten().collect();
    remarks.join(either(language, "，", ", "))
}

fn when(draft: &Draft<'_>, one: &Placed<'_>) -> Option<String> {
    let scene = draft.scene;
    let seen = |time: Timestamp| local_time::seen_from(time.ms(), scene.now().ms(), scene.zone, scene.language);
    match (one.status, one.item.starts, one.item.ends) {
        (TemporalStatus::Active, _, Some(ends)) => {
            Some(format!("{}{}", either(scene.language, "到", "until "), seen(ends)))
        }
        (_, Some(starts), _) => Some(seen(starts)),
        (_, None, ends) => ends.map(seen),
    }
}

const fn how(status: TemporalStatus, language: Language) -> Option<&'static str> {
    match status {
        TemporalStatus::OutcomeUnknown => {
            Some(either(language, "已过，结果未知，可以问问", "over, outcome not known, worth asking"))
        }
        TemporalStatus::Active => Some(either(language, "正在进行", "going on")),
        TemporalStatus::Scheduled | TemporalStatus::Resolved | TemporalStatus::Changed | TemporalStatus::Cancelled => {
            None
        }
    }
}
