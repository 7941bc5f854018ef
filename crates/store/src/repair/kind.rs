//! The kinds of records that have numbers, and what stands where one was lost: its number, and no word.

use hupo_types::{
    About, Basis, Care, DocId, Entity, EntityId, EntityKind, Event, Evidence, Interval, Kind as MemoryKind, Logged,
    Memory, MemoryId, Message, MessageId, NewMemory, Observation, ObservationId, ObservationType, Page, PageId,
    PageKind, ProfileFact, ProfileFactId, Proposal, ProposalId, Relation, RelationId, Review, Reviewed, Role, Scope,
    SemanticKey, Standing, State, TemporalItem, TemporalItemId, TemporalKind, Timestamp, Topic, TopicId, Visibility,
};

use crate::erase::Gone;

/// A kind of record; in the order of [`crate::totals::Totals::numbers`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Message,
    Memory,
    Entity,
    Relation,
    Topic,
    Observation,
    ProfileFact,
    TemporalItem,
    Page,
    Review,
}

impl Kind {
    /// What others are made of comes first.
    pub(super) const ALL: [Self; 10] = [
        Self::Message,
        Self::Entity,
        Self::Topic,
        Self::Memory,
        Self::Relation,
        Self::Observation,
        Self::ProfileFact,
        Self::TemporalItem,
        Self::Page,
        Self::Review,
    ];

    /// Its place among the counts.
    pub(super) const fn place(self) -> usize {
        self as usize
    }
}

/// The record an event makes, if it makes one.
#[expect(clippy::wildcard_enum_match_arm, reason = "of all events only these make a record with a number")]
pub(super) fn numbered(event: &Event) -> Option<(Kind, u64)> {
    Some(match event {
        Event::MessageAppended { message } => (Kind::Message, message.id.get()),
        Event::MemoryRemembered { memory } => (Kind::Memory, memory.id.get()),
        Event::EntityAdded { entity } => (Kind::Entity, entity.id.get()),
        Event::RelationAdded { relation } => (Kind::Relation, relation.id.get()),
        Event::TopicAdded { topic } => (Kind::Topic, topic.id.get()),
        Event::Logged(Logged::Observed { observation }) => (Kind::Observation, observation.id.get()),
        Event::Logged(Logged::ProfileStated { fact }) => (Kind::ProfileFact, fact.id.get()),
        Event::Logged(Logged::ItemAdded { item }) => (Kind::TemporalItem, item.id.get()),
        Event::Logged(Logged::PageWritten { page }) => (Kind::Page, page.id.get()),
        Event::Reviewed(Reviewed::Queued { review }) => (Kind::Review, review.id.get()),
        _ => return None,
    })
}

/// Records an event names as there already.
#[expect(clippy::wildcard_enum_match_arm, reason = "what the others name is looked for when they are applied")]
pub(super) fn named(event: &Event) -> Vec<(Kind, u64)> {
    let quoted = |evidence: &[Evidence]| evidence.iter().map(|one| (Kind::Message, one.message.get())).collect();
    match event {
        Event::RelationAdded { relation } => {
            let mut named: Vec<_> = quoted(&relation.evidence);
            named.extend([relation.from, relation.to].map(|end| (Kind::Entity, end.get())));
            named
        }
        Event::MemoryRemembered { memory } => quoted(&memory.evidence),
        Event::EvidenceAdded { memory, evidence } => {
            let mut named: Vec<_> = quoted(evidence);
            named.push((Kind::Memory, memory.get()));
            named
        }
        Event::Mentioned { doc, entities } => {
            let mut named: Vec<_> = entities.iter().map(|entity| (Kind::Entity, entity.get())).collect();
            named.push(document(*doc));
            named
        }
        Event::TopicsJoined { memory, topics } => {
            let mut named: Vec<_> = topics.iter().map(|topic| (Kind::Topic, topic.get())).collect();
            named.push((Kind::Memory, memory.get()));
            named
        }
        Event::Embedded { doc, .. } => vec![document(*doc)],
        Event::MemorySuperseded { old, new, .. } => [old, new].map(|one| (Kind::Memory, one.get())).to_vec(),
        Event::EntitiesMerged { keep, merged } => [keep, merged].map(|one| (Kind::Entity, one.get())).to_vec(),
        Event::Logged(Logged::Observed { observation }) => quoted(&observation.evidence),
        Event::Logged(Logged::ProfileStated { fact }) => quoted(&fact.evidence),
        Event::Logged(Logged::ItemAdded { item }) => quoted(&item.evidence),
        Event::Logged(Logged::ItemClosed { item, closing }) => {
            let mut named: Vec<_> = quoted(&closing.evidence);
            named.push((Kind::TemporalItem, item.get()));
            named
        }
        Event::Logged(Logged::PageWritten { page }) => vec![(Kind::Message, page.from.max(page.to).get())],
        Event::Reviewed(Reviewed::Decided { proposal, .. }) => vec![(Kind::Review, proposal.get())],
        _ => Vec::new(),
    }
}

const fn document(doc: DocId) -> (Kind, u64) {
    match doc {
        DocId::Message(id) => (Kind::Message, id.get()),
        DocId::Memory(id) => (Kind::Memory, id.get()),
    }
}

/// Notes a record as gone. A topic is none of what an erasure takes.
pub(super) fn goes(gone: &mut Gone, kind: Kind, number: u64) {
    match kind {
        Kind::Message => _ = gone.messages.insert(MessageId::new(number)),
        Kind::Memory => _ = gone.memories.insert(MemoryId::new(number)),
        Kind::Entity => _ = gone.entities.insert(EntityId::new(number)),
        Kind::Relation => _ = gone.relations.insert(RelationId::new(number)),
        Kind::Observation => _ = gone.observations.insert(ObservationId::new(number)),
        Kind::ProfileFact => _ = gone.profile_facts.insert(ProfileFactId::new(number)),
        Kind::TemporalItem => _ = gone.temporal_items.insert(TemporalItemId::new(number)),
        Kind::Page => _ = gone.pages.insert(PageId::new(number)),
        Kind::Review => _ = gone.proposals.insert(ProposalId::new(number)),
        Kind::Topic => {}
    }
}

/// The event that keeps a lost record's number: the record as an erasure would have left it.
pub(super) fn lost(kind: Kind, number: u64, at: Timestamp) -> Event {
    match kind {
        Kind::Message => Event::MessageAppended { message: message(MessageId::new(number), at) },
        Kind::Memory => Event::MemoryRemembered { memory: memory(MemoryId::new(number), at) },
        Kind::Entity => Event::EntityAdded { entity: entity(EntityId::new(number), at) },
        Kind::Relation => Event::RelationAdded { relation: relation(RelationId::new(number), at) },
        Kind::Topic => Event::TopicAdded { topic: topic(TopicId::new(number), at) },
        Kind::Observation => Event::Logged(Logged::Observed { observation: observation(number, at) }),
        Kind::ProfileFact => Event::Logged(Logged::ProfileStated { fact: fact(number, at) }),
        Kind::TemporalItem => Event::Logged(Logged::ItemAdded { item: item(number, at) }),
        Kind::Page => Event::Logged(Logged::PageWritten { page: page(number, at) }),
        Kind::Review => Event::Reviewed(Reviewed::Queued { review: review(number, at) }),
    }
}

const fn message(id: MessageId, recorded_at: Timestamp) -> Message {
    Message {
        id,
        external_id: None,
        role: Role::User,
        speaker: None,
        text: String::new(),
        time: None,
        session: None,
        contact: None,
        channel: None,
        title: None,
        people: Vec::new(),
        previous: None,
        recorded_at,
        erased: true,
    }
}

fn memory(id: MemoryId, recorded_at: Timestamp) -> Memory {
    Memory {
        id,
        external_id: None,
        kind: MemoryKind::Fact,
        scope: Scope::User,
        key: SemanticKey::default(),
        text: String::new(),
        summary: None,
        importance: 1,
        valence: 0.0,
        arousal: 0.0,
        standing: Standing::default(),
        state: State::Erased,
        evidence: Vec::new(),
        recorded_at,
        valid: Interval::default(),
        supersedes: None,
        superseded_by: None,
        superseded_at: None,
        covers: Vec::new(),
        care: Care::default(),
    }
}

fn entity(id: EntityId, recorded_at: Timestamp) -> Entity {
    let (name, aliases) = (String::new(), Vec::new());
    Entity { id, name, kind: EntityKind::Concept, aliases, recorded_at, merged_into: None, erased: true }
}

/// It leads from nowhere to nowhere that matters; where there is a relation, there is a first entity.
fn relation(id: RelationId, recorded_at: Timestamp) -> Relation {
    let end = EntityId::new(1);
    Relation {
        id,
        from: end,
        predicate: String::new(),
        to: end,
        evidence: Vec::new(),
        valid: Interval::default(),
        recorded_at,
        superseded_by: None,
        erased: true,
    }
}

/// Topics have no emptied form, and their names are theirs alone.
fn topic(id: TopicId, recorded_at: Timestamp) -> Topic {
    Topic { id, name: format!("(lost topic {id})"), about: String::new(), recorded_at }
}

const fn observation(number: u64, at: Timestamp) -> Observation {
    Observation {
        id: ObservationId::new(number),
        kind: ObservationType::Context,
        about: About::User,
        subject: String::new(),
        value: String::new(),
        evidence: Vec::new(),
        source: Basis::Inferred,
        confidence: 0.0,
        observed_at: at,
        recorded_at: at,
        erased: true,
    }
}

const fn fact(number: u64, recorded_at: Timestamp) -> ProfileFact {
    ProfileFact {
        id: ProfileFactId::new(number),
        about: About::User,
        attribute: String::new(),
        value: String::new(),
        visibility: Visibility::Private,
        evidence: Vec::new(),
        recorded_at,
        supersedes: None,
        superseded_by: None,
        erased: true,
    }
}

const fn item(number: u64, recorded_at: Timestamp) -> TemporalItem {
    TemporalItem {
        id: TemporalItemId::new(number),
        kind: TemporalKind::OpenThread,
        about: About::User,
        text: String::new(),
        starts: None,
        ends: None,
        entities: Vec::new(),
        evidence: Vec::new(),
        closing: None,
        recorded_at,
        erased: true,
    }
}

/// About the first message, which there is where there is a page.
const fn page(number: u64, recorded_at: Timestamp) -> Page {
    let (kind, first) = (PageKind::Diary, MessageId::new(1));
    Page { id: PageId::new(number), kind, text: String::new(), from: first, to: first, recorded_at, erased: true }
}

fn review(number: u64, queued_at: Timestamp) -> Review {
    let nothing = NewMemory::new(MemoryKind::Fact, Scope::Companion, String::new(), Vec::new());
    Review {
        id: ProposalId::new(number),
        proposal: Proposal::Memory(Box::new(nothing)),
        proposer: None,
        waiting: Vec::new(),
        conflicts: Vec::new(),
        queued_at,
        decision: None,
        erased: true,
    }
}
