//! Compressed rows: the graph as it stood at one moment, laid out for walking.
#![expect(clippy::indexing_slicing, reason = "offsets are built here, and every number comes from the same graph")]

use crate::book::Book;
use crate::edge::{Fact, Half, Link};
use crate::node::Node;
use crate::options::Options;
use crate::same::Same;
use petgraph::visit::{EdgeRef, IntoEdgeReferences};

/// Every node's edges side by side, in the order they were learnt.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    /// By number.
    pub(crate) nodes: Vec<Node>,
    /// Rising, each with its number.
    pub(crate) numbers: Vec<(Node, u32)>,
    /// Edges of the book that are in the rows.
    pub(crate) edges: usize,
    pub(crate) facts: Vec<Fact>,
    /// The book's layout they show.
    pub(crate) layout: u64,
    pub(crate) same: Same,
    /// Documents of an entity or topic.
    counts: Vec<u32>,
    rarity: Vec<f32>,
    offsets: Vec<u32>,
    halves: Vec<Half>,
}

impl Rows {
    /// Lays out the whole book. Linear in nodes and edges, but for the sorting of nodes that came out of order.
    pub(crate) fn new(book: &Book, options: &Options) -> Self {
        let nodes: Vec<Node> = book.graph.node_weights().copied().collect();
        let same = Same::new(book);
        let degrees = degrees(book, &same, nodes.len());
        let offsets = running_sum(&degrees.all);
        let halves = fill(book, &same, &offsets);
        let rarity = degrees.documents.iter().map(|&n| options.rarity(n)).collect();
        let numbers = sorted_numbers(&nodes, 0);
        let (edges, facts) = (book.graph.edge_count(), book.facts.clone());
        Self {
            nodes,
            numbers,
            edges,
            facts,
            layout: book.layout,
            same,
            counts: degrees.documents,
            rarity,
            offsets,
            halves,
        }
    }

    #[inline]
    pub(crate) fn halves(&self, number: u32) -> &[Half] {
        let at = number as usize;
        if at >= self.nodes.len() {
            return &[];
        }
        &self.halves[self.offsets[at] as usize..self.offsets[at + 1] as usize]
    }

    /// Documents of an entity or topic, and the weight of each of its edges.
    #[inline]
    pub(crate) fn documents(&self, number: u32) -> (u32, f32) {
        let at = number as usize;
        if at >= self.nodes.len() { (0, 1.0) } else { (self.counts[at], self.rarity[at]) }
    }
}

struct Degrees {
    all: Vec<u32>,
    documents: Vec<u32>,
}

/// Every edge that is laid out, with its ends there.
fn laid_out<'a>(book: &'a Book, same: &'a Same) -> impl Iterator<Item = (usize, usize, Link)> + 'a {
    book.graph.edge_references().filter_map(|edge| {
        let (from, to) = same.ends(book, edge.id())?;
        Some((from as usize, to as usize, *edge.weight()))
    })
}

fn degrees(book: &Book, same: &Same, nodes: usize) -> Degrees {
    let (mut all, mut documents) = (vec![0; nodes], vec![0; nodes]);
    for (from, to, link) in laid_out(book, same) {
        all[from] += 1;
        all[to] += 1;
        documents[to] += u32::from(counts_documents(link));
    }
    Degrees { all, documents }
}

/// Whether the second node of such an edge counts the first among its documents.
pub(crate) const fn counts_documents(link: Link) -> bool {
    match link {
        Link::Mentions | Link::BelongsTo => true,
        Link::Next | Link::RestsOn | Link::Relation(_) => false,
    }
}

fn running_sum(degrees: &[u32]) -> Vec<u32> {
    let mut sum = 0;
    let ends = degrees.iter().map(|degree| {
        sum += degree;
        sum
    });
    std::iter::once(0).chain(ends).collect()
}

fn fill(book: &Book, same: &Same, offsets: &[u32]) -> Vec<Half> {
    let mut next = offsets.to_vec();
    let mut halves = vec![Half::new(0, Link::Next, false); *offsets.last().unwrap_or(&0) as usize];
    let mut put = |at: usize, half: Half| {
        halves[next[at] as usize] = half;
        next[at] += 1;
    };
    for (from, to, link) in laid_out(book, same) {
        put(from, Half::new(to as u32, link, false));
        put(to, Half::new(from as u32, link, true));
    }
    halves
}

/// Nodes with their numbers, rising. Ids are given out in order, so each kind is nearly sorted already.
pub(crate) fn sorted_numbers(nodes: &[Node], first: u32) -> Vec<(Node, u32)> {
    let numbered = || (first..).zip(nodes).map(|(number, &node)| (node, number));
    let mut sorted = Vec::with_capacity(nodes.len());
    sorted.extend(numbered().filter(|(node, _)| node.document().is_some()));
    sorted.extend(numbered().filter(|(node, _)| node.document().is_none()));
    sorted.sort();
    sorted
}
