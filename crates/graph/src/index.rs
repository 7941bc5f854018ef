//! The index: the face of the graph leg.

use crate::book::Book;
use crate::hit::{Hit, Neighbour};
use crate::node::Node;
use crate::options::Options;
use crate::scratch::Pool;
use crate::seeds::Seeds;
use crate::stats::Stats;
use crate::view::View;
use crate::walk::{Walk, best};
use crate::{Error, Result};
use hupo_types::{Change, DocId, DocSet, EntityId, Sequence, Timestamp, TopicId};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

/// The graph of one space. Shared by reference: one writer at a time, any number of readers, who never wait for a
/// write that has not returned yet.
#[derive(Debug)]
pub struct Index {
    options: Options,
    book: Mutex<Book>,
    /// Writes that are finished; a view with a smaller version is stale.
    version: AtomicU64,
    applied: AtomicU64,
    view: RwLock<Arc<View>>,
    pool: Pool,
}

impl Index {
    /// An empty graph. Refuses options out of range.
    pub fn new(options: Options) -> Result<Self> {
        Ok(Self {
            options: options.checked()?,
            book: Mutex::default(),
            version: AtomicU64::new(0),
            applied: AtomicU64::new(0),
            view: RwLock::default(),
            pool: Pool::default(),
        })
    }

    /// Writes a change; every read that begins afterwards sees it.
    ///
    /// A change that was applied before is skipped. An empty graph takes any first change (the tables of a space may
    /// come as one); from then on sequences must follow each other, or [`Error::Gap`] says where to go on.
    pub fn apply(&self, change: &Change) -> Result<()> {
        let mut book = self.book();
        if change.sequence <= book.applied.unwrap_or(Sequence::ZERO) {
            return Ok(());
        }
        if let Some(expected) = book.applied.map(Sequence::next).filter(|next| *next != change.sequence) {
            return Err(Error::Gap { expected, given: change.sequence });
        }
        book.check_room(&change.events)?;
        change.events.iter().for_each(|event| book.write(event));
        book.applied = Some(change.sequence);
        self.applied.store(change.sequence.get(), Ordering::Release);
        self.version.fetch_add(1, Ordering::Release);
        Ok(())
    }

    /// The last change it answers for.
    pub fn applied(&self) -> Sequence {
        Sequence::new(self.applied.load(Ordering::Acquire))
    }

    /// The entities and topics that a question, and the people of the turn, name. One pass over the text; the longest
    /// name wins; compared folded, so in both languages and both scripts.
    pub fn seeds(&self, question: &str, people: &[String]) -> Seeds {
        Seeds::find(&self.view(), &self.options, question, people)
    }

    /// The `k` allowed documents a walk from the seeds comes by most, best first, ties by id, each with a path.
    ///
    /// The walk passes through every document of the space, allowed or not, except those that are closed: superseded
    /// and erased memories and system messages are neither returned nor walked, even if allowed. With `at`, relations
    /// that do not hold at that time are not walked either.
    pub fn walk(&self, seeds: &Seeds, allowed: &DocSet, k: usize, at: Option<Timestamp>) -> Vec<Hit> {
        self.walk_each(seeds, &[allowed], k, at).into_iter().next().unwrap_or_default()
    }

    /// [`Self::walk`] for several sets of allowed documents: one walk, and the best of each.
    pub fn walk_each(&self, seeds: &Seeds, sets: &[&DocSet], k: usize, at: Option<Timestamp>) -> Vec<Vec<Hit>> {
        let view = self.view();
        let walk = Walk::new(&view, &self.options, at);
        self.pool.lend(view.len(), |scratch| {
            walk.spread(scratch, seeds.nodes());
            sets.iter().map(|allowed| best(&view, scratch, allowed, k)).collect()
        })
    }

    /// The `k` best allowed documents one step from those given (with how good each is): neighbouring turns, messages
    /// a memory rests on and back, and documents that share an entity or topic which few have. Best first, ties by id.
    ///
    /// Starts from the `expand_from` best of `from`, which are not returned themselves. What is closed is passed over,
    /// as in [`Self::walk`].
    pub fn expand(&self, from: &[(DocId, f32)], allowed: &DocSet, k: usize) -> Vec<Hit> {
        self.expand_past(&Seeds::default(), from, allowed, k)
    }

    /// As [`Self::expand`], but not through the entities and topics of `named`: what a question names itself leads from
    /// its answers back to them, and only what they name beside it leads on.
    pub fn expand_past(&self, named: &Seeds, from: &[(DocId, f32)], allowed: &DocSet, k: usize) -> Vec<Hit> {
        let view = self.view();
        let walk = Walk::new(&view, &self.options, None);
        let named = named.nodes().filter_map(|(node, _)| view.number(node)).collect();
        self.pool.lend(view.len(), |scratch| {
            crate::expand::expand(&walk, scratch, from, &named);
            best(&view, scratch, allowed, k)
        })
    }

    /// What lies beside a document, in the order it was learnt; closed documents are left out.
    pub fn neighbours(&self, doc: DocId) -> Vec<Neighbour> {
        let view = self.view();
        let Some(number) = view.number(Node::Document(doc)) else { return Vec::new() };
        let open = view.adjacency(number).iter().filter(|half| !view.is_closed(half.to));
        open.map(|half| Neighbour { edge: view.edge(half), node: view.shown(half.to) }).collect()
    }

    /// The documents that mention an entity, ascending; closed ones are left out.
    pub fn entity_documents(&self, entity: EntityId) -> Vec<DocId> {
        self.documents_beside(Node::Entity(entity))
    }

    /// The memories that belong to a topic, ascending; closed ones are left out.
    pub fn topic_documents(&self, topic: TopicId) -> Vec<DocId> {
        self.documents_beside(Node::Topic(topic))
    }

    fn documents_beside(&self, node: Node) -> Vec<DocId> {
        let view = self.view();
        let Some(number) = view.number(node) else { return Vec::new() };
        let open = view.adjacency(number).iter().filter(|half| !view.is_closed(half.to));
        let mut documents: Vec<DocId> = open.filter_map(|half| view.node(half.to).document()).collect();
        documents.sort_unstable();
        documents
    }

    /// How large the graph is.
    pub fn stats(&self) -> Stats {
        self.view().stats
    }

    /// The graph as of the last finished write. The first reader after a write lays out what is new; the others wait
    /// for that one, and readers of a view that is not stale wait for nobody.
    pub(crate) fn view(&self) -> Arc<View> {
        let known = self.published();
        if known.version == self.version.load(Ordering::Acquire) {
            return known;
        }
        let book = self.book();
        let known = self.published();
        let version = self.version.load(Ordering::Acquire);
        if known.version == version {
            return known;
        }
        let renewed = Arc::new(known.renewed(&book, &self.options, version));
        *self.view.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&renewed);
        renewed
    }

    fn published(&self) -> Arc<View> {
        Arc::clone(&self.view.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// A writer that panicked left whole events behind and did not count its change as applied; writing it again
    /// finishes it. So the lock's poison is no reason to stop.
    pub(crate) fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
