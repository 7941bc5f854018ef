//! Tests of the leg through its door.

mod damage;
mod keeping;
mod ranking;

use super::*;
use crate::{QueryOptions, Weights};
use hupo_types::{ContextLine, Document, MemoryId, MessageId, Timestamp};

pub(crate) fn message(number: u64) -> DocId {
    DocId::Message(MessageId::new(number))
}

pub(crate) fn document(number: u64, text: &str) -> Document {
    Document {
        id: message(number),
        text: text.to_owned(),
        title: None,
        speaker: None,
        contact: None,
        channel: None,
        people: Vec::new(),
        time: None,
        session: None,
        context: Vec::new(),
        names: Vec::new(),
    }
}

pub(crate) fn change(sequence: u64, documents: Vec<Document>) -> Change {
    Change { sequence: Sequence::new(sequence), events: [].into(), documents }
}

pub(crate) fn in_memory(documents: Vec<Document>) -> Index {
    let index = Index::in_memory(Options::default());
    index.apply(&change(1, documents)).unwrap();
    index
}

pub(crate) fn texts(texts: &[&str]) -> Vec<Document> {
    texts.iter().zip(1..).map(|(text, number)| document(number, text)).collect()
}

pub(crate) fn everyone() -> DocSet {
    let memories = (1..200).map(|number| DocId::Memory(MemoryId::new(number)));
    (1..200).map(message).chain(memories).collect()
}

pub(crate) fn ask(index: &Index, text: &str) -> Vec<Hit> {
    index.search(&Query::new(text, &QueryOptions::default()), &everyone(), 100).unwrap()
}

/// The numbers of the documents that answer, best first.
pub(crate) fn answers(index: &Index, text: &str) -> Vec<u64> {
    ask(index, text).into_iter().map(|hit| hit.doc.number()).collect()
}
