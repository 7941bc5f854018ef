//! Records one after the other, in the order of their ids, never all in memory.

use std::marker::PhantomData;

use hupo_types::{
    DocId, Document, Entity, Memory, MemoryId, Message, MessageId, Relation, Role, State, Topic, UnitVector,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Snapshot;
use crate::document::Assembler;
use crate::rows::{Rows, Scan};
use crate::table::Table;
use crate::{Error, key, record, records};

/// Every record of one kind, by id. After an error there are no more.
pub struct Records<T> {
    scan: Scan<'static>,
    table: Table,
    /// The id of the next record.
    next: u64,
    last: u64,
    kind: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> Records<T> {
    /// The records numbered 1 to `last`.
    pub(super) fn new(snapshot: &Snapshot, table: Table, last: u64) -> Result<Self, Error> {
        Ok(Self { scan: snapshot.scan(table)?, table, next: 1, last, kind: PhantomData })
    }

    fn read(&mut self) -> Option<Result<T, Error>> {
        let (table, number) = (self.table, self.next);
        self.scan.next_body(|key, body| match key::last_number(key) {
            Some(found) if found == number => record::decode(table, key, body),
            Some(_) | None => Err(record::damaged(table, &key::number(number), "it is missing")),
        })
    }
}

impl<T: DeserializeOwned> Iterator for Records<T> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next > self.last {
            return None;
        }
        let (table, number) = (self.table, self.next);
        let record = self.read().unwrap_or_else(|| Err(record::damaged(table, &key::number(number), "it is missing")));
        self.next = if record.is_ok() { self.next + 1 } else { u64::MAX };
        Some(record)
    }
}

/// Every vector with its document. After an error there are no more.
pub struct Vectors {
    scan: Scan<'static>,
    /// How many are still to come.
    left: u64,
}

impl Iterator for Vectors {
    type Item = Result<(DocId, UnitVector), Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let read = self.scan.next_body(|key, body| {
            let packed =
                key::last_number(key).ok_or_else(|| record::damaged(Table::Vectors, key, "its key is short"))?;
            Ok((records::doc(packed)?, record::decode(Table::Vectors, key, body)?))
        });
        let one = read.unwrap_or_else(|| Err(Error::damaged("vectors are missing")));
        self.left = if one.is_ok() { self.left } else { 0 };
        Some(one)
    }
}

/// What is read of a message to know whether it is a document.
#[derive(Deserialize)]
struct Writer {
    id: MessageId,
    role: Role,
    #[serde(default)]
    erased: bool,
}

impl Writer {
    const fn is_document(&self) -> bool {
        !matches!(self.role, Role::System) && !self.erased
    }
}

/// What is read of a memory to know whether it is a document.
#[derive(Deserialize)]
struct Life {
    id: MemoryId,
    #[serde(default)]
    state: State,
}

/// Everything of a kind, streaming in the order of ids.
impl Snapshot {
    /// Every message, system lines included.
    pub fn messages(&self) -> Result<Records<Message>, Error> {
        Records::new(self, Table::Messages, self.totals().messages)
    }

    /// Every memory, of any state.
    pub fn memories(&self) -> Result<Records<Memory>, Error> {
        Records::new(self, Table::Memories, self.totals().memories)
    }

    /// Every entity.
    pub fn entities(&self) -> Result<Records<Entity>, Error> {
        Records::new(self, Table::Entities, self.totals().entities)
    }

    /// Every relation.
    pub fn relations(&self) -> Result<Records<Relation>, Error> {
        Records::new(self, Table::Relations, self.totals().relations)
    }

    /// Every topic.
    pub fn topics(&self) -> Result<Records<Topic>, Error> {
        Records::new(self, Table::Topics, self.totals().topics)
    }

    /// Every vector with its document: messages, then memories.
    pub fn vectors(&self) -> Result<Vectors, Error> {
        Ok(Vectors { scan: self.scan(Table::Vectors)?, left: self.totals().vectors })
    }

    /// Every document: messages, then memories.
    pub fn documents(&self) -> Result<impl Iterator<Item = Result<Document, Error>> + '_, Error> {
        let mut assembler = Assembler::new(self);
        let is_gone = |memory: &Memory| memory.state == State::Erased;
        let mut memories = self.memories()?.filter(move |one| !one.as_ref().is_ok_and(is_gone));
        let mut turns = self.messages()?.filter(|one| !one.as_ref().is_ok_and(is_no_turn));
        Ok(std::iter::from_fn(move || match turns.next() {
            Some(message) => Some(message.and_then(|message| assembler.of_message(message))),
            None => memories.next().map(|memory| memory.and_then(|memory| assembler.of_memory(memory))),
        }))
    }

    /// The documents that wait for a vector.
    pub fn docs_without_vector(&self) -> Result<impl Iterator<Item = Result<DocId, Error>> + '_, Error> {
        let writers = Records::<Writer>::new(self, Table::Messages, self.totals().messages)?;
        let turns = writers.filter(|one| one.as_ref().map_or(true, Writer::is_document));
        let turns = turns.map(|one| one.map(|writer| DocId::Message(writer.id)));
        let lives = Records::<Life>::new(self, Table::Memories, self.totals().memories)?;
        let lives = lives.filter(|one| !matches!(one, Ok(life) if life.state == State::Erased));
        let memories = lives.map(|one| one.map(|life| DocId::Memory(life.id)));
        let none_waits = self.totals().vectors >= self.counts().documents();
        let docs = turns.chain(memories).take_while(move |_| !none_waits);
        Ok(docs.filter_map(|doc| self.unless_embedded(doc).transpose()))
    }

    fn unless_embedded(&self, doc: Result<DocId, Error>) -> Result<Option<DocId>, Error> {
        let doc = doc?;
        let embedded = self.row(Table::Vectors, &key::doc(doc), |_| Ok(()))?.is_some();
        Ok((!embedded).then_some(doc))
    }
}

fn is_no_turn(message: &Message) -> bool {
    message.role == Role::System || message.erased
}
