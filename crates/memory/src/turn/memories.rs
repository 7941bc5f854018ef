//! Durable memories: what recall found, what bears on the turn as a boundary, rule or preference.

use super::draft::Draft;
use super::entry::{Entry, EntryId, EntryReceipt};
use super::left_out::LeftOutReason;
use super::limits::PartLimit;
use super::part::Part;
use super::request::{Recalled, RecalledMemory};
use super::words::either;
use crate::Error;
use hupo_text::{Language, local_time};
use hupo_types::{Evidence, Kind, Memory, MemoryId, Standing, State, Timestamp};

/// The memories that recall found, in its order, as many as the part holds.
pub(super) fn put_recalled(draft: &mut Draft<'_>, recalled: &Recalled) -> Result<(), Error> {
    let limit = draft.scene.turn.limits.memories;
    for found in &recalled.memories {
        if draft.is_left_for_good(&EntryId::Memory(found.memory)) {
            continue;
        }
        offer(draft, Part::Memories, found, limit)?;
    }
    Ok(())
}

/// A memory for a part, if it holds now and nothing that is shown says it.
pub(super) fn offer(
    draft: &mut Draft<'_>,
    part: Part,
    found: &RecalledMemory,
    limit: PartLimit,
) -> Result<bool, Error> {
    let id = EntryId::Memory(found.memory);
    match judged(draft, found.memory)? {
        Ok(memory) => {
            let entry = entry(draft, &memory, &found.stands_for)?;
            let taken = draft.offer(part, entry, limit);
            if taken {
                draft.note_covers(&memory);
            }
            Ok(taken)
        }
        Err(reason) => Ok(draft.leave(part, id, reason)),
    }
}

/// The memory, or why it may not be shown.
fn judged(draft: &Draft<'_>, id: MemoryId) -> Result<Result<Memory, LeftOutReason>, Error> {
    let living = |memory: &Memory| memory.state == State::Active;
    let Some(memory) = draft.scene.snapshot.memory(id)?.filter(living) else {
        return Ok(Err(LeftOutReason::NotCurrent));
    };
    let by = draft
        .line_saying(&memory.evidence)
        .or_else(|| summary_saying(draft, id))
        .or_else(|| members_saying(draft, &memory));
    Ok(by.map_or(Ok(memory), |by| Err(LeftOutReason::SaidAlready { by })))
}

/// A summary that is shown and was made from this memory.
fn summary_saying(draft: &Draft<'_>, id: MemoryId) -> Option<EntryId> {
    draft.covered.get(&id).map(|summary| EntryId::Memory(*summary))
}

/// The first member of a summary, if all of them are shown.
fn members_saying(draft: &Draft<'_>, summary: &Memory) -> Option<EntryId> {
    let mut members = summary.covers.iter().map(|member| EntryId::Memory(*member));
    let first = members.next()?;
    (draft.shows(&first) && members.all(|member| draft.shows(&member))).then_some(first)
}

fn entry(draft: &mut Draft<'_>, memory: &Memory, stands_for: &[MemoryId]) -> Result<Entry, Error> {
    let members: Vec<MemoryId> = stands_for.iter().copied().filter(|id| memory.covers.contains(id)).collect();
    let words = draft.words(&evidence(draft, memory, &members)?)?;
    let (id, label) = (EntryId::Memory(memory.id), label(draft, memory)?);
    let entry = Entry::new(id, label, memory.text.clone(), EntryReceipt::Words(words));
    Ok(Entry { stands_for: members, ..entry })
}

/// What it rests on; of a summary that stands for members, theirs first.
fn evidence(draft: &Draft<'_>, memory: &Memory, members: &[MemoryId]) -> Result<Vec<Evidence>, Error> {
    let mut evidence: Vec<Evidence> = Vec::new();
    for member in members {
        let member = draft.scene.snapshot.memory(*member)?;
        evidence.extend(member.into_iter().flat_map(|member| member.evidence));
    }
    evidence.extend(memory.evidence.iter().cloned());
    let mut unique: Vec<Evidence> = Vec::with_capacity(evidence.len());
    for one in evidence {
        if !unique.iter().any(|known| (known.message, known.start, known.end) == (one.message, one.start, one.end)) {
            unique.push(one);
        }
    }
    Ok(unique)
}

/// When it was said or began to hold, and whether it still does.
fn label(draft: &mut Draft<'_>, memory: &Memory) -> Result<String, Error> {
    let scene = draft.scene;
    let (now, language) = (scene.now(), scene.language);
    let said = match memory.evidence.first() {
        Some(first) => draft.message(first.message)?.and_then(|message| message.time),
        None => None,
    };
    let time = memory.valid.from.or(said).unwrap_or(memory.recorded_at);
    let day = local_time::day_seen_from(time.ms(), now.ms(), scene.zone, language);
    let remarks = [Some(day), kind(memory.kind, language), standing(memory, now, language)];
    let remarks: Vec<String> = remarks.into_iter().flatten().collect();
    Ok(remarks.join(either(language, "，", ", ")))
}

fn kind(kind: Kind, language: Language) -> Option<String> {
    let said = match kind {
        Kind::Boundary => either(language, "边界", "boundary"),
        Kind::Rule => either(language, "约定", "rule"),
        Kind::Preference => either(language, "偏好", "preference"),
        Kind::TopicSummary => either(language, "主题总结", "topic summary"),
        Kind::Dream => either(language, "梦", "dream"),
        Kind::Identity
        | Kind::Fact
        | Kind::Event
        | Kind::Insight
        | Kind::Pattern
        | Kind::Milestone
        | Kind::Ritual
        | Kind::SharedMoment
        | Kind::Emotion => return None,
    };
    Some(said.to_owned())
}

fn standing(memory: &Memory, now: Timestamp, language: Language) -> Option<String> {
    let is_over = memory.valid.to.is_some_and(|to| to <= now);
    let said = match memory.standing {
        Standing::Disputed => either(language, "有争议", "disputed"),
        Standing::Outdated => either(language, "以前如此", "held once"),
        Standing::Stable if is_over => either(language, "以前如此", "held once"),
        Standing::Stable => return None,
    };
    Some(said.to_owned())
}
