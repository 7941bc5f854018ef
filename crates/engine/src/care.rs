//! Care seen from the door: counted, maintained, and what a reply shows of it.

use crate::once::{self, Asked};
use crate::space::Inner;
use crate::{Error, When, propose};
use hupo_memory::{Context, DetectedUse, Exchange, Maintenance, Temperature};
use hupo_store::{Read, Snapshot};
use hupo_types::{Kind, Memory, MemoryId, State, Terms, Timestamp, Topic, TopicId};
use serde::Serialize;
use std::collections::BTreeMap;

/// How many memories of a kind are how warm, and where; each is counted once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TemperatureCount {
    /// The kind.
    pub kind: Kind,
    /// In recall, and used at most a few days ago ([`Terms::hot_days`]).
    pub hot: u64,
    /// In recall, and used at most some weeks ago ([`Terms::warm_days`]).
    pub warm: u64,
    /// In recall, and not at its term yet.
    pub cool: u64,
    /// In recall until the next maintenance.
    pub cold: u64,
    /// Out of recall, until somebody looks.
    pub archived: u64,
    /// A topic summary stands for it.
    pub folded: u64,
}

impl TemperatureCount {
    const fn none(kind: Kind) -> Self {
        Self { kind, hot: 0, warm: 0, cool: 0, cold: 0, archived: 0, folded: 0 }
    }

    /// All of them.
    pub const fn total(&self) -> u64 {
        self.hot + self.warm + self.cool + self.cold + self.archived + self.folded
    }

    /// The place a memory is counted in; none if it does not hold any more.
    fn place(&mut self, memory: &Memory, terms: &Terms, now: Timestamp) -> Option<&mut u64> {
        match memory.state {
            State::Superseded | State::Erased => None,
            State::Archived => Some(&mut self.archived),
            State::Folded => Some(&mut self.folded),
            State::Active => Some(match hupo_memory::temperature(memory, terms, now)? {
                Temperature::Hot => &mut self.hot,
                Temperature::Warm => &mut self.warm,
                Temperature::Cool => &mut self.cool,
                Temperature::Cold => &mut self.cold,
            }),
        }
    }
}

/// A topic, and what belongs to it.
#[derive(Debug, Clone, PartialEq)]
pub struct TopicView {
    /// The topic.
    pub topic: Topic,
    /// The memories of it that hold, ascending; summaries are not among them.
    pub members: Vec<MemoryId>,
    /// The summaries of it that hold, ascending.
    pub summaries: Vec<MemoryId>,
}

/// Counts every memory that holds; see [`crate::Space::temperatures`].
pub(crate) fn temperatures(snapshot: &Snapshot, now: Timestamp) -> Result<Vec<TemperatureCount>, Error> {
    let terms = snapshot.rules()?.terms;
    let mut counts: BTreeMap<Kind, TemperatureCount> = BTreeMap::new();
    for number in 1..=snapshot.n_memories() {
        if let Some(memory) = Read::memory(snapshot, MemoryId::new(number))? {
            let count = counts.entry(memory.kind).or_insert_with(|| TemperatureCount::none(memory.kind));
            if let Some(place) = count.place(&memory, &terms, now) {
                *place += 1;
            }
        }
    }
    Ok(counts.into_values().filter(|count| count.total() > 0).collect())
}

/// The topics; see [`crate::Space::topics`].
pub(crate) fn topics(snapshot: &Snapshot) -> Result<Vec<TopicView>, Error> {
    let mut views = Vec::new();
    for number in 1..=snapshot.n_topics() {
        if let Some(topic) = Read::topic(snapshot, TopicId::new(number))? {
            views.push(topic_view(snapshot, topic)?);
        }
    }
    Ok(views)
}

fn topic_view(snapshot: &Snapshot, topic: Topic) -> Result<TopicView, Error> {
    let mut view = TopicView { members: Vec::new(), summaries: Vec::new(), topic };
    for id in snapshot.members(view.topic.id)? {
        match Read::memory(snapshot, id)?.filter(|memory| memory.state.holds()).map(|memory| memory.kind) {
            Some(Kind::TopicSummary) => view.summaries.push(id),
            Some(_) => view.members.push(id),
            None => {}
        }
    }
    Ok(view)
}

/// Runs maintenance inside one write; see [`crate::Space::maintain`].
pub(crate) fn maintain(inner: &Inner, dry_run: bool, when: When) -> Result<Maintenance, Error> {
    let now = when.now;
    if dry_run {
        return due(inner, now);
    }
    let zone = inner.zone.clone();
    let (_, (archived, refolded, withdrawn)) =
        once::transact(inner, Asked { verb: "maintain", when, dry_run }, move |txn| {
            let rules = txn.rules()?;
            let ctx = Context { rules: &rules, zone: &zone, now };
            let done = hupo_memory::maintain(txn, &ctx).map_err(propose::aborting)?;
            Ok((done.archived, done.refolded, done.withdrawn))
        })?;
    Ok(Maintenance { dry_run: false, archived, refolded, withdrawn, ..due(inner, now)? })
}

/// What a run would do now, and what comes after it.
fn due(inner: &Inner, now: Timestamp) -> Result<Maintenance, Error> {
    let snapshot = inner.snapshot()?;
    let rules = snapshot.rules()?;
    Ok(hupo_memory::maintenance(&snapshot, &Context { rules: &rules, zone: &inner.zone, now })?)
}

/// Reads a reply for what it used; see [`crate::Space::detect_used`].
pub(crate) fn detect_used(
    snapshot: &Snapshot,
    exchange: Exchange<'_>,
    ids: &[MemoryId],
) -> Result<Vec<DetectedUse>, Error> {
    let mut all = Vec::with_capacity(ids.len());
    for id in ids {
        all.extend(hupo_memory::offered(snapshot, *id)?);
    }
    Ok(hupo_memory::detect_used(exchange, &all))
}
