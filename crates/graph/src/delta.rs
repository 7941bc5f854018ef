//! The delta: what is newer than the rows, small enough to copy for every view.

use crate::bits::Bits;
use crate::book::Book;
use crate::edge::{Fact, Half};
use crate::node::Node;
use crate::options::Options;
use crate::rows::{Rows, counts_documents, sorted_numbers};
use petgraph::graph::EdgeIndex;
use std::collections::BTreeMap;

/// New nodes and edges, and the counts they changed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Delta {
    /// Numbered on from the rows.
    pub(crate) nodes: Vec<Node>,
    /// Rising, each with its number.
    pub(crate) numbers: Vec<(Node, u32)>,
    /// Numbered on from the rows.
    pub(crate) facts: Vec<Fact>,
    /// Edges of the book that are in the rows or here.
    edges: usize,
    /// Nodes that have halves here.
    touched: Bits,
    /// By node, then in the order they were learnt.
    halves: Vec<(u32, Half)>,
    /// Entities and topics with new documents: their documents in all, and the weight of each edge.
    documents: BTreeMap<u32, (u32, f32)>,
}

impl Delta {
    /// Nothing newer than the rows.
    pub(crate) fn none(rows: &Rows) -> Self {
        Self { edges: rows.edges, ..Self::default() }
    }

    /// This delta and what the book learnt since.
    pub(crate) fn grown(&self, rows: &Rows, book: &Book, options: &Options) -> Self {
        let mut grown = self.clone();
        grown.take_nodes(rows, book);
        grown.facts.extend(book.facts.iter().skip(rows.facts.len() + self.facts.len()).cloned());
        for number in self.edges..book.graph.edge_count() {
            grown.take_edge(rows, book, EdgeIndex::new(number), options);
        }
        grown.edges = book.graph.edge_count();
        grown.halves.sort_by_key(|(from, _)| *from);
        grown
    }

    fn take_nodes(&mut self, rows: &Rows, book: &Book) {
        let known = rows.nodes.len() + self.nodes.len();
        let new: Vec<Node> = book.graph.node_weights().skip(known).copied().collect();
        if !new.is_empty() {
            self.nodes.extend(new);
            self.numbers = sorted_numbers(&self.nodes, rows.nodes.len() as u32);
        }
    }

    fn take_edge(&mut self, rows: &Rows, book: &Book, edge: EdgeIndex, options: &Options) {
        let Some((from, to)) = rows.same.ends(book, edge) else { return };
        let Some(&link) = book.graph.edge_weight(edge) else { return };
        if rows.same.is_group(to) && counts_documents(link) && self.joins(rows, from, to) {
            return;
        }
        self.halves.push((from, Half::new(to, link, false)));
        self.halves.push((to, Half::new(from, link, true)));
        self.touched.insert(from);
        self.touched.insert(to);
        if counts_documents(link) {
            let documents = self.documents.entry(to).or_insert_with(|| rows.documents(to));
            documents.0 += 1;
            documents.1 = options.rarity(documents.0);
        }
    }

    /// Whether a document has an edge to an entity already.
    fn joins(&self, rows: &Rows, from: u32, to: u32) -> bool {
        let newer = self.halves.iter().filter(|(start, _)| *start == from).map(|(_, half)| half);
        rows.halves(from).iter().chain(newer).any(|half| half.to == to && counts_documents(half.link()))
    }

    #[inline]
    pub(crate) fn halves(&self, number: u32) -> &[(u32, Half)] {
        if !self.touched.contains(number) {
            return &[];
        }
        let start = self.halves.partition_point(|(from, _)| *from < number);
        let rest = self.halves.get(start..).unwrap_or_default();
        rest.get(..rest.partition_point(|(from, _)| *from == number)).unwrap_or_default()
    }

    /// As [`Rows::documents`], if it changed since.
    #[inline]
    pub(crate) fn documents(&self, number: u32) -> Option<(u32, f32)> {
        if self.touched.contains(number) { self.documents.get(&number).copied() } else { None }
    }
}
