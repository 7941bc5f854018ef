//! Linking: which entities a document mentions, by the names and aliases of the whole space.
//!
//! Every new document is read once. When a write brings new names, the older documents are read once too, with a
//! matcher of those names alone; the ones that contain any are then read with all names, so that the longest wins.

use std::collections::{BTreeSet, HashMap, HashSet};

use hupo_text::{Matcher, fold_str};
use hupo_types::{DocId, EntityId, Event, MemoryId, MessageId, Role};
use serde::Deserialize;

use super::{Draft, Names};
use crate::records::{entities_called, entities_of};
use crate::rows::{Rows, Scan, with_prefix};
use crate::table::Table;
use crate::totals::Totals;
use crate::{Error, key, record};

/// What is read of a message or a memory to find names in it.
#[derive(Deserialize)]
struct Lines<'a> {
    #[serde(default)]
    role: Option<Role>,
    #[serde(borrow)]
    text: &'a str,
    #[serde(borrow, default)]
    title: Option<&'a str>,
    #[serde(borrow, default)]
    speaker: Option<&'a str>,
    #[serde(borrow, default)]
    contact: Option<&'a str>,
    #[serde(borrow, default)]
    people: Vec<&'a str>,
}

impl Lines<'_> {
    /// Whether it is a document at all.
    fn is_document(&self) -> bool {
        self.role != Some(Role::System)
    }

    /// Where names are looked for.
    fn texts(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.text).chain(self.title)
    }

    /// What is a name as a whole.
    fn whole_names(&self) -> impl Iterator<Item = &str> {
        self.speaker.into_iter().chain(self.contact).chain(self.people.iter().copied())
    }
}

impl Draft<'_, '_> {
    pub(super) fn link(&mut self, names: &mut Names) -> Result<(), Error> {
        let names_went = |event: &Event| matches!(event, Event::Erased(erasure) if !erasure.entities.is_empty());
        if !self.new_names.is_empty() || self.events.iter().any(names_went) {
            names.forget();
        }
        if self.tables.totals().entities == 0 {
            return Ok(());
        }
        let docs = self.docs_to_link()?;
        let mut finder = Finder { matcher: names.matcher(self.tables)?, known: HashMap::new() };
        for doc in docs {
            let entities = self.unlinked(doc, &mut finder)?;
            if !entities.is_empty() {
                self.record(Event::Mentioned { doc, entities })?;
            }
        }
        Ok(())
    }

    /// Documents made by this write, documents a command named entities for, and older ones with a new name in them.
    fn docs_to_link(&self) -> Result<BTreeSet<DocId>, Error> {
        let totals = self.tables.totals();
        let messages = self.before.messages + 1..=totals.messages;
        let memories = self.before.memories + 1..=totals.memories;
        let mut docs: BTreeSet<DocId> = messages.map(|n| DocId::Message(MessageId::new(n))).collect();
        docs.extend(memories.map(|n| DocId::Memory(MemoryId::new(n))));
        docs.extend(self.named.keys().copied());
        if !self.new_names.is_empty() {
            NewNames::of(&self.new_names).mentioned_before(self.tables, &self.before, &mut docs)?;
        }
        Ok(docs)
    }

    /// The entities a document mentions and is not linked to, ascending.
    fn unlinked(&self, doc: DocId, finder: &mut Finder) -> Result<Vec<EntityId>, Error> {
        let table = table_of(doc);
        let key = key::number(doc.number());
        let find = |row: &[u8]| finder.find(self.tables, &record::open(table, &key, row)?);
        let mut found = self.tables.row(table, &key, find)?.unwrap_or_default();
        found.extend(self.named.get(&doc).into_iter().flatten());
        for linked in entities_of(self.tables, doc)? {
            found.remove(&linked);
        }
        Ok(found.into_iter().collect())
    }
}

const fn table_of(doc: DocId) -> Table {
    match doc {
        DocId::Message(_) => Table::Messages,
        DocId::Memory(_) => Table::Memories,
    }
}

/// Finds the entities of a document.
struct Finder<'m> {
    matcher: &'m Matcher,
    /// Whole names looked up before.
    known: HashMap<String, Vec<EntityId>>,
}

impl Finder<'_> {
    fn find(&mut self, rows: &impl Rows, lines: &Lines) -> Result<BTreeSet<EntityId>, Error> {
        let mut found = BTreeSet::new();
        if !lines.is_document() {
            return Ok(found);
        }
        for text in lines.texts() {
            found.extend(self.matcher.find_folded(&fold_str(text)).iter().map(|mention| EntityId::new(mention.key)));
        }
        for name in lines.whole_names() {
            found.extend(self.called(rows, name)?);
        }
        Ok(found)
    }

    fn called(&mut self, rows: &impl Rows, name: &str) -> Result<Vec<EntityId>, Error> {
        if let Some(entities) = self.known.get(name) {
            return Ok(entities.clone());
        }
        let entities = entities_called(rows, name)?;
        self.known.insert(name.to_owned(), entities.clone());
        Ok(entities)
    }
}

/// The names of this write, to find the older documents that contain any of them.
struct NewNames {
    matcher: Matcher,
    folded: HashSet<String>,
    /// Whether a whole name is one of them, for those looked at before.
    known: HashMap<String, bool>,
}

impl NewNames {
    fn of(names: &[String]) -> Self {
        Self {
            matcher: Matcher::new(names.iter().map(|name| (0, name.clone()))),
            folded: names.iter().map(|name| fold_str(name)).collect(),
            known: HashMap::new(),
        }
    }

    fn mentioned_before(mut self, rows: &impl Rows, before: &Totals, docs: &mut BTreeSet<DocId>) -> Result<(), Error> {
        self.scan(with_prefix(rows, Table::Messages, &[])?, before.messages, |number| {
            docs.insert(DocId::Message(MessageId::new(number)));
        })?;
        self.scan(with_prefix(rows, Table::Memories, &[])?, before.memories, |number| {
            docs.insert(DocId::Memory(MemoryId::new(number)));
        })
    }

    /// Tells `found` the numbers of the first `last` records that contain a new name.
    fn scan(&mut self, mut rows: Scan, last: u64, mut found: impl FnMut(u64)) -> Result<(), Error> {
        let table = rows.table();
        for number in 1..=last {
            let mentions = |key: &[u8], body: &[u8]| Ok(self.is_in(&record::decode(table, key, body)?));
            match rows.next_body(mentions) {
                Some(Ok(true)) => found(number),
                Some(Ok(false)) => {}
                Some(Err(error)) => return Err(error),
                None => return Err(Error::damaged(format!("record {number} of {last} is missing"))),
            }
        }
        Ok(())
    }

    fn is_in(&mut self, lines: &Lines) -> bool {
        lines.is_document()
            && (lines.texts().any(|text| !self.matcher.find_folded(&fold_str(text)).is_empty())
                || lines.whole_names().any(|name| self.is_one(name)))
    }

    fn is_one(&mut self, name: &str) -> bool {
        if let Some(&is_one) = self.known.get(name) {
            return is_one;
        }
        let is_one = self.folded.contains(&fold_str(name));
        self.known.insert(name.to_owned(), is_one);
        is_one
    }
}
