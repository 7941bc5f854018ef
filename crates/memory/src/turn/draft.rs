//! A context in the making: what is taken so far, what is said by it, and what was left out.

use super::entry::{Entry, EntryId, EntryReceipt, Said};
use super::left_out::{LeftOut, LeftOutReason};
use super::limits::PartLimit;
use super::part::Part;
use super::privacy::Privacy;
use super::render::{self, Manner};
use super::request::Turn;
use super::terms::Terms;
use crate::Error;
use hupo_store::Snapshot;
use hupo_text::{Language, fold_str};
use hupo_types::{EntityId, Evidence, Memory, MemoryId, Message, MessageId, Timestamp};
use jiff::tz::TimeZone;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What everything is read and judged by.
pub(super) struct Scene<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) turn: &'a Turn,
    pub(super) zone: &'a TimeZone,
    pub(super) language: Language,
    pub(super) count: &'a dyn Fn(&str) -> usize,
    /// The telling words of the turn.
    pub(super) terms: Terms,
    /// The people and things the turn names, in order of place.
    pub(super) named: Vec<EntityId>,
    /// What those are called, folded.
    pub(super) names: Vec<String>,
    /// What may not be told.
    pub(super) privacy: Privacy,
}

impl Scene<'_> {
    pub(super) const fn now(&self) -> Timestamp {
        self.turn.now
    }

    /// Whether a text has a name of whom or what the turn names.
    pub(super) fn names_in(&self, text: &str) -> bool {
        let folded = if self.names.is_empty() { String::new() } else { fold_str(text) };
        self.names.iter().any(|name| folded.contains(name.as_str()))
    }

    pub(super) const fn manner<'m>(&'m self, lines: &'m BTreeSet<MessageId>) -> Manner<'m> {
        Manner { language: self.language, lines, zone: self.zone, now: self.turn.now }
    }
}

/// What is taken, and what is not.
pub(super) struct Draft<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) parts: BTreeMap<Part, Vec<Entry>>,
    /// The boundaries and rules among what bears on the turn.
    pub(super) boundaries: BTreeSet<EntryId>,
    pub(super) left_out: Vec<LeftOut>,
    /// The lines that are shown word for word.
    pub(super) lines: BTreeSet<MessageId>,
    /// Folded texts, and the entries that say them.
    said: HashMap<String, EntryId>,
    ids: BTreeSet<EntryId>,
    /// Members of the summaries that are shown, and the summaries.
    pub(super) covered: HashMap<MemoryId, MemoryId>,
    messages: HashMap<MessageId, Option<Message>>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(scene: &'a Scene<'a>) -> Self {
        Self {
            scene,
            parts: BTreeMap::new(),
            boundaries: BTreeSet::new(),
            left_out: Vec::new(),
            lines: BTreeSet::new(),
            said: HashMap::new(),
            ids: BTreeSet::new(),
            covered: HashMap::new(),
            messages: HashMap::new(),
        }
    }

    /// Takes an entry at the end of its part, unless it is private, there already, or over the part's limit.
    pub(super) fn offer(&mut self, part: Part, entry: Entry, limit: PartLimit) -> bool {
        if let Err(reason) = self.may_say(&entry) {
            return self.leave(part, entry.id, reason);
        }
        self.take_within(part, entry, limit)
    }

    /// Takes an entry at the end of its part unless that is full. What it says is not asked after.
    pub(super) fn take_within(&mut self, part: Part, mut entry: Entry, limit: PartLimit) -> bool {
        entry.n_tokens = (self.scene.count)(&render::entry(part, &entry, self.scene.manner(&self.lines)));
        let held = self.parts.get(&part).map_or(&[][..], Vec::as_slice);
        let tokens = held.iter().fold(entry.n_tokens, |sum, one| sum.saturating_add(one.n_tokens));
        if held.len() >= limit.entries || tokens > limit.tokens {
            return self.leave(part, entry.id, LeftOutReason::OverLimit);
        }
        self.take(part, entry);
        true
    }

    fn take(&mut self, part: Part, entry: Entry) {
        self.ids.insert(entry.id.clone());
        self.said.entry(fold_str(&entry.text)).or_insert_with(|| entry.id.clone());
        self.parts.entry(part).or_default().push(entry);
    }

    /// Notes a second text that an entry says, so that it is not said again.
    pub(super) fn also_says(&mut self, text: &str, id: &EntryId) {
        if self.ids.contains(id) {
            self.said.entry(fold_str(text)).or_insert_with(|| id.clone());
        }
    }

    /// Notes what is not there, and why; answers false.
    pub(super) fn leave(&mut self, part: Part, id: EntryId, reason: LeftOutReason) -> bool {
        self.left_out.push(LeftOut { part, id, reason });
        false
    }

    fn may_say(&self, entry: &Entry) -> Result<(), LeftOutReason> {
        let words = match &entry.receipt {
            EntryReceipt::Words(words) | EntryReceipt::Log { words, .. } => words.as_slice(),
            EntryReceipt::Range { .. }
            | EntryReceipt::Line { .. }
            | EntryReceipt::Private { .. }
            | EntryReceipt::Clock { .. }
            | EntryReceipt::Turn { .. } => &[],
        };
        if self.scene.privacy.is_told_by(&entry.text, words) {
            return Err(LeftOutReason::Private);
        }
        let already = |by: &EntryId| Err(LeftOutReason::SaidAlready { by: by.clone() });
        if let Some(by) = self.ids.get(&entry.id) {
            return already(by);
        }
        self.said.get(&fold_str(&entry.text)).map_or(Ok(()), already)
    }

    /// Turns a part round that was filled newest first.
    pub(super) fn oldest_first(&mut self, part: Part) {
        if let Some(entries) = self.parts.get_mut(&part) {
            entries.reverse();
        }
    }

    /// Puts boundaries and rules before the others that bear on the turn.
    pub(super) fn boundaries_first(&mut self) {
        let boundaries = &self.boundaries;
        if let Some(entries) = self.parts.get_mut(&Part::Bearing) {
            entries.sort_by_key(|entry| !boundaries.contains(&entry.id));
        }
    }

    /// The parts that have entries, in order.
    pub(super) fn parts(&self) -> impl Iterator<Item = (Part, &[Entry])> {
        self.parts.iter().map(|(part, entries)| (*part, entries.as_slice()))
    }

    /// Notes that an entry was taken out again, since everything together is too much.
    pub(super) fn forget(&mut self, part: Part, entry: &Entry) {
        self.ids.remove(&entry.id);
        self.leave(part, entry.id.clone(), LeftOutReason::OverBudget);
    }

    /// Whether it is taken or left out already.
    pub(super) fn is_decided(&self, id: &EntryId) -> bool {
        self.ids.contains(id) || self.left_out.iter().any(|left| left.id == *id)
    }

    /// Whether it was left out for a reason that holds in every part.
    pub(super) fn is_left_for_good(&self, id: &EntryId) -> bool {
        let for_good = |reason: &LeftOutReason| match reason {
            LeftOutReason::SaidAlready { .. } | LeftOutReason::Private | LeftOutReason::NotCurrent => true,
            LeftOutReason::OverLimit | LeftOutReason::OverBudget | LeftOutReason::NotRelevant => false,
        };
        self.left_out.iter().any(|left| left.id == *id && for_good(&left.reason))
    }

    /// Notes that a summary is shown that was made from these members.
    pub(super) fn note_covers(&mut self, summary: &Memory) {
        self.covered.extend(summary.covers.iter().map(|member| (*member, summary.id)));
    }

    /// Whether something is shown.
    pub(super) fn shows(&self, id: &EntryId) -> bool {
        self.ids.contains(id)
    }

    /// The line that says what rests on this evidence, if every quote stands in lines that are shown.
    pub(super) fn line_saying(&self, evidence: &[Evidence]) -> Option<EntryId> {
        let shown = evidence.iter().all(|one| self.lines.contains(&one.message));
        let first = evidence.first().filter(|_| shown)?;
        Some(EntryId::Message(first.message))
    }

    /// Who wrote a message and when; read once.
    pub(super) fn message(&mut self, id: MessageId) -> Result<Option<&Message>, Error> {
        if !self.messages.contains_key(&id) {
            let message = self.scene.snapshot.message(id)?.filter(|message| !message.erased);
            self.messages.insert(id, message);
        }
        Ok(self.messages.get(&id).and_then(Option::as_ref))
    }

    /// Evidence with who said it and when.
    pub(super) fn words(&mut self, evidence: &[Evidence]) -> Result<Vec<Said>, Error> {
        evidence.iter().map(|one| Ok(Said::quoted(one, self.message(one.message)?))).collect()
    }
}
