//! The catalog: what recall must know of every document to say whether it may be returned.

use crate::question::{Filter, Question};
use hupo_types::{
    Care, Cared, Change, DocId, DocKind, DocSet, Erasure, Event, Interval, Kind, MemoryId, ModelIdentity, Role,
    Sequence, State, Timestamp,
};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// What is known of one document.
#[derive(Debug, Clone)]
pub struct Facts {
    /// Where it is in its life; messages are active or erased.
    pub state: State,
    /// A memory's kind.
    pub kind: Option<Kind>,
    /// When it was said, or the fact began.
    pub time: Option<Timestamp>,
    /// When it holds; always, for a message.
    pub valid: Interval,
    /// When the space learned of it.
    pub recorded_at: Timestamp,
    /// When a correction took its place.
    pub superseded_at: Option<Timestamp>,
    /// The memory that took its place.
    pub superseded_by: Option<MemoryId>,
    /// A message's speaker, folded.
    pub speaker: Option<Arc<str>>,
    /// A memory's importance; 0 for messages.
    pub importance: u8,
    /// What use and time have made of a memory; `None` while nothing has happened to it.
    pub care: Option<Box<Tended>>,
}

/// What care says of a memory that recall asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tended {
    /// Since when it is archived or folded.
    pub since: Option<Timestamp>,
    /// The topic summary that stands for it.
    pub folded_into: Option<MemoryId>,
    /// When it was last used or brought back.
    pub used_at: Option<Timestamp>,
}

impl Facts {
    /// The topic summary that stood for it at a moment; now, if none is given.
    fn stand_in(&self, as_of: Option<Timestamp>) -> Option<DocId> {
        let care = self.care.as_ref().filter(|_| self.state == State::Folded)?;
        let summary = care.folded_into.map(DocId::Memory);
        summary.filter(|_| !self.was_open(as_of))
    }

    /// Whether at the moment asked about it was neither archived nor folded yet. Only the last time is known: what was
    /// brought back since counts as never gone.
    fn was_open(&self, as_of: Option<Timestamp>) -> bool {
        let since = self.care.as_ref().and_then(|care| care.since);
        matches!((as_of, since), (Some(as_of), Some(since)) if since > as_of)
    }

    /// When a memory was last used or brought back, or else became known: where its temperature counts from.
    pub(crate) fn clock(&self) -> Timestamp {
        self.care.as_ref().and_then(|care| care.used_at).unwrap_or(self.recorded_at)
    }
}

/// Why a document may not be returned for a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Barrier {
    /// The space has no such document (or it is a system line, which is never a result).
    Unknown,
    /// The question is put to other documents.
    OutOfScope,
    /// A correction took its place.
    Superseded,
    /// It went cold.
    Archived,
    /// It was emptied on request.
    Erased,
    /// The space learned of it after the moment asked about.
    NotYetKnown,
    /// The filter leaves it out.
    Filtered,
}

/// Facts of every document of one space.
#[derive(Debug)]
pub struct Catalog {
    facts: HashMap<DocId, Facts>,
    /// What a question finds that asks for nothing special: what is active, and what a summary stands for.
    open: DocSet,
    /// The memories of each kind, whatever became of them.
    by_kind: BTreeMap<Kind, DocSet>,
    /// The folded form of every speaker's name.
    speakers: HashMap<String, Arc<str>>,
    model: Option<ModelIdentity>,
    applied: Sequence,
}

impl Default for Catalog {
    fn default() -> Self {
        Self {
            facts: HashMap::new(),
            open: DocSet::new(),
            by_kind: BTreeMap::new(),
            speakers: HashMap::new(),
            model: None,
            applied: Sequence::ZERO,
        }
    }
}

impl Catalog {
    /// The write it has come to.
    pub fn applied(&self) -> Sequence {
        self.applied
    }

    /// The model whose vectors the space has; `None` before the first vector.
    pub fn model(&self) -> Option<&ModelIdentity> {
        self.model.as_ref()
    }

    /// How many documents it knows.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// What it knows of a document.
    pub fn facts(&self, doc: DocId) -> Option<&Facts> {
        self.facts.get(&doc)
    }

    /// Takes in a write. Doing it again changes nothing.
    pub fn apply(&mut self, change: &Change) {
        for event in change.events.iter() {
            self.apply_event(event);
        }
        for document in &change.documents {
            if let Some(facts) = self.facts.get_mut(&document.id) {
                facts.time = document.time;
            }
        }
        self.applied = self.applied.max(change.sequence);
    }

    #[expect(
        clippy::match_same_arms,
        reason = "events that make or move no document are named, so a new one is noticed"
    )]
    fn apply_event(&mut self, event: &Event) {
        match event {
            Event::MessageAppended { message } if message.role != Role::System => {
                let speaker = message.speaker.as_deref().map(|name| self.speaker(name));
                let facts = Facts {
                    state: if message.erased { State::Erased } else { State::Active },
                    kind: None,
                    time: message.time,
                    valid: Interval::default(),
                    recorded_at: message.recorded_at,
                    superseded_at: None,
                    superseded_by: None,
                    speaker,
                    importance: 0,
                    care: None,
                };
                self.insert(DocId::Message(message.id), facts);
            }
            Event::MemoryRemembered { memory } => {
                let facts = Facts {
                    state: memory.state,
                    kind: Some(memory.kind),
                    time: memory.valid.from,
                    valid: memory.valid,
                    recorded_at: memory.recorded_at,
                    superseded_at: memory.superseded_at,
                    superseded_by: memory.superseded_by,
                    speaker: None,
                    importance: memory.importance,
                    care: tended(&memory.care),
                };
                self.insert(DocId::Memory(memory.id), facts);
            }
            Event::MemorySuperseded { old, new, at } => self.supersede(*old, *new, *at),
            Event::EmbedderChosen { model } => self.model = Some(model.clone()),
            Event::MessageAppended { .. } => {}
            Event::SpaceCreated { .. }
            | Event::EntityAdded { .. }
            | Event::EntityAliased { .. }
            | Event::RelationAdded { .. }
            | Event::TopicAdded { .. }
            | Event::EvidenceAdded { .. }
            | Event::Mentioned { .. }
            | Event::TopicsJoined { .. }
            | Event::Embedded { .. }
            | Event::StandingSet { .. }
            | Event::RelationSuperseded { .. }
            | Event::EntitiesMerged { .. }
            | Event::EntitySplit { .. }
            | Event::Logged(_)
            | Event::Reviewed(_)
            | Event::Promoted(_)
            | Event::Answered(_) => {}
            Event::Cared(cared) => self.tend(cared),
            Event::Erased(erasure) => self.erase(erasure),
        }
    }

    fn insert(&mut self, doc: DocId, facts: Facts) {
        let Entry::Vacant(place) = self.facts.entry(doc) else { return };
        if let Some(kind) = facts.kind {
            self.by_kind.entry(kind).or_default().insert(doc);
        }
        if is_open(place.insert(facts).state) {
            self.open.insert(doc);
        }
    }

    fn supersede(&mut self, old: MemoryId, new: MemoryId, at: Timestamp) {
        let doc = DocId::Memory(old);
        if let Some(facts) = self.facts.get_mut(&doc) {
            if facts.state != State::Superseded {
                facts.superseded_at = Some(at);
            }
            facts.state = State::Superseded;
            facts.superseded_by = Some(new);
            self.open.remove(doc);
        }
    }

    fn erase(&mut self, erasure: &Erasure) {
        let messages = erasure.messages.iter().map(|id| DocId::Message(*id));
        for doc in messages.chain(erasure.memories.iter().map(|id| DocId::Memory(*id))) {
            if let Some(facts) = self.facts.get_mut(&doc) {
                facts.state = State::Erased;
                facts.speaker = None;
            }
            self.open.remove(doc);
        }
        self.speakers.retain(|_, name| Arc::strong_count(name) > 1);
    }

    /// One shared copy of a speaker's folded name.
    fn speaker(&mut self, name: &str) -> Arc<str> {
        if let Some(folded) = self.speakers.get(name) {
            return folded.clone();
        }
        let folded: Arc<str> = hupo_text::fold_str(name).into();
        self.speakers.insert(name.to_owned(), folded.clone());
        folded
    }

    /// Every document that may be returned for a question. `members` decides about entities and topics.
    pub fn allowed(&self, question: &Question, members: Option<&DocSet>) -> DocSet {
        if members.is_none() && asks_for_kinds_at_most(question) {
            return self.open_of_kinds(question);
        }
        let judge = Judge::new(question, members);
        let passes = |doc: &DocId| self.facts.get(doc).is_some_and(|facts| judge.barrier(*doc, facts).is_none());
        let kinds = &question.filter.kinds;
        match members {
            Some(members) => members.iter().filter(passes).collect(),
            None if kinds.is_empty() => self.facts.keys().copied().filter(passes).collect(),
            None => {
                kinds.iter().filter_map(|kind| self.by_kind.get(kind)).flat_map(DocSet::iter).filter(passes).collect()
            }
        }
    }

    /// What keeps a document out of the answer to a question, if anything does.
    pub fn barrier(&self, question: &Question, members: Option<&DocSet>, doc: DocId) -> Option<Barrier> {
        match self.facts.get(&doc) {
            Some(facts) => Judge::new(question, members).barrier(doc, facts),
            None => Some(Barrier::Unknown),
        }
    }

    /// The topic summary that answers in a document's place, if one stands for it and may answer the question itself.
    pub(crate) fn stand_in(&self, question: &Question, allowed: &DocSet, doc: DocId) -> Option<DocId> {
        let summary = self.facts.get(&doc)?.stand_in(question.as_of)?;
        (!question.include.folded && allowed.contains(summary)).then_some(summary)
    }

    /// What is open of the kinds asked for, bitmap by bitmap; of every kind if none is.
    fn open_of_kinds(&self, question: &Question) -> DocSet {
        let mut open = self.open_in(question);
        let kinds = &question.filter.kinds;
        if !kinds.is_empty() {
            let mut wanted = DocSet::new();
            kinds.iter().filter_map(|kind| self.by_kind.get(kind)).for_each(|of_kind| wanted.add_all(of_kind));
            open.keep_all(&wanted);
        }
        open
    }

    fn open_in(&self, question: &Question) -> DocSet {
        use crate::SearchScope::{Both, Memories, Transcript};
        match question.scope {
            Memories => self.open.only(DocKind::Memory),
            Transcript => self.open.only(DocKind::Message),
            Both => self.open.clone(),
        }
    }
}

/// What care happens to memories.
impl Catalog {
    fn tend(&mut self, cared: &Cared) {
        match cared {
            Cared::Used { memories, at, .. } => memories.iter().for_each(|id| self.used(*id, *at)),
            Cared::Archived { memories, at } => {
                let care = Tended { since: Some(*at), ..Tended::default() };
                memories.iter().for_each(|id| self.moved(*id, State::Archived, &care));
            }
            Cared::Folded { summary, members, at } => {
                let care = Tended { since: Some(*at), folded_into: Some(*summary), used_at: None };
                members.iter().for_each(|id| self.moved(*id, State::Folded, &care));
            }
            Cared::Restored { memories, at } => memories.iter().for_each(|id| self.came_back(*id, *at)),
            Cared::Withdrawn { summary, members, at } => {
                self.withdraw(*summary, *at);
                members.iter().for_each(|id| self.came_back(*id, *at));
            }
        }
    }

    fn used(&mut self, id: MemoryId, at: Timestamp) {
        if let Some(facts) = self.facts.get_mut(&DocId::Memory(id)) {
            let care = facts.care.get_or_insert_default();
            care.used_at = care.used_at.max(Some(at));
        }
    }

    /// A memory is in another place of its life from here on. What was erased stays so.
    fn moved(&mut self, id: MemoryId, state: State, care: &Tended) {
        let doc = DocId::Memory(id);
        let Some(facts) = self.facts.get_mut(&doc).filter(|facts| facts.state != State::Erased) else { return };
        facts.state = state;
        let used_at = facts.care.as_ref().and_then(|before| before.used_at).max(care.used_at);
        facts.care = Some(Box::new(Tended { used_at, ..care.clone() }));
        if is_open(state) {
            self.open.insert(doc);
        } else {
            self.open.remove(doc);
        }
    }

    fn came_back(&mut self, id: MemoryId, at: Timestamp) {
        self.moved(id, State::Active, &Tended { used_at: Some(at), ..Tended::default() });
    }

    fn withdraw(&mut self, summary: MemoryId, at: Timestamp) {
        let doc = DocId::Memory(summary);
        if let Some(facts) = self.facts.get_mut(&doc).filter(|facts| facts.state != State::Erased) {
            facts.state = State::Superseded;
            facts.superseded_at = Some(at);
            self.open.remove(doc);
        }
    }
}

/// Whether recall finds a memory of this state when nothing special is asked for.
const fn is_open(state: State) -> bool {
    match state {
        State::Active | State::Folded => true,
        State::Superseded | State::Archived | State::Erased => false,
    }
}

fn tended(care: &Care) -> Option<Box<Tended>> {
    let since = care.archived_at.or(care.folded_at);
    let used_at = care.last_used_at.max(care.restored_at);
    let tended = Tended { since, folded_into: care.folded_into, used_at };
    (tended != Tended::default()).then(|| Box::new(tended))
}

fn asks_for_kinds_at_most(question: &Question) -> bool {
    let include = question.include;
    let kinds_aside = Filter { kinds: Vec::new(), ..question.filter.clone() };
    kinds_aside == Filter::default()
        && question.as_of.is_none()
        && !(include.archived || include.superseded || include.folded)
}

/// A question's conditions, prepared once for many documents.
struct Judge<'a> {
    question: &'a Question,
    speakers: Vec<String>,
    members: Option<&'a DocSet>,
}

impl<'a> Judge<'a> {
    fn new(question: &'a Question, members: Option<&'a DocSet>) -> Self {
        let speakers = question.filter.speakers.iter().map(|name| hupo_text::fold_str(name)).collect();
        Self { question, speakers, members }
    }

    fn barrier(&self, doc: DocId, facts: &Facts) -> Option<Barrier> {
        if !self.question.scope.includes(doc.kind()) {
            return Some(Barrier::OutOfScope);
        }
        if self.question.as_of.is_some_and(|as_of| facts.recorded_at > as_of) {
            return Some(Barrier::NotYetKnown);
        }
        self.state_barrier(facts).or_else(|| (!self.passes_filter(doc, facts)).then_some(Barrier::Filtered))
    }

    fn state_barrier(&self, facts: &Facts) -> Option<Barrier> {
        let include = self.question.include;
        match facts.state {
            State::Active => None,
            State::Superseded => (!include.superseded && !self.held_then(facts)).then_some(Barrier::Superseded),
            State::Archived => (!include.archived && !facts.was_open(self.question.as_of)).then_some(Barrier::Archived),
            // It is found like any other; whether it answers itself is decided when the answers are chosen.
            State::Folded => None,
            State::Erased => Some(Barrier::Erased),
        }
    }

    /// At the moment asked about, the correction had not come yet.
    fn held_then(&self, facts: &Facts) -> bool {
        matches!((self.question.as_of, facts.superseded_at), (Some(as_of), Some(at)) if at > as_of)
    }

    fn passes_filter(&self, doc: DocId, facts: &Facts) -> bool {
        let filter = &self.question.filter;
        let in_time = filter.time.is_none_or(|span| facts.time.is_some_and(|time| span.contains(time)));
        let of_kind = filter.kinds.is_empty() || facts.kind.is_some_and(|kind| filter.kinds.contains(&kind));
        let said_by = self.speakers.is_empty() || self.is_said_by_one(facts);
        let holds = filter.holds_at.is_none_or(|moment| facts.valid.contains(moment));
        in_time && of_kind && said_by && holds && self.members.is_none_or(|members| members.contains(doc))
    }

    fn is_said_by_one(&self, facts: &Facts) -> bool {
        facts.speaker.as_deref().is_some_and(|speaker| self.speakers.iter().any(|name| name == speaker))
    }
}

#[cfg(test)]
mod tests;
