//! Filling the new ledger, write by write, and taking out of it what rested on what is lost.

use std::collections::{BTreeMap, BTreeSet};

use hupo_types::{Event, Evidence, Logged, MemoryId, MessageId, Sequence, Timestamp};
use redb::Database;

use super::kind::{Kind, goes, numbered};
use super::report::{Lost, Repair, Unfit};
use super::restore::Restorer;
use crate::apply::apply;
use crate::creation::begin_format;
use crate::database::begin;
use crate::erase::Gone;
use crate::hash::Hash;
use crate::ledger::{self, Head, START, Skeleton};
use crate::tables::Tables;
use crate::write::{Draft, Names};
use crate::{Error, recheck};

/// Events in one transaction, about.
const EVENTS: usize = 20_000;

/// A new ledger on its way.
pub(super) struct Fill<'f, 'r> {
    restorer: &'r mut Restorer<'f>,
    /// When the damage is written down.
    now: Timestamp,
    head: Head,
    at: Timestamp,
    /// Up to here the chain is the old one.
    chain_kept_to: u64,
    unfit: Vec<Unfit>,
    /// Bodies that are neither what their skeleton says nor what an erasure says.
    rewritten: BTreeMap<Sequence, [u8; 32]>,
    gone: Gone,
    lost: Lost,
    erased: Lost,
    restored: Lost,
    without_ground: Lost,
    lost_evidence: Vec<MemoryId>,
    kept_superseded: Vec<MemoryId>,
}

/// Why a batch was given up.
enum Fault {
    /// An event cannot stand.
    Unfit {
        sequence: u64,
        place: usize,
        record: Option<(Kind, u64)>,
        what: String,
    },
    /// A memory's row cannot stand, so the memory is lost.
    UnfitRow {
        sequence: u64,
        number: u64,
    },
    Failed(Error),
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl<'f, 'r> Fill<'f, 'r> {
    pub(super) fn new(restorer: &'r mut Restorer<'f>, now: Timestamp) -> Self {
        Self {
            restorer,
            now,
            head: START,
            at: now,
            chain_kept_to: 0,
            unfit: Vec::new(),
            rewritten: BTreeMap::new(),
            gone: Gone::default(),
            lost: Lost::default(),
            erased: Lost::default(),
            restored: Lost::default(),
            without_ground: Lost::default(),
            lost_evidence: Vec::new(),
            kept_superseded: Vec::new(),
        }
    }

    /// Writes everything that is left, then what the losses take with them.
    pub(super) fn run(&mut self, database: &Database, done: &mut dyn FnMut(u64, u64)) -> Result<(), Error> {
        let last = self.restorer.chosen.last;
        self.gone = self.restorer.balance()?.gone;
        while self.head.0.get() < last {
            self.batch(database)?;
            done(self.head.0.get(), last);
        }
        let balance = self.restorer.balance()?;
        self.lost = Lost::of(&balance.gone.without(&balance.erased), &balance.topics);
        self.erased = Lost::of(&balance.erased, &BTreeSet::new());
        (self.gone, self.restored) = (balance.gone, balance.saved);
        self.gone.join(&balance.erased);
        self.settle(database)
    }

    /// Takes some writes; one that has an event that cannot stand is taken again without it.
    fn batch(&mut self, database: &Database) -> Result<(), Error> {
        loop {
            match self.attempt(database) {
                Ok(()) => return Ok(()),
                Err(Fault::Failed(error)) => return Err(error),
                Err(Fault::Unfit { sequence, place, record, what }) => {
                    self.restorer.unfit.insert((sequence, place));
                    self.unfit.push(Unfit { sequence: Sequence::new(sequence), what });
                    record.into_iter().for_each(|(kind, number)| goes(&mut self.gone, kind, number));
                }
                Err(Fault::UnfitRow { sequence, number }) => {
                    if !self.restorer.gaps.move_on(sequence, Kind::Memory, number) {
                        self.restorer.unfit_rows.insert(number);
                        goes(&mut self.gone, Kind::Memory, number);
                    }
                }
            }
        }
    }

    fn attempt(&mut self, database: &Database) -> Result<(), Fault> {
        let transaction = begin(database)?;
        let mut tables = Tables::open(&transaction)?;
        if self.head == START {
            begin_format(&mut tables)?;
        }
        let (mut head, mut at, mut events) = (self.head, self.at, 0);
        let (mut rewritten, mut kept_to) = (BTreeMap::new(), self.chain_kept_to);
        while head.0.get() < self.restorer.chosen.last && events < EVENTS {
            let sequence = head.0.next();
            let write = self.restorer.write(sequence.get(), at)?;
            self.apply_all(&mut tables, sequence.get(), &write.events)?;
            at = write.at;
            events += write.events.len();
            let body = ledger::body_hash(&write.events);
            let said = write.kept.as_ref().map(|kept| kept.body).filter(|said| self.is_vouched(sequence, body, *said));
            let skeleton = Skeleton::new(head, at, write.events.len() as u64, said.unwrap_or(body));
            let is_old = write.kept.is_some_and(|kept| kept.chain == skeleton.chain);
            kept_to += u64::from(is_old && kept_to == head.0.get());
            self.vouch(sequence, body, &mut rewritten);
            head = ledger::append_kept(&mut tables, head, &skeleton, &write.events)?;
        }
        tables.put_totals()?;
        drop(tables);
        transaction.commit().map_err(Error::from)?;
        (self.head, self.at, self.chain_kept_to) = (head, at, kept_to);
        self.rewritten.extend(rewritten);
        Ok(())
    }

    /// Whether a body is the one it was written with, or the one an erasure says it left.
    fn is_vouched(&self, sequence: Sequence, body: Hash, said: Hash) -> bool {
        body == said || self.restorer.gaps.vouched.get(&sequence.get()) == Some(&body)
    }

    /// An erasure says what hash the body has; one that damage changed has another, and the receipt of the repair says so.
    fn vouch(&self, sequence: Sequence, body: Hash, rewritten: &mut BTreeMap<Sequence, [u8; 32]>) {
        let said = self.restorer.gaps.vouched.get(&sequence.get());
        if said.is_some_and(|said| *said != body) {
            rewritten.insert(sequence, body.0);
        }
    }

    fn apply_all(&self, tables: &mut Tables, sequence: u64, events: &[Event]) -> Result<(), Fault> {
        for event in events {
            self.stands(tables, event).and_then(|()| apply(tables, event)).map_err(|error| {
                if error.breaks_the_handle() {
                    return Fault::Failed(error);
                }
                let what = if let Error::Damaged { what } = error { what } else { error.to_string() };
                self.unfit(sequence, event, what)
            })?;
        }
        Ok(())
    }

    /// Quotes of a lost message are looked for in vain; what rests on them goes when everything is there.
    fn stands(&self, tables: &Tables, event: &Event) -> Result<(), Error> {
        let checked = recheck::check(tables, event);
        let is_lost = |id: &MessageId| self.gone.messages.contains(id);
        if checked.is_err() && evidence(event).iter().any(|one| is_lost(&one.message)) { Ok(()) } else { checked }
    }

    /// The place of the event among those that are left of its write; none, if it was made from a row.
    fn unfit(&self, sequence: u64, event: &Event, what: String) -> Fault {
        let left = self.restorer.chosen.write(sequence).map(|write| write.events).unwrap_or_default();
        let place = (0..left.len())
            .find(|place| left.get(*place) == Some(event) && !self.restorer.unfit.contains(&(sequence, *place)));
        match (place, numbered(event)) {
            (Some(place), record) => Fault::Unfit { sequence, place, record, what },
            (None, Some((Kind::Memory, number))) if !self.restorer.unfit_rows.contains(&number) => {
                Fault::UnfitRow { sequence, number }
            }
            (None, _) => Fault::Failed(Error::damaged(format!("write {sequence} cannot be made again: {what}"))),
        }
    }

    /// One more write says what is lost, and takes with it what rested on that. None, if nothing is.
    fn settle(&mut self, database: &Database) -> Result<(), Error> {
        let transaction = begin(database)?;
        let mut tables = Tables::open(&transaction)?;
        let mut draft = Draft::new(&mut tables, self.now, None);
        let found = self.restorer.found;
        self.kept_superseded = draft.supersede_again(|number| found.memories(number))?;
        let gone = draft.lose(&self.gone, &self.rewritten)?;
        let next = draft.finish(self.head, &mut Names::default())?;
        drop(tables);
        match next {
            Some((head, _)) => {
                transaction.commit()?;
                self.head = head;
            }
            None => transaction.abort()?,
        }
        self.lost_evidence = gone.lost_evidence.iter().copied().collect();
        self.without_ground = Lost::of(&gone.without(&self.gone), &BTreeSet::new());
        Ok(())
    }

    pub(super) fn report(self) -> Repair {
        let Restorer { chosen, gaps, found, .. } = &*self.restorer;
        Repair {
            bytes: found.bytes,
            writes: chosen.last,
            sequence: self.head.0,
            chain_kept_to: Sequence::new(self.chain_kept_to),
            damaged: gaps.damaged.clone(),
            unfinished: chosen.unfinished.clone(),
            unfit: self.unfit,
            lost: self.lost,
            erased: self.erased,
            without_ground: self.without_ground,
            lost_evidence: self.lost_evidence,
            restored: self.restored,
            kept_superseded: self.kept_superseded,
            findings: Vec::new(),
        }
    }
}

/// The quotes an event rests on.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other event rests on quotes")]
fn evidence(event: &Event) -> &[Evidence] {
    match event {
        Event::RelationAdded { relation } => &relation.evidence,
        Event::MemoryRemembered { memory } => &memory.evidence,
        Event::EvidenceAdded { evidence, .. } => evidence,
        Event::Logged(Logged::Observed { observation }) => &observation.evidence,
        Event::Logged(Logged::ProfileStated { fact }) => &fact.evidence,
        Event::Logged(Logged::ItemAdded { item }) => &item.evidence,
        Event::Logged(Logged::ItemClosed { closing, .. }) => &closing.evidence,
        _ => &[],
    }
}
