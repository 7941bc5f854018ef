//! The whole space without its words, for a leg that needs none of them: table after table, each row once.

use hupo_types::{
    Change, DocId, Document, EntityId, Event, Memory, MemoryId, Message, MessageId, Role, Timestamp, TopicId,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Snapshot;
use super::stream::Records;
use crate::rows::Rows;
use crate::table::Table;
use crate::{Error, key, record};

/// What is read of a message; its words are passed over.
#[derive(Deserialize)]
struct Turn {
    id: MessageId,
    role: Role,
    #[serde(default)]
    speaker: Option<String>,
    #[serde(default)]
    time: Option<Timestamp>,
    #[serde(default)]
    previous: Option<MessageId>,
    recorded_at: Timestamp,
    #[serde(default)]
    erased: bool,
}

impl From<Turn> for Message {
    fn from(turn: Turn) -> Self {
        Self {
            id: turn.id,
            external_id: None,
            role: turn.role,
            speaker: turn.speaker,
            text: String::new(),
            time: turn.time,
            session: None,
            contact: None,
            channel: None,
            title: None,
            people: Vec::new(),
            previous: turn.previous,
            recorded_at: turn.recorded_at,
            erased: turn.erased,
        }
    }
}

impl Snapshot {
    /// The space as one change, numbered [`Snapshot::sequence`], with who, when and what hangs together, but without
    /// the words: a small part of the price of [`Snapshot::everything`], which assembles every document.
    ///
    /// In order: the model, entities with all their aliases and which are the same, topics, relations, messages (id, role, speaker, times, the one
    /// before), memories as they stand and their corrections, mentions, topics of memories. Documents are those of
    /// memories, for their time alone. Vectors come from [`Snapshot::vectors`].
    pub fn outline(&self) -> Result<Change, Error> {
        let mut events: Vec<Event> =
            self.model().cloned().map(|model| Event::EmbedderChosen { model }).into_iter().collect();
        self.names(&mut events)?;
        let said = self.turns(&mut events)?;
        let documents = self.facts_kept(&said, &mut events)?;
        self.links(&mut events)?;
        Ok(Change { sequence: self.sequence(), events: events.into(), documents })
    }

    fn names(&self, events: &mut Vec<Event>) -> Result<(), Error> {
        for entity in self.entities()? {
            let entity = entity?;
            if !entity.erased {
                events.push(Event::EntityAdded { entity });
            }
        }
        events.extend(self.merges()?);
        for topic in self.topics()? {
            events.push(Event::TopicAdded { topic: topic? });
        }
        for relation in self.relations()? {
            let relation = relation?;
            if !relation.erased {
                events.push(Event::RelationAdded { relation });
            }
        }
        Ok(())
    }

    /// The messages; answers when each was said, in the order of ids.
    fn turns(&self, events: &mut Vec<Event>) -> Result<Vec<Option<Timestamp>>, Error> {
        let mut said = Vec::new();
        for turn in Records::<Turn>::new(self, Table::Messages, self.totals().messages)? {
            let turn = turn?;
            said.push(turn.time);
            events.push(Event::MessageAppended { message: turn.into() });
        }
        Ok(said)
    }

    /// The memories; answers a document without words for each.
    fn facts_kept(&self, said: &[Option<Timestamp>], events: &mut Vec<Event>) -> Result<Vec<Document>, Error> {
        let mut documents = Vec::new();
        for memory in self.memories()? {
            let memory = memory?;
            documents.push(wordless(&memory, said));
            let corrected = memory.superseded_by.zip(memory.superseded_at);
            let superseded = corrected.map(|(new, at)| Event::MemorySuperseded { old: memory.id, new, at });
            events.push(Event::MemoryRemembered { memory });
            events.extend(superseded);
        }
        Ok(documents)
    }

    fn links(&self, events: &mut Vec<Event>) -> Result<(), Error> {
        let mentioned = |doc, entities: Vec<EntityId>| Event::Mentioned { doc, entities };
        self.lists(Table::MessageEntities, events, |n, list| mentioned(DocId::Message(MessageId::new(n)), list))?;
        self.lists(Table::MemoryEntities, events, |n, list| mentioned(DocId::Memory(MemoryId::new(n)), list))?;
        self.lists(Table::MemoryTopics, events, |n, topics: Vec<TopicId>| Event::TopicsJoined {
            memory: MemoryId::new(n),
            topics,
        })
    }

    /// An event for every row of a table of lists, keyed by a number.
    fn lists<T: DeserializeOwned>(
        &self,
        table: Table,
        events: &mut Vec<Event>,
        event: impl Fn(u64, Vec<T>) -> Event,
    ) -> Result<(), Error> {
        let mut scan = self.scan(table)?;
        let mut next = || {
            scan.next_body(|key, body| {
                let number = key::last_number(key).ok_or_else(|| record::damaged(table, key, "its key is short"))?;
                Ok(event(number, record::decode(table, key, body)?))
            })
        };
        while let Some(event) = next() {
            events.push(event?);
        }
        Ok(())
    }
}

/// A memory's document with its time alone, which is that of [`Snapshot::document`].
fn wordless(memory: &Memory, said: &[Option<Timestamp>]) -> Document {
    let first = memory.evidence.first().and_then(|evidence| evidence.message.get().checked_sub(1));
    let said = first.and_then(|place| said.get(usize::try_from(place).ok()?).copied().flatten());
    Document {
        id: DocId::Memory(memory.id),
        text: String::new(),
        title: None,
        speaker: None,
        contact: None,
        channel: None,
        people: Vec::new(),
        time: memory.valid.from.or(said).or(Some(memory.recorded_at)),
        session: None,
        context: Vec::new(),
        names: Vec::new(),
    }
}
