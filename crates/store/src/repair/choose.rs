//! Which of the rows that were found are the ledger's, and what can be believed of each write.
//!
//! A page that is no longer used keeps its rows, so a write may be found in several forms: as it was first written and
//! as an erasure left it, or as an attempt that was never committed. The chain tells skeletons apart; the hash in the
//! skeleton, or in the receipt of the last erasure, tells bodies apart. Where an erasure says that a body was written
//! anew, no other form of it is ever taken.

use std::collections::BTreeMap;

use hupo_types::{Event, Logged, Reviewed, Sequence, State, Timestamp};

use super::scan::{Found, Place};
use crate::hash::Hash;
use crate::ledger::{self, Skeleton};
use crate::{Error, key};

/// Forms of one write that are put together from the forms of its parts, at most.
const FORMS: usize = 256;

/// What is left of one write.
#[derive(Debug, Clone, Default)]
pub(super) struct Salvaged {
    pub(super) skeleton: Option<Skeleton>,
    pub(super) events: Vec<Event>,
    pub(super) state: Left,
}

impl Salvaged {
    const fn all(skeleton: Option<Skeleton>, events: Vec<Event>) -> Self {
        let state = if skeleton.is_some() { Left::Whole } else { Left::WithoutSkeleton };
        Self { skeleton, events, state }
    }
}

/// How much is left of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Left {
    /// Every event.
    Whole,
    /// Every event, but not when it was written, nor its place in the chain.
    WithoutSkeleton,
    /// Some events.
    Part,
    /// Nothing.
    #[default]
    Nothing,
}

/// The ledger, as far as it can be believed.
pub(super) struct Chosen<'f> {
    found: &'f Found,
    skeletons: BTreeMap<u64, Skeleton>,
    /// The hash that each emptied body must have: what the last erasure says that could be read.
    rewritten: BTreeMap<u64, Hash>,
    /// The last write there was.
    pub(super) last: u64,
    /// Writes after the last one that was acknowledged for certain, of which something is there and not all: they were
    /// under way when the program ended.
    pub(super) unfinished: Vec<Sequence>,
}

impl<'f> Chosen<'f> {
    /// `head` is what the second head says, if it can be read.
    pub(super) fn new(found: &'f Found, head: Option<ledger::Head>) -> Result<Self, Error> {
        let known = [
            found.skeletons.keys().next_back().copied(),
            found.bodies.keys().next_back().copied(),
            head.map(|(sequence, _)| sequence.get()),
        ];
        let last = known.into_iter().flatten().max().unwrap_or(0);
        let (skeletons, rewritten) = (skeletons(found, last), BTreeMap::new());
        let mut chosen = Self { found, skeletons, rewritten, last, unfinished: Vec::new() };
        chosen.rewritten = chosen.receipts()?;
        chosen.leave_unfinished(head)?;
        Ok(chosen)
    }

    fn leave_unfinished(&mut self, head: Option<ledger::Head>) -> Result<(), Error> {
        let Some((acknowledged, _)) = head else { return Ok(()) };
        while self.last > acknowledged.get() && self.write(self.last)?.state != Left::Whole {
            self.unfinished.push(Sequence::new(self.last));
            self.last -= 1;
        }
        Ok(())
    }

    /// When a write was written, as its skeleton says.
    pub(super) fn at(&self, sequence: u64) -> Option<Timestamp> {
        self.skeletons.get(&sequence).map(|skeleton| skeleton.at)
    }

    /// What erasures say of the bodies they wrote anew; of several the last.
    fn receipts(&self) -> Result<BTreeMap<u64, Hash>, Error> {
        let mut rewritten = BTreeMap::new();
        for parts in self.found.bodies.values() {
            for place in parts.values().flatten() {
                let Some(events) = self.events(0, 0, *place)? else { continue };
                for event in events {
                    if let Event::Erased(erasure) = event {
                        rewritten.extend(erasure.rewritten.iter().map(|(at, hash)| (at.get(), Hash(*hash))));
                    }
                }
            }
        }
        Ok(rewritten)
    }

    /// What is left of a write.
    pub(super) fn write(&self, sequence: u64) -> Result<Salvaged, Error> {
        let skeleton = self.skeletons.get(&sequence).cloned();
        let no_parts = BTreeMap::new();
        let parts = self.found.bodies.get(&sequence).unwrap_or(&no_parts);
        let said = self.rewritten.get(&sequence).copied();
        if said.is_none() && parts.values().any(|forms| forms.len() > 1) {
            let emptied = self.emptied(sequence, skeleton.as_ref(), parts)?;
            if let Some(events) = emptied {
                return Ok(Salvaged::all(skeleton, events));
            }
        }
        if let Some(hash) = said.or(skeleton.as_ref().map(|skeleton| skeleton.body))
            && let Some(events) = self.form(sequence, parts, |body, _| body == hash)?
        {
            return Ok(Salvaged::all(skeleton, events));
        }
        if said.is_some() {
            return Ok(Salvaged { skeleton, ..Salvaged::default() });
        }
        self.unvouched(sequence, skeleton, parts)
    }

    /// A body that no hash vouches for: one that an erasure emptied whose receipt is lost, or what parts there are.
    fn unvouched(
        &self,
        sequence: u64,
        skeleton: Option<Skeleton>,
        parts: &BTreeMap<u64, Vec<Place>>,
    ) -> Result<Salvaged, Error> {
        if let Some(events) = self.emptied(sequence, skeleton.as_ref(), parts)? {
            return Ok(Salvaged::all(skeleton, events));
        }
        let count = skeleton.as_ref().map(|skeleton| skeleton.count);
        let (events, is_torn) = self.what_parts_say(sequence, parts)?;
        let is_whole = count.map_or(!is_torn, |count| count == events.len() as u64);
        let state = match (events.is_empty(), &skeleton) {
            (true, _) => Left::Nothing,
            (false, None) if is_whole => Left::WithoutSkeleton,
            // Every event is there, and they are not those it was written with: an attempt that was never committed.
            (false, Some(_)) if is_whole => return Ok(Salvaged { skeleton, ..Salvaged::default() }),
            (false, _) => Left::Part,
        };
        Ok(Salvaged { skeleton, events, state })
    }

    /// The form of a body that an erasure left. It is later than the one it was written with, also if the receipt is lost.
    fn emptied(
        &self,
        sequence: u64,
        skeleton: Option<&Skeleton>,
        parts: &BTreeMap<u64, Vec<Place>>,
    ) -> Result<Option<Vec<Event>>, Error> {
        self.form(sequence, parts, |_, events| {
            skeleton.is_none_or(|skeleton| skeleton.count == events.len() as u64) && events.iter().any(says_erased)
        })
    }

    /// The events of the parts that stand in one form only, and whether any part is missing before the last.
    fn what_parts_say(&self, sequence: u64, parts: &BTreeMap<u64, Vec<Place>>) -> Result<(Vec<Event>, bool), Error> {
        let (mut events, mut is_torn) = (Vec::new(), false);
        for (expected, (part, forms)) in (0..).zip(parts) {
            is_torn |= expected != *part;
            let said = match forms.as_slice() {
                [only] => self.events(sequence, *part, *only)?,
                _ => None,
            };
            is_torn |= said.is_none();
            events.extend(said.into_iter().flatten());
        }
        Ok((events, is_torn))
    }

    /// The first form of a body, its parts from the first on, that is taken.
    fn form(
        &self,
        sequence: u64,
        parts: &BTreeMap<u64, Vec<Place>>,
        takes: impl Fn(Hash, &[Event]) -> bool,
    ) -> Result<Option<Vec<Event>>, Error> {
        if parts.is_empty() || !parts.keys().copied().eq(0..parts.len() as u64) {
            return Ok(takes(Hash(*blake3::hash(&[]).as_bytes()), &[]).then(Vec::new).filter(|_| parts.is_empty()));
        }
        let n_forms = parts.values().map(Vec::len).fold(1, usize::saturating_mul);
        for form in 0..n_forms.min(FORMS) {
            if let Some((hash, events)) = self.put_together(sequence, parts, form)?
                && takes(hash, &events)
            {
                return Ok(Some(events));
            }
        }
        Ok(None)
    }

    /// The form of this number: in each part's forms it counts like a digit.
    fn put_together(
        &self,
        sequence: u64,
        parts: &BTreeMap<u64, Vec<Place>>,
        mut form: usize,
    ) -> Result<Option<(Hash, Vec<Event>)>, Error> {
        let (mut hasher, mut events) = (blake3::Hasher::new(), Vec::new());
        for (part, forms) in parts {
            let Some(place) = forms.get(form % forms.len()) else { return Ok(None) };
            form /= forms.len();
            let body = self.found.body(*place)?;
            hasher.update(&body);
            if ledger::decode(&key::pair(sequence, *part), &body, &mut events).is_err() {
                return Ok(None);
            }
        }
        Ok(Some((Hash(*hasher.finalize().as_bytes()), events)))
    }

    /// The events of a part; `None` if it holds none that this program knows.
    fn events(&self, sequence: u64, part: u64, place: Place) -> Result<Option<Vec<Event>>, Error> {
        let (body, mut events) = (self.found.body(place)?, Vec::new());
        let decoded = ledger::decode(&key::pair(sequence, part), &body, &mut events);
        Ok(decoded.is_ok().then_some(events))
    }
}

/// Of each write the skeleton that follows the one before, or that the next one follows.
fn skeletons(found: &Found, last: u64) -> BTreeMap<u64, Skeleton> {
    let mut chosen: BTreeMap<u64, Skeleton> = BTreeMap::new();
    for sequence in 1..=last {
        let before = match sequence.checked_sub(1) {
            Some(0) => Some(ledger::START.1),
            Some(number) => chosen.get(&number).map(|skeleton| skeleton.chain),
            None => None,
        };
        let forms = found.skeletons.get(&sequence).into_iter().flatten();
        let worth = |form: &Skeleton| {
            let follows = before.is_some_and(|chain| follows(form, chain, sequence));
            (follows, leads(found, form, sequence))
        };
        if let Some(best) = forms.max_by_key(|form| worth(form)) {
            chosen.insert(sequence, best.clone());
        }
    }
    chosen
}

fn follows(skeleton: &Skeleton, before: Hash, sequence: u64) -> bool {
    skeleton.expected_chain(before, Sequence::new(sequence)) == skeleton.chain
}

/// Whether some form of the next write follows this one.
fn leads(found: &Found, form: &Skeleton, sequence: u64) -> bool {
    let mut next = found.skeletons.get(&(sequence + 1)).into_iter().flatten();
    next.any(|next| follows(next, form.chain, sequence + 1))
}

/// Whether an event is what an erasure left of it.
#[expect(clippy::wildcard_enum_match_arm, reason = "what else there is has no emptied form")]
pub(super) fn says_erased(event: &Event) -> bool {
    match event {
        Event::MessageAppended { message } => message.erased,
        Event::EntityAdded { entity } => entity.erased,
        Event::RelationAdded { relation } => relation.erased,
        Event::MemoryRemembered { memory } => memory.state == State::Erased,
        Event::Logged(Logged::Observed { observation }) => observation.erased,
        Event::Logged(Logged::ProfileStated { fact }) => fact.erased,
        Event::Logged(Logged::ItemAdded { item }) => item.erased,
        Event::Logged(Logged::PageWritten { page }) => page.erased,
        Event::Reviewed(Reviewed::Queued { review }) => review.erased,
        Event::EvidenceAdded { evidence, .. } => evidence.is_empty(),
        Event::Mentioned { entities, .. } => entities.is_empty(),
        Event::TopicsJoined { topics, .. } => topics.is_empty(),
        Event::EntityAliased { aliases, .. } => aliases.is_empty(),
        Event::Answered(answered) => answered.answer.is_empty() && answered.request == [0; 32],
        _ => false,
    }
}
