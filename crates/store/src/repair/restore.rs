//! The events of each write of the new ledger: what is left of it, and what stands where something was lost.

use std::collections::{BTreeMap, BTreeSet};

use hupo_types::{Care, Event, Evidence, Memory, MemoryId, MessageId, State, Timestamp, TopicId};

use super::choose::{Chosen, Left, says_erased};
use super::gaps::{Gaps, Missing};
use super::kind::{Kind, goes, lost, numbered};
use super::report::Lost;
use super::scan::Found;
use crate::Error;
use crate::erase::{self, Gone};
use crate::ledger::Skeleton;

/// A write as the new ledger gets it.
pub(super) struct Restored {
    pub(super) at: Timestamp,
    pub(super) events: Vec<Event>,
    /// Its skeleton, if the events are all that it ever had.
    pub(super) kept: Option<Skeleton>,
}

/// Says what each write of the new ledger is.
pub(super) struct Restorer<'f> {
    pub(super) chosen: &'f Chosen<'f>,
    pub(super) gaps: Gaps,
    pub(super) found: &'f Found,
    /// Evidence that came to memories later: a memory's row has it already.
    pub(super) added: BTreeMap<MemoryId, Vec<Evidence>>,
    /// Places of events, among those that are left of a write, that cannot stand.
    pub(super) unfit: BTreeSet<(u64, usize)>,
    /// Memories whose row was tried and cannot stand.
    pub(super) unfit_rows: BTreeSet<u64>,
}

impl Restorer<'_> {
    /// The write with this number; `before` is when the one before it was written.
    pub(super) fn write(&self, sequence: u64, before: Timestamp) -> Result<Restored, Error> {
        let salvaged = self.chosen.write(sequence)?;
        let at = self.chosen.at(sequence).unwrap_or(before);
        let missing = self.gaps.missing.get(&sequence).map_or(&[][..], Vec::as_slice);
        let is_whole = salvaged.state == Left::Whole && missing.is_empty();
        let mut events = self.fit(sequence, salvaged.events, at);
        let all_fit = !self.unfit.iter().any(|(of, _)| *of == sequence);
        let said_erased =
            events.iter_mut().map(|event| erase::empty(event, &self.gaps.emptied)).filter(|was| *was).count();
        // Those that have no neighbour of their kind go to the front, so the kinds that others rest on are put last.
        for kind in Kind::ALL.into_iter().rev() {
            for one in missing.iter().filter(|one| one.kind == kind) {
                let place = place_of(&events, *one);
                let made = (one.from..=one.to).map(|number| self.made(kind, number, at));
                events.splice(place..place, made.collect::<Vec<_>>());
            }
        }
        self.begin(sequence, &mut events);
        let is_kept = is_whole
            && all_fit
            && said_erased == 0
            && self.gaps.model.as_ref().is_none_or(|(place, _)| *place != sequence);
        Ok(Restored { at, events, kept: salvaged.skeleton.filter(|_| is_kept) })
    }

    /// A record that cannot stand keeps its number; any other event goes.
    fn fit(&self, sequence: u64, events: Vec<Event>, at: Timestamp) -> Vec<Event> {
        let places = events.into_iter().enumerate();
        let left = places.filter_map(|(place, event)| match numbered(&event) {
            _ if !self.unfit.contains(&(sequence, place)) => Some(event),
            Some((kind, number)) => Some(lost(kind, number, at)),
            None => None,
        });
        left.collect()
    }

    /// What the space was created with, and the model of its vectors, stand in tables too.
    fn begin(&self, sequence: u64, events: &mut Vec<Event>) {
        if let Some((place, model)) = &self.gaps.model
            && *place == sequence
        {
            events.insert(0, Event::EmbedderChosen { model: model.clone() });
        }
        let begins = matches!(events.first(), Some(Event::SpaceCreated { .. }));
        if let Some(birth) = self.found.birth.clone().filter(|_| sequence == 1 && !begins) {
            events.insert(0, Event::SpaceCreated { config: birth.config, at: birth.at });
        }
    }

    /// A record of which the event is lost: as its own row says, where a row is the event; else its number alone.
    fn made(&self, kind: Kind, number: u64, at: Timestamp) -> Event {
        self.row(kind, number).unwrap_or_else(|| lost(kind, number, at))
    }

    fn row(&self, kind: Kind, number: u64) -> Option<Event> {
        match kind {
            Kind::Message => self.found.message(number).map(|message| Event::MessageAppended { message }),
            Kind::Topic => self.found.topic(number).map(|topic| Event::TopicAdded { topic }),
            Kind::Memory => self.memory(number).map(|memory| Event::MemoryRemembered { memory }),
            Kind::Entity
            | Kind::Relation
            | Kind::Observation
            | Kind::ProfileFact
            | Kind::TemporalItem
            | Kind::Page
            | Kind::Review => None,
        }
    }

    /// A memory as it was made, if every form of its row says the same of that.
    pub(super) fn memory(&self, number: u64) -> Option<Memory> {
        let forms = self.found.memories(number);
        if self.unfit_rows.contains(&number) || self.gaps.emptied.memories.contains(&MemoryId::new(number)) {
            return None;
        }
        let no_evidence = Vec::new();
        let added = self.added.get(&MemoryId::new(number)).unwrap_or(&no_evidence);
        let mut made: Vec<Memory> = forms.into_iter().map(|form| as_made(form, added)).collect();
        made.dedup();
        if made.len() == 1 { made.pop().filter(Memory::has_its_receipt) } else { None }
    }

    /// What is lost for certain, and what was saved by its own row.
    pub(super) fn balance(&self) -> Result<Balance, Error> {
        let mut balance = Balance { erased: self.gaps.erased(), ..Balance::default() };
        for missing in self.gaps.missing.values().flatten() {
            for number in missing.from..=missing.to {
                let row = self.row(missing.kind, number);
                if row.as_ref().is_some_and(says_erased) {
                    continue; // It is among the erased ones, or in a receipt.
                }
                balance.note(missing.kind, number, row.is_some());
            }
        }
        for (sequence, place) in &self.unfit {
            let event = self.chosen.write(*sequence)?.events.into_iter().nth(*place);
            if let Some((kind, number)) = event.as_ref().and_then(numbered) {
                balance.note(kind, number, false);
            }
        }
        // What an erasure took before is not lost, and is counted in its own receipt.
        balance.gone = balance.gone.without(&self.gaps.receipts);
        Ok(balance)
    }
}

/// What is lost, and what was saved although its event is lost.
#[derive(Default)]
pub(super) struct Balance {
    pub(super) gone: Gone,
    pub(super) topics: BTreeSet<TopicId>,
    pub(super) saved: Lost,
    /// Erased on request, and the receipt is lost.
    pub(super) erased: Gone,
}

impl Balance {
    fn note(&mut self, kind: Kind, number: u64, is_saved: bool) {
        match (kind, is_saved) {
            (Kind::Message, true) => self.saved.messages.push(MessageId::new(number)),
            (Kind::Memory, true) => self.saved.memories.push(MemoryId::new(number)),
            (Kind::Topic, true) => self.saved.topics.push(TopicId::new(number)),
            (Kind::Topic, false) => _ = self.topics.insert(TopicId::new(number)),
            (_, _) => goes(&mut self.gone, kind, number),
        }
    }
}

/// A memory before anything happened to it. What the ledger still has of that, it will say again.
fn as_made(memory: Memory, added: &[Evidence]) -> Memory {
    let mut made =
        Memory { state: State::Active, superseded_by: None, superseded_at: None, care: Care::default(), ..memory };
    made.evidence.retain(|one| !added.contains(one));
    made
}

/// Where the missing records belong among the events of a write: numbers are given out in order.
fn place_of(events: &[Event], missing: Missing) -> usize {
    let of_kind = |event: &Event| numbered(event).filter(|(kind, _)| *kind == missing.kind);
    let after = events.iter().position(|event| of_kind(event).is_some_and(|(_, number)| number > missing.to));
    let before = || events.iter().rposition(|event| of_kind(event).is_some()).map_or(0, |place| place + 1);
    after.unwrap_or_else(before)
}
