//! The short-term layers: continuity, status notes, diaries, segments, the carried note, the rolling summary.
//!
//! Of a layer that a later page replaces, the latest counts. A page about a range that is shown word for word is left
//! out: its lines are there.

use super::draft::Draft;
use super::entry::{Entry, EntryId, EntryReceipt};
use super::left_out::LeftOutReason;
use super::limits::PartLimit;
use super::part::Part;
use super::words;
use crate::Error;
use crate::calendar::local_day;
use hupo_store::Read;
use hupo_text::local_time;
use hupo_types::{Message, MessageId, Page, PageId, PageKind, Role, Timestamp};
use jiff::civil::Date;

/// How many of the latest pages are looked at for each that is wanted, where some were erased or tell of the same day.
const LOOKED_AT: usize = 4;

/// A range longer than this is never asked for line by line whether it is shown.
const LONGEST_RAW_RANGE: u64 = 256;

/// The one current page, shown whole whatever its length.
pub(super) fn put_continuity(draft: &mut Draft<'_>) -> Result<(), Error> {
    let limit = PartLimit { tokens: usize::MAX, ..draft.scene.turn.limits.continuity };
    put_latest(draft, Part::Continuity, PageKind::Continuity, limit)
}

/// The latest status notes.
pub(super) fn put_status_notes(draft: &mut Draft<'_>) -> Result<(), Error> {
    put_latest(draft, Part::StatusNotes, PageKind::StatusNote, draft.scene.turn.limits.status_notes)
}

/// What the companion carries.
pub(super) fn put_carried_note(draft: &mut Draft<'_>) -> Result<(), Error> {
    put_latest(draft, Part::CarriedNote, PageKind::CarriedNote, draft.scene.turn.limits.carried_note)
}

/// What scrolled out, in short.
pub(super) fn put_rolling_summary(draft: &mut Draft<'_>) -> Result<(), Error> {
    put_latest(draft, Part::RollingSummary, PageKind::RollingSummary, draft.scene.turn.limits.rolling_summary)
}

/// The latest pages of a kind, oldest first.
fn put_latest(draft: &mut Draft<'_>, part: Part, kind: PageKind, limit: PartLimit) -> Result<(), Error> {
    let mut pages = latest(draft, kind, limit.entries)?;
    pages.truncate(limit.entries);
    for page in pages {
        put(draft, part, page, limit)?;
    }
    draft.oldest_first(part);
    Ok(())
}

/// The latest pages of a kind that were not erased, newest first; a few more than wanted.
fn latest(draft: &Draft<'_>, kind: PageKind, wanted: usize) -> Result<Vec<Page>, Error> {
    let snapshot = draft.scene.snapshot;
    let ids = snapshot.pages(kind)?;
    let looked_at = ids.into_iter().rev().take(wanted.saturating_mul(LOOKED_AT));
    let pages = looked_at.map(|id| snapshot.page(id)).collect::<Result<Vec<_>, _>>()?;
    Ok(pages.into_iter().flatten().filter(|page| !page.erased).collect())
}

/// A diary of a day before these is no news any more.
const DIARY_DAYS: i64 = 7;

/// The diaries of the last days, the latest of each day, oldest first.
pub(super) fn put_diaries(draft: &mut Draft<'_>) -> Result<(), Error> {
    let limit = draft.scene.turn.limits.diaries;
    let mut days: Vec<(Option<Date>, Page)> = Vec::new();
    for page in latest(draft, PageKind::Diary, limit.entries)? {
        let (told, scene) = (told_of(draft, &page)?, draft.scene);
        if local_time::days_from(scene.now().ms(), told.ms(), scene.zone) < -DIARY_DAYS {
            draft.leave(Part::Diaries, EntryId::Page(page.id), LeftOutReason::NotRelevant);
            continue;
        }
        let day = local_day(told, scene.zone);
        if days.iter().all(|(known, _)| *known != day) {
            days.push((day, page));
        }
    }
    days.sort_by_key(|(day, page)| std::cmp::Reverse((*day, page.id)));
    days.truncate(limit.entries);
    for (_, page) in days {
        put(draft, Part::Diaries, page, limit)?;
    }
    draft.oldest_first(Part::Diaries);
    Ok(())
}

/// The segments about the lines that recall found, in the order of the lines; of two about one line the later.
pub(super) fn put_segments(draft: &mut Draft<'_>, lines: &[MessageId]) -> Result<(), Error> {
    let limit = draft.scene.turn.limits.segments;
    if limit.entries == 0 || lines.is_empty() {
        return Ok(());
    }
    let segments = segments_about(draft, lines)?;
    for line in lines {
        let about: Vec<&Page> = segments.iter().filter(|page| page.from <= *line && *line <= page.to).collect();
        let Some((latest, earlier)) = about.split_last() else { continue };
        let by = EntryId::Page(latest.id);
        if !draft.is_decided(&by) {
            put(draft, Part::Segments, (*latest).clone(), limit)?;
        }
        for page in earlier {
            let id = EntryId::Page(page.id);
            if draft.shows(&by) && !draft.is_decided(&id) {
                draft.leave(Part::Segments, id, LeftOutReason::SaidAlready { by: by.clone() });
            }
        }
    }
    Ok(())
}

/// The segments about any of the lines, ascending.
fn segments_about(draft: &Draft<'_>, lines: &[MessageId]) -> Result<Vec<Page>, Error> {
    let snapshot = draft.scene.snapshot;
    let ids: Vec<PageId> = snapshot.pages_about(lines)?;
    let pages = ids.into_iter().map(|id| snapshot.page(id)).collect::<Result<Vec<_>, _>>()?;
    Ok(pages.into_iter().flatten().filter(|page| page.kind == PageKind::Segment && !page.erased).collect())
}

fn put(draft: &mut Draft<'_>, part: Part, page: Page, limit: PartLimit) -> Result<(), Error> {
    let id = EntryId::Page(page.id);
    if let Some(by) = shown_raw(draft, page.from, page.to)? {
        draft.leave(part, id, LeftOutReason::SaidAlready { by });
        return Ok(());
    }
    let label = label(draft, &page)?;
    let receipt = EntryReceipt::Range { from: page.from, to: page.to };
    draft.offer(part, Entry::new(id, label, page.text, receipt), limit);
    Ok(())
}

/// The first line of a range, if every line of it that was said is shown word for word.
fn shown_raw(draft: &mut Draft<'_>, from: MessageId, to: MessageId) -> Result<Option<EntryId>, Error> {
    if to.get().saturating_sub(from.get()) >= LONGEST_RAW_RANGE {
        return Ok(None);
    }
    let mut first = None;
    for id in (from.get()..=to.get()).map(MessageId::new) {
        if draft.lines.contains(&id) {
            first = first.or(Some(EntryId::Message(id)));
        } else if draft.message(id)?.is_some_and(is_said) {
            return Ok(None);
        }
    }
    Ok(first)
}

fn is_said(message: &Message) -> bool {
    message.role != Role::System
}

/// When what the page tells of ended, or when it was written.
fn told_of(draft: &mut Draft<'_>, page: &Page) -> Result<Timestamp, Error> {
    Ok(draft.message(page.to)?.and_then(|message| message.time).unwrap_or(page.recorded_at))
}

/// The day a diary tells of, the day a note was written, the day the others go up to.
fn label(draft: &mut Draft<'_>, page: &Page) -> Result<String, Error> {
    let scene = draft.scene;
    let (time, prefix) = match page.kind {
        PageKind::Diary => (told_of(draft, page)?, ""),
        PageKind::CarriedNote => (page.recorded_at, words::either(scene.language, "写于", "written ")),
        PageKind::Continuity | PageKind::Segment | PageKind::StatusNote | PageKind::RollingSummary => {
            (told_of(draft, page)?, words::either(scene.language, "截至", "as of "))
        }
    };
    let day = local_time::day_seen_from(time.ms(), scene.now().ms(), scene.zone, scene.language);
    Ok(format!("{prefix}{day}"))
}
