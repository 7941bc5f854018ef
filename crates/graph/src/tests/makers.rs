//! The only test code that knows how events are made.

use crate::{Hit, Index, Options};
use hupo_types::{
    Change, DocId, DocSet, Entity, EntityId, EntityKind, Event, Evidence, Interval, Kind, Memory, MemoryId, Message,
    MessageId, Purpose, Relation, RelationId, Role, Scope, SemanticKey, Sequence, Standing, State, Timestamp, Topic,
    TopicId,
};

pub(super) const NOW: Timestamp = Timestamp::from_ms(0);

pub(super) const fn msg(number: u64) -> DocId {
    DocId::Message(MessageId::new(number))
}

pub(super) const fn mem(number: u64) -> DocId {
    DocId::Memory(MemoryId::new(number))
}

pub(super) const fn ent(number: u64) -> EntityId {
    EntityId::new(number)
}

pub(super) fn change(sequence: u64, events: Vec<Event>) -> Change {
    Change { sequence: Sequence::new(sequence), events: events.into(), documents: Vec::new() }
}

/// An index with default options that holds the events.
pub(super) fn index(events: Vec<Event>) -> Index {
    index_with(Options::default(), events)
}

pub(super) fn index_with(options: Options, events: Vec<Event>) -> Index {
    let index = Index::new(options).unwrap();
    index.apply(&change(1, events)).unwrap();
    index
}

/// Messages and memories numbered up to a thousand.
pub(super) fn all() -> DocSet {
    (1..=1000).flat_map(|number| [msg(number), mem(number)]).collect()
}

pub(super) fn docs(hits: &[Hit]) -> Vec<DocId> {
    hits.iter().map(|hit| hit.doc).collect()
}

/// A path in one line: `小明 -sister- 小红 -mentions- msg-2`.
pub(super) fn way(hit: &Hit) -> String {
    let start = hit.path.first().map(|step| step.from.to_string()).unwrap_or_default();
    hit.path.iter().fold(start, |way, step| format!("{way} -{}- {}", step.edge, step.to))
}

pub(super) fn entity(number: u64, name: &str, aliases: &[&str]) -> Event {
    let aliases = aliases.iter().map(|alias| (*alias).to_owned()).collect();
    let (id, name, kind) = (ent(number), name.to_owned(), EntityKind::Person);
    Event::EntityAdded {
        entity: Entity { id, name, kind, aliases, recorded_at: NOW, merged_into: None, erased: false },
    }
}

pub(super) fn topic(number: u64, name: &str) -> Event {
    let (id, name, about) = (TopicId::new(number), name.to_owned(), String::new());
    Event::TopicAdded { topic: Topic { id, name, about, recorded_at: NOW } }
}

pub(super) fn relation(number: u64, from: u64, predicate: &str, to: u64) -> Event {
    relation_during(number, [from, to], predicate, Interval::default())
}

pub(super) fn relation_during(number: u64, ends: [u64; 2], predicate: &str, valid: Interval) -> Event {
    let [from, to] = ends.map(ent);
    let (id, predicate, evidence) = (RelationId::new(number), predicate.to_owned(), vec![quote(1)]);
    Event::RelationAdded {
        relation: Relation {
            id,
            from,
            predicate,
            to,
            evidence,
            valid,
            recorded_at: NOW,
            superseded_by: None,
            erased: false,
        },
    }
}

pub(super) fn message(number: u64, previous: Option<u64>) -> Event {
    message_of(number, previous, Role::User)
}

pub(super) fn message_of(number: u64, previous: Option<u64>, role: Role) -> Event {
    Event::MessageAppended {
        message: Message {
            id: MessageId::new(number),
            external_id: None,
            role,
            speaker: None,
            text: String::new(),
            time: None,
            session: None,
            contact: None,
            channel: None,
            title: None,
            people: Vec::new(),
            previous: previous.map(MessageId::new),
            recorded_at: NOW,
            erased: false,
        },
    }
}

pub(super) fn memory(number: u64, messages: &[u64]) -> Event {
    memory_in(number, messages, State::Active)
}

pub(super) fn memory_in(number: u64, messages: &[u64], state: State) -> Event {
    Event::MemoryRemembered {
        memory: Memory {
            id: MemoryId::new(number),
            external_id: None,
            kind: Kind::Fact,
            scope: Scope::User,
            key: SemanticKey::default(),
            text: String::new(),
            summary: None,
            importance: 5,
            valence: 0.0,
            arousal: 0.0,
            standing: Standing::Stable,
            state,
            evidence: messages.iter().map(|message| quote(*message)).collect(),
            recorded_at: NOW,
            valid: Interval::default(),
            supersedes: None,
            superseded_by: None,
            superseded_at: None,
            covers: Vec::new(),
            care: hupo_types::Care::default(),
        },
    }
}

pub(super) fn evidence_added(number: u64, messages: &[u64]) -> Event {
    let evidence = messages.iter().map(|message| quote(*message)).collect();
    Event::EvidenceAdded { memory: MemoryId::new(number), evidence }
}

pub(super) fn superseded(old: u64, new: u64) -> Event {
    Event::MemorySuperseded { old: MemoryId::new(old), new: MemoryId::new(new), at: NOW }
}

pub(super) fn mentioned(doc: DocId, entities: &[u64]) -> Event {
    Event::Mentioned { doc, entities: entities.iter().copied().map(ent).collect() }
}

pub(super) fn joined(memory: u64, topics: &[u64]) -> Event {
    let topics = topics.iter().copied().map(TopicId::new).collect();
    Event::TopicsJoined { memory: MemoryId::new(memory), topics }
}

fn quote(message: u64) -> Evidence {
    Evidence {
        message: MessageId::new(message),
        role: Role::User,
        quote: "words".to_owned(),
        start: 0,
        end: 5,
        purpose: Purpose::Statement,
        ambiguous: false,
    }
}

/// Marsaglia's xorshift, for graphs that are the same in every run.
pub(super) struct Random(pub(super) u64);

impl Random {
    /// 0 to `n` - 1.
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    /// 1 to `n`, small numbers more often.
    pub(super) fn skewed(&mut self, n: u64) -> u64 {
        let top = self.below(n) + 1;
        self.below(top) + 1
    }

    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            let other = self.below(at as u64 + 1) as usize;
            list.swap(at, other);
        }
    }
}

/// Messages in a row, each mentioning `per_message` of the entities, some of these related, some memories and topics.
pub(super) fn random_events(seed: u64, messages: u64, entities: u64, per_message: usize) -> Vec<Event> {
    let mut random = Random(seed);
    let mut events: Vec<Event> = (1..=entities).map(|n| entity(n, &format!("Name{n}"), &[])).collect();
    events.extend((1..=10).map(|n| topic(n, &format!("theme {n}"))));
    for n in 1..=messages {
        events.push(message(n, (n % 20 != 1).then(|| n - 1)));
        let chosen: Vec<u64> = (0..per_message).map(|_| random.skewed(entities)).collect();
        events.push(mentioned(msg(n), &chosen));
    }
    for n in 1..=entities / 4 {
        events.push(relation(n, random.below(entities) + 1, "knows", random.below(entities) + 1));
    }
    for n in 1..=messages / 10 {
        events.push(memory(n, &[random.below(messages) + 1]));
        events.push(mentioned(mem(n), &[random.skewed(entities)]));
        events.push(joined(n, &[random.skewed(10)]));
    }
    events.extend((1..=messages / 100).map(|n| superseded(n, n + 1)));
    events
}
