//! Entities that turned out to be one: every edge of theirs is laid out at the one that is kept.

use crate::book::Book;
use crate::edge::Link;
use crate::node::Node;
use crate::rows::counts_documents;
use petgraph::graph::EdgeIndex;
use petgraph::visit::{EdgeRef, IntoEdgeReferences};
use std::collections::HashSet;

/// Which node counts as which, as the book had it when the rows were laid out.
#[derive(Debug, Default)]
pub(crate) struct Same {
    /// By number, the number it counts as; empty while nothing was merged. Later nodes count as themselves.
    roots: Vec<u32>,
    /// Numbers that others count as.
    groups: HashSet<u32>,
    /// Edges that say again what another edge of the group says.
    doubled: HashSet<EdgeIndex>,
}

impl Same {
    pub(crate) fn new(book: &Book) -> Self {
        if book.merged.is_empty() {
            return Self::default();
        }
        let number = |node: Node| book.number(book.counts_as(node));
        let own = (0..).zip(book.graph.node_weights());
        let roots: Vec<u32> = own.map(|(own, node)| number(*node).unwrap_or(own)).collect();
        let groups = (0..).zip(&roots).filter(|(own, root)| own != *root).map(|(_, root)| *root).collect();
        let mut same = Self { roots, groups, doubled: HashSet::new() };
        same.doubled = same.find_doubled(book);
        same
    }

    /// A document that mentions two of a group mentions one thing.
    fn find_doubled(&self, book: &Book) -> HashSet<EdgeIndex> {
        let mut seen = HashSet::new();
        let edges = book.graph.edge_references().filter(|edge| counts_documents(*edge.weight()));
        let ends = |edge: &petgraph::stable_graph::EdgeReference<'_, Link>| {
            (self.root(edge.source().index() as u32), self.root(edge.target().index() as u32))
        };
        let grouped = edges.filter(|edge| self.is_group(ends(edge).1));
        grouped.filter(|edge| !seen.insert(ends(edge))).map(|edge| edge.id()).collect()
    }

    /// The number a node counts as.
    #[inline]
    pub(crate) fn root(&self, number: u32) -> u32 {
        self.roots.get(number as usize).copied().unwrap_or(number)
    }

    pub(crate) fn is_group(&self, number: u32) -> bool {
        self.groups.contains(&number)
    }

    /// The ends of an edge as it is laid out; none if it is not: it leads back to its start, or says nothing new.
    pub(crate) fn ends(&self, book: &Book, edge: EdgeIndex) -> Option<(u32, u32)> {
        let (from, to) = book.graph.edge_endpoints(edge)?;
        let ends = (self.root(from.index() as u32), self.root(to.index() as u32));
        (ends.0 != ends.1 && !self.doubled.contains(&edge)).then_some(ends)
    }
}
