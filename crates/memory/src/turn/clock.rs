//! The local time in words, and how it lies to the nearest event.

use super::draft::Draft;
use super::entry::{Entry, EntryId, EntryReceipt};
use super::limits::PartLimit;
use super::part::Part;
use super::words::either;
use crate::Error;
use hupo_text::local_time;
use hupo_types::{Entity, EntityKind, TemporalItem};

/// Events this many days ahead, and behind, place the day.
const AHEAD: i64 = 14;
const BEHIND: i64 = -3;

/// Puts the time: `Wednesday evening, 9 pm, 2 December 2026; three days before Lin's exam`.
pub(super) fn put(draft: &mut Draft<'_>, items: &[TemporalItem]) -> Result<(), Error> {
    let scene = draft.scene;
    let mut text = local_time::full(scene.now().ms(), scene.zone, scene.language);
    if let Some((days, event)) = nearest(draft, items)? {
        let beside = local_time::beside(&event, days, scene.language);
        text.push_str(either(scene.language, "；", "; "));
        text.push_str(&beside);
    }
    let receipt = EntryReceipt::Clock { now: scene.now() };
    let limit = PartLimit { entries: 1, tokens: usize::MAX };
    draft.take_within(Part::LocalTime, Entry::new(EntryId::Clock, String::new(), text, receipt), limit);
    Ok(())
}

/// The nearest event that an open item is about, and how many days it lies ahead.
fn nearest(draft: &Draft<'_>, items: &[TemporalItem]) -> Result<Option<(i64, String)>, Error> {
    let scene = draft.scene;
    let days = |item: &TemporalItem| {
        let starts = item.starts?;
        Some(local_time::days_from(scene.now().ms(), starts.ms(), scene.zone))
            .filter(|days| (BEHIND..=AHEAD).contains(days))
    };
    let mut near: Vec<(i64, &TemporalItem)> = items.iter().filter_map(|item| Some((days(item)?, item))).collect();
    // Of two equally near the one ahead, then the one that was kept first.
    near.sort_by_key(|(days, item)| (days.unsigned_abs(), *days < 0, item.id));
    for (days, item) in near {
        if let Some(event) = event(draft, item)? {
            return Ok(Some((days, event.name)));
        }
    }
    Ok(None)
}

/// The event an item is about, unless its name or the item would tell something private.
fn event(draft: &Draft<'_>, item: &TemporalItem) -> Result<Option<Entity>, Error> {
    let scene = draft.scene;
    for id in &item.entities {
        let entity = scene.snapshot.entity(*id)?;
        let is_event = |entity: &Entity| entity.kind == EntityKind::Event && !entity.erased;
        let may_say = |entity: &Entity| !scene.privacy.is_told_by(&entity.name, &super::entry::quotes(&item.evidence));
        if let Some(entity) = entity.filter(is_event).filter(may_say) {
            return Ok(Some(entity));
        }
    }
    Ok(None)
}
