//! The raw end of the transcript: the current message, the live tail before it, and the baton before that.

use super::draft::{Draft, Scene};
use super::entry::{Entry, EntryId, EntryReceipt};
use super::left_out::LeftOutReason;
use super::limits::PartLimit;
use super::part::Part;
use super::request::Turn;
use crate::Error;
use hupo_store::Snapshot;
use hupo_text::Language;
use hupo_types::{Message, MessageId, Role, Timestamp};
use jiff::tz::TimeZone;

/// How many ids are looked at for each line that is wanted, where lines of the program and erased ones lie between.
const LOOKED_AT: u64 = 8;

/// Lines that a part may hold whatever its limit says.
const MOST_LINES: usize = 1_000;

/// The end of the transcript as the turn meets it.
#[derive(Debug, Default)]
pub(super) struct Recent {
    /// The current message, if the transcript holds it.
    current: Option<Message>,
    /// The lines before it, oldest first.
    tail: Vec<Message>,
    /// The lines before those, oldest first.
    baton: Vec<Message>,
}

impl Recent {
    pub(super) fn read(snapshot: &Snapshot, turn: &Turn) -> Result<Self, Error> {
        let n = turn.limits.live_tail.entries.min(MOST_LINES);
        let known = turn.message.map(|id| snapshot.message(id)).transpose()?.flatten().filter(|line| !line.erased);
        let mut recent = Self { current: known, ..Self::default() };
        // One more than wanted: the last one may turn out to be the current message.
        recent.tail = tail(snapshot, turn, recent.current.as_ref(), n.saturating_add(1))?;
        if recent.current.is_none() && recent.tail.last().is_some_and(|last| is_current(last, turn)) {
            recent.current = recent.tail.pop();
        }
        let surplus = recent.tail.len().saturating_sub(n);
        recent.tail.drain(..surplus);
        let before = recent.tail.first().or(recent.current.as_ref()).map(|first| first.id);
        let before = before.unwrap_or_else(|| after_all(snapshot));
        recent.baton = lines_before(snapshot, before, turn.limits.baton.entries.min(MOST_LINES))?;
        Ok(recent)
    }

    /// What is said in this turn.
    pub(super) fn said<'s>(&'s self, turn: &'s Turn) -> &'s str {
        self.current.as_ref().map_or(turn.text.as_str(), |line| line.text.as_str())
    }

    /// The current message's id, if the transcript holds it.
    pub(super) fn current_id(&self) -> Option<MessageId> {
        self.current.as_ref().map(|line| line.id)
    }

    /// Who says it.
    pub(super) fn speaker<'s>(&'s self, turn: &'s Turn) -> Option<&'s str> {
        let stored = self.current.as_ref().and_then(|line| line.speaker.as_deref());
        let before =
            self.tail.iter().rev().filter(|line| line.role == Role::User).find_map(|line| line.speaker.as_deref());
        turn.speaker.as_deref().or(stored).or(before)
    }

    /// The name of the companion, from its newest line that is seen.
    pub(super) fn companion(&self) -> Option<&str> {
        let lines = self.tail.iter().chain(&self.baton);
        lines.rev().filter(|line| line.role == Role::Companion).find_map(|line| line.speaker.as_deref())
    }

    /// The newest language in which something was said.
    pub(super) fn language(&self) -> Option<Language> {
        self.tail.iter().rev().find_map(|line| Language::of_text(&line.text))
    }

    /// Puts the lines into the draft, first of all: what else is shown depends on them.
    pub(super) fn put(&self, draft: &mut Draft<'_>) {
        let limits = &draft.scene.turn.limits;
        let whole = put_newest(draft, Part::LiveTail, &self.tail, limits.live_tail);
        if whole {
            put_newest(draft, Part::Baton, &self.baton, limits.baton);
        }
        put_current(draft, self.current.as_ref());
    }
}

fn is_current(last: &Message, turn: &Turn) -> bool {
    last.role == Role::User && !turn.text.is_empty() && last.text == turn.text
}

fn after_all(snapshot: &Snapshot) -> MessageId {
    MessageId::new(snapshot.counts().messages.saturating_add(1))
}

/// The last `n` lines before the current message: of the session where one is named, else of all.
fn tail(snapshot: &Snapshot, turn: &Turn, current: Option<&Message>, n: usize) -> Result<Vec<Message>, Error> {
    match (current, &turn.session) {
        (Some(current), Some(_)) => Ok(newest(snapshot.messages_before(current.id, n.saturating_mul(2))?, n)),
        (Some(current), None) => lines_before(snapshot, current.id, n),
        (None, Some(session)) => lines_of(snapshot, session, n),
        (None, None) => lines_before(snapshot, after_all(snapshot), n),
    }
}

fn lines_of(snapshot: &Snapshot, session: &str, n: usize) -> Result<Vec<Message>, Error> {
    let Some(last) = snapshot.session_tail(session)? else { return Ok(Vec::new()) };
    let mut lines = snapshot.messages_before(last.id, n.saturating_mul(2))?;
    lines.push(last);
    Ok(newest(lines, n))
}

/// The last `n` of these that somebody said. Of a session twice as many are read, for the program's lines among them.
fn newest(mut lines: Vec<Message>, n: usize) -> Vec<Message> {
    lines.retain(is_said);
    let surplus = lines.len().saturating_sub(n);
    lines.drain(..surplus);
    lines
}

fn is_said(line: &Message) -> bool {
    line.role != Role::System && !line.erased
}

/// The last `n` lines with ids below one, whatever their sessions; lines of the program and erased ones are passed over.
fn lines_before(snapshot: &Snapshot, before: MessageId, n: usize) -> Result<Vec<Message>, Error> {
    let last = before.get().saturating_sub(1);
    let first = last.saturating_sub(LOOKED_AT.saturating_mul(u64::try_from(n).unwrap_or(u64::MAX)));
    let mut lines = Vec::new();
    for number in (first.max(1)..=last).rev() {
        if lines.len() >= n {
            break;
        }
        let line = snapshot.message(MessageId::new(number))?;
        lines.extend(line.filter(is_said));
    }
    lines.reverse();
    Ok(lines)
}

/// The newest lines that the part holds, oldest first; whether all of them fit.
fn put_newest(draft: &mut Draft<'_>, part: Part, lines: &[Message], limit: PartLimit) -> bool {
    let mut left = lines.len();
    for line in lines.iter().rev() {
        if !draft.take_within(part, spoken(draft.scene, line), limit) {
            break;
        }
        draft.lines.insert(line.id);
        left -= 1;
    }
    // The newest of them was left out by taking; the others are older.
    let older = lines.get(..left.saturating_sub(1)).unwrap_or_default();
    for line in older.iter().rev() {
        draft.leave(part, EntryId::Message(line.id), LeftOutReason::OverLimit);
    }
    draft.oldest_first(part);
    left == 0
}

fn put_current(draft: &mut Draft<'_>, stored: Option<&Message>) {
    let scene = draft.scene;
    let entry = match stored {
        Some(line) => spoken(scene, line),
        None if scene.turn.text.is_empty() => return,
        None => {
            let receipt = EntryReceipt::Turn { speaker: scene.turn.speaker.clone() };
            let label = clock(scene.now(), scene);
            Entry::new(EntryId::Turn, label, scene.turn.text.clone(), receipt)
        }
    };
    draft.lines.extend(stored.map(|line| line.id));
    draft.take_within(Part::CurrentMessage, entry, PartLimit { entries: 1, tokens: usize::MAX });
}

fn spoken(scene: &Scene<'_>, line: &Message) -> Entry {
    let (role, speaker, time) = (line.role, line.speaker.clone(), line.time);
    let label = time.map_or_else(|| "—".to_owned(), |time| clock(time, scene));
    Entry::new(
        EntryId::Message(line.id),
        label,
        line.text.clone(),
        EntryReceipt::Line { message: line.id, role, speaker, time },
    )
}

/// The hour and minute, with the day where it is not today, and the year where it is not this one.
fn clock(time: Timestamp, scene: &Scene<'_>) -> String {
    let (at, now) = (zoned(time, scene.zone), zoned(scene.now(), scene.zone));
    let day = match (at.date() == now.date(), at.year() == now.year(), scene.language) {
        (true, ..) => "%H:%M",
        (false, true, Language::Chinese) => "%-m月%-d日 %H:%M",
        (false, true, Language::English) => "%-d %b %H:%M",
        (false, false, Language::Chinese) => "%Y年%-m月%-d日 %H:%M",
        (false, false, Language::English) => "%-d %b %Y %H:%M",
    };
    at.strftime(day).to_string()
}

/// The moment in its zone; what no calendar holds is the first moment of 1970.
fn zoned(time: Timestamp, zone: &TimeZone) -> jiff::Zoned {
    jiff::Timestamp::from_millisecond(time.ms()).unwrap_or_default().to_zoned(zone.clone())
}
