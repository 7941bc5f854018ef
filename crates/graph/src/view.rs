//! A view: the graph at one moment, immutable, shared by every reader that began in that moment.

use crate::adjacency::Adjacency;
use crate::bits::Bits;
use crate::book::Book;
use crate::delta::Delta;
use crate::edge::{EdgeKind, Fact, Half, Link};
use crate::hit::Step;
use crate::names::Names;
use crate::node::{Node, NodeRef};
use crate::options::Options;
use crate::rows::Rows;
use crate::stats::Stats;
use std::sync::Arc;

/// New edges a view carries beside its rows before they are laid out afresh. Measured in `examples/walk_speed.rs`.
const FEWEST_NEW_EDGES: usize = 1024;
/// In a large graph: this share of the edges of the rows.
const NEW_EDGES_SHARE: usize = 32;

/// What a reader walks.
#[derive(Debug, Default)]
pub(crate) struct View {
    /// The writes it knows, counted by the index.
    pub(crate) version: u64,
    pub(crate) names: Names,
    pub(crate) stats: Stats,
    rows: Arc<Rows>,
    delta: Delta,
    closed: Bits,
    gone: Bits,
}

impl View {
    /// A view of the book as it stands, made from an older one: only what is new is laid out, until it is too much.
    pub(crate) fn renewed(&self, book: &Book, options: &Options, version: u64) -> Self {
        let names = self.names.renewed(&book.names);
        let (closed, gone, stats) = (book.closed.clone(), book.gone.clone(), book.stats);
        let new_edges = book.graph.edge_count() - self.rows.edges;
        let new_nodes = book.graph.node_count() - self.rows.nodes.len();
        let few = new_edges.max(new_nodes) <= FEWEST_NEW_EDGES.max(self.rows.edges / NEW_EDGES_SHARE);
        if few && self.rows.layout == book.layout {
            let delta = self.delta.grown(&self.rows, book, options);
            return Self { version, names, stats, rows: Arc::clone(&self.rows), delta, closed, gone };
        }
        let rows = Arc::new(Rows::new(book, options));
        Self { version, names, stats, delta: Delta::none(&rows), rows, closed, gone }
    }

    /// Nodes are numbered below this.
    pub(crate) fn len(&self) -> usize {
        self.rows.nodes.len() + self.delta.nodes.len()
    }

    /// The number a node has, or that of the node it counts as.
    pub(crate) fn number(&self, node: Node) -> Option<u32> {
        let among = |numbers: &[(Node, u32)]| {
            let at = numbers.binary_search_by_key(&node, |(node, _)| *node).ok()?;
            numbers.get(at).map(|(_, number)| *number)
        };
        among(&self.rows.numbers).or_else(|| among(&self.delta.numbers)).map(|number| self.rows.same.root(number))
    }

    /// The number of a node that may be walked.
    pub(crate) fn open_number(&self, node: Node) -> Option<u32> {
        self.number(node).filter(|number| !self.is_closed(*number))
    }

    #[inline]
    pub(crate) fn node(&self, number: u32) -> Node {
        let at = number as usize;
        let newer = || self.delta.nodes.get(at - self.rows.nodes.len());
        *self.rows.nodes.get(at).or_else(newer).expect("numbers come from this view")
    }

    #[inline]
    pub(crate) fn adjacency(&self, number: u32) -> Adjacency<'_> {
        Adjacency { rows: self.rows.halves(number), delta: self.delta.halves(number) }
    }

    /// Documents of an entity or topic, and the weight of each of its edges.
    #[inline]
    pub(crate) fn documents(&self, number: u32) -> (u32, f32) {
        self.delta.documents(number).unwrap_or_else(|| self.rows.documents(number))
    }

    #[inline]
    pub(crate) fn is_closed(&self, number: u32) -> bool {
        self.closed.contains(number)
    }

    /// Whether another relation took the place of a fact's.
    #[inline]
    pub(crate) fn is_gone(&self, fact: u32) -> bool {
        self.gone.contains(fact)
    }

    #[inline]
    pub(crate) fn fact(&self, number: u32) -> &Fact {
        let at = number as usize;
        let newer = || self.delta.facts.get(at - self.rows.facts.len());
        self.rows.facts.get(at).or_else(newer).expect("fact numbers come from this view")
    }

    /// The edge from a node as an explanation shows it.
    pub(crate) fn step(&self, from: u32, half: Half) -> Step {
        Step { from: self.shown(from), edge: self.edge(half), to: self.shown(half.to) }
    }

    pub(crate) fn edge(&self, half: Half) -> EdgeKind {
        match half.link() {
            Link::Mentions => EdgeKind::Mentions,
            Link::BelongsTo => EdgeKind::BelongsTo,
            Link::Next => EdgeKind::Next,
            Link::RestsOn => EdgeKind::RestsOn,
            Link::Relation(fact) => {
                let fact = self.fact(fact);
                EdgeKind::Relation { id: fact.id, predicate: fact.predicate.to_string(), reversed: half.is_reversed() }
            }
        }
    }

    pub(crate) fn shown(&self, number: u32) -> NodeRef {
        self.names.shown(self.node(number))
    }
}
