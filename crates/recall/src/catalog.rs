//! The catalog: what recall must know of every document to say whether it may be returned.

use crate::question::{Filter, Question};
use hupo_types::{
    Change, DocId, DocKind, DocSet, Erasure, Event, Interval, Kind, MemoryId, ModelIdentity, Role, Sequence, State,
    Timestamp,
};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
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
    /// A topic summary stands for it.
    Folded,
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
    active: DocSet,
    speakers: HashMap<String, Arc<str>>,
    model: Option<ModelIdentity>,
    applied: Sequence,
}

impl Default for Catalog {
    fn default() -> Self {
        Self {
            facts: HashMap::new(),
            active: DocSet::new(),
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
            | Event::Cared(_)
            | Event::Answered(_) => {}
            Event::Erased(erasure) => self.erase(erasure),
        }
    }

    fn insert(&mut self, doc: DocId, facts: Facts) {
        let Entry::Vacant(place) = self.facts.entry(doc) else { return };
        if place.insert(facts).state == State::Active {
            self.active.insert(doc);
        }
    }

    fn supersede(&mut self, old: MemoryId, new: MemoryId, at: Timestamp) {
        let doc = DocId::Memory(old);
        if let Some(facts) = self.facts.get_mut(&doc) {
            facts.state = State::Superseded;
            facts.superseded_at = Some(at);
            facts.superseded_by = Some(new);
            self.active.remove(doc);
        }
    }

    fn erase(&mut self, erasure: &Erasure) {
        let messages = erasure.messages.iter().map(|id| DocId::Message(*id));
        for doc in messages.chain(erasure.memories.iter().map(|id| DocId::Memory(*id))) {
            if let Some(facts) = self.facts.get_mut(&doc) {
                facts.state = State::Erased;
                facts.speaker = None;
            }
            self.active.remove(doc);
        }
        self.speakers.retain(|_, name| Arc::strong_count(name) > 1);
    }

    /// One shared copy of a speaker's folded name.
    fn speaker(&mut self, name: &str) -> Arc<str> {
        let folded = hupo_text::fold_str(name);
        self.speakers.entry(folded).or_insert_with_key(|folded| Arc::from(folded.as_str())).clone()
    }

    /// Every document that may be returned for a question. `members` decides about entities and topics.
    pub fn allowed(&self, question: &Question, members: Option<&DocSet>) -> DocSet {
        if asks_nothing_special(question) && members.is_none() {
            return self.active_in(question);
        }
        let judge = Judge::new(question, members);
        self.facts.iter().filter(|(doc, facts)| judge.barrier(**doc, facts).is_none()).map(|(doc, _)| *doc).collect()
    }

    /// What keeps a document out of the answer to a question, if anything does.
    pub fn barrier(&self, question: &Question, members: Option<&DocSet>, doc: DocId) -> Option<Barrier> {
        match self.facts.get(&doc) {
            Some(facts) => Judge::new(question, members).barrier(doc, facts),
            None => Some(Barrier::Unknown),
        }
    }

    fn active_in(&self, question: &Question) -> DocSet {
        use crate::SearchScope::{Both, Memories, Transcript};
        match question.scope {
            Memories => self.active.only(DocKind::Memory),
            Transcript => self.active.only(DocKind::Message),
            Both => self.active.clone(),
        }
    }
}

fn asks_nothing_special(question: &Question) -> bool {
    let include = question.include;
    question.filter == Filter::default()
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
            State::Archived => (!include.archived).then_some(Barrier::Archived),
            State::Folded => (!include.folded).then_some(Barrier::Folded),
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
