//! What is missing: the numbers that were given out and that no event is left for, and where they belong.

use std::collections::BTreeMap;

use hupo_types::{Event, ModelIdentity, Sequence, State};

use super::choose::{Chosen, Left, says_erased};
use super::kind::{Kind, goes, named, numbered};
use super::report::{DamagedWrite, Extent};
use super::scan::Found;
use crate::Error;
use crate::erase::Gone;
use crate::hash::Hash;
use crate::table::Table;

/// Records of one kind that follow each other and were lost together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Missing {
    pub(super) kind: Kind,
    pub(super) from: u64,
    pub(super) to: u64,
    /// The write of the next record of the kind that is left.
    until: u64,
}

/// What is missing of a ledger.
#[derive(Default)]
pub(super) struct Gaps {
    /// The records each write has to make beside what is left of it.
    pub(super) missing: BTreeMap<u64, Vec<Missing>>,
    /// The write in which the model of the vectors was chosen, if that event is lost.
    pub(super) model: Option<(u64, ModelIdentity)>,
    /// Every write that is not whole.
    pub(super) damaged: Vec<DamagedWrite>,
    /// What the erasures that are left say of the bodies they wrote anew.
    pub(super) vouched: BTreeMap<u64, Hash>,
    /// What the bodies and rows that are left say was erased.
    pub(super) emptied: Gone,
    /// What the receipts that are left list.
    pub(super) receipts: Gone,
    last: [u64; 10],
    /// The first damaged write since the last record of each kind.
    open: [Option<u64>; 10],
    first_damaged: Option<u64>,
    has_model: bool,
}

impl Gaps {
    pub(super) fn find(chosen: &Chosen<'_>, found: &Found, done: &mut dyn FnMut(u64, u64)) -> Result<Self, Error> {
        let mut gaps = Self::default();
        for sequence in 1..=chosen.last {
            let salvaged = chosen.write(sequence)?;
            if !matches!(salvaged.state, Left::Whole) {
                let of = salvaged.skeleton.as_ref().map(|skeleton| skeleton.count);
                gaps.opens(sequence, salvaged.state, salvaged.events.len() as u64, of);
            }
            for event in &salvaged.events {
                gaps.meet(sequence, event, found);
            }
            done(sequence, chosen.last);
        }
        gaps.end(chosen.last, found);
        if !gaps.damaged.is_empty() {
            gaps.look_for_erased(found);
        }
        Ok(gaps)
    }

    fn opens(&mut self, sequence: u64, state: Left, kept: u64, of: Option<u64>) {
        let extent = match state {
            Left::Whole | Left::WithoutSkeleton => Extent::Time,
            Left::Part => Extent::Part,
            Left::Nothing => Extent::All,
        };
        self.damaged.push(DamagedWrite { sequence: Sequence::new(sequence), lost: extent, kept, of });
        if state == Left::WithoutSkeleton {
            return;
        }
        self.first_damaged = self.first_damaged.or(Some(sequence));
        self.open.iter_mut().for_each(|open| *open = open.or(Some(sequence)));
    }

    fn meet(&mut self, sequence: u64, event: &Event, found: &Found) {
        if matches!(event, Event::EmbedderChosen { .. }) {
            self.has_model = true;
        } else if matches!(event, Event::Embedded { .. }) && !self.has_model {
            self.has_model = true;
            self.model = self.first_damaged.zip(found.totals.model.clone());
        } else if let Event::Erased(erasure) = event {
            self.vouched.extend(erasure.rewritten.iter().map(|(at, hash)| (at.get(), Hash(*hash))));
            self.receipts.add(erasure);
        }
        if let Some((kind, number)) = numbered(event) {
            if says_erased(event) {
                goes(&mut self.emptied, kind, number);
            }
            self.reach(kind, number.saturating_sub(1), sequence);
            self.set(kind, number);
            self.open.get_mut(kind.place()).into_iter().for_each(|open| *open = None);
        }
        // What is named was there.
        for (kind, number) in named(event) {
            self.reach(kind, number, sequence);
        }
    }

    /// Every number up to this one was given out: those that were not met are missing.
    fn reach(&mut self, kind: Kind, number: u64, sequence: u64) {
        let last = self.last.get(kind.place()).copied().unwrap_or_default();
        if number > last {
            let at = self.open.get(kind.place()).copied().flatten().unwrap_or(sequence);
            self.missing.entry(at).or_default().push(Missing { kind, from: last + 1, to: number, until: sequence });
            self.set(kind, number);
        }
    }

    fn set(&mut self, kind: Kind, number: u64) {
        self.last.get_mut(kind.place()).into_iter().for_each(|last| *last = number.max(*last));
    }

    /// What was given out after the last event that is left, as the tables say. Without a damaged write it was never
    /// committed.
    fn end(&mut self, last: u64, found: &Found) {
        let counted = found.totals.numbers();
        for kind in Kind::ALL {
            if self.open.get(kind.place()).copied().flatten().is_none() {
                continue;
            }
            let of_table = match kind {
                Kind::Message => found.last(Table::Messages),
                Kind::Memory => found.last(Table::Memories),
                Kind::Topic => found.last(Table::Topics),
                Kind::Entity
                | Kind::Relation
                | Kind::Observation
                | Kind::ProfileFact
                | Kind::TemporalItem
                | Kind::Page
                | Kind::Review => 0,
            };
            let counted = counted.get(kind.place()).copied().unwrap_or_default();
            self.reach(kind, counted.max(of_table), last);
        }
    }

    /// A record whose row was emptied was erased, also if neither the receipt nor the emptied event is left.
    fn look_for_erased(&mut self, found: &Found) {
        for number in 1..=found.last(Table::Messages) {
            if found.message(number).is_some_and(|message| message.erased) {
                goes(&mut self.emptied, Kind::Message, number);
            }
        }
        for number in 1..=found.last(Table::Memories) {
            if found.memories(number).iter().any(|memory| memory.state == State::Erased) {
                goes(&mut self.emptied, Kind::Memory, number);
            }
        }
    }

    /// What was erased, and no receipt that is left lists.
    pub(super) fn erased(&self) -> Gone {
        self.emptied.without(&self.receipts)
    }

    /// The missing records from this one on belong into a later write than was thought: what they rest on comes after the
    /// one they were made in. Says whether there is one.
    pub(super) fn move_on(&mut self, from: u64, kind: Kind, number: u64) -> bool {
        let Some(ranges) = self.missing.get_mut(&from) else { return false };
        let holds = |one: &Missing| one.kind == kind && (one.from..=one.to).contains(&number);
        let Some(place) = ranges.iter().position(holds) else { return false };
        let whole = ranges.swap_remove(place);
        let later = |write: &&DamagedWrite| (from + 1..=whole.until).contains(&write.sequence.get());
        let next = self.damaged.iter().find(later).map(|write| write.sequence.get());
        if whole.from < number || next.is_none() {
            let to = if next.is_some() { number - 1 } else { whole.to };
            ranges.push(Missing { to, ..whole });
        }
        let Some(next) = next else { return false };
        self.missing.entry(next).or_default().push(Missing { from: number, ..whole });
        true
    }
}
