//! The walk against the exact answer, and what holds for every graph.

use super::makers::*;
use crate::book::Book;
use crate::edge::Link;
use crate::hit::Step;
use crate::node::Node;
use crate::scratch::Pool;
use crate::walk::Walk;
use crate::{EdgeKind, Hit, Index, NodeRef, Options, Seeds};
use hupo_types::DocId;
use petgraph::graph::NodeIndex;
use petgraph::visit::{EdgeRef, IntoEdgeReferences};
use proptest::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::time::Instant;

const QUESTION: &str = "Name1, Name20, Name77 and theme 3";

/// Personalised PageRank by power iteration straight over the petgraph graph, in f64: 100 rounds leave 0.8^100 = 2e-10.
fn exact(book: &Book, options: &Options, seeds: &Seeds) -> BTreeMap<Node, f64> {
    let total: f64 = seeds.nodes().map(|(_, weight)| f64::from(weight)).sum();
    let start: BTreeMap<Node, f64> = seeds.nodes().map(|(node, weight)| (node, f64::from(weight) / total)).collect();
    let graph: BTreeMap<Node, Vec<(Node, f64)>> =
        book.graph.node_indices().map(|at| (book.graph[at], edges(book, options, at))).collect();
    let (mut mass, mut moving) = (BTreeMap::new(), start);
    for _ in 0..100 {
        let mut next = BTreeMap::new();
        for (node, amount) in moving {
            let edges = &graph[&node];
            let weight: f64 = edges.iter().map(|(_, weight)| weight).sum();
            let kept = if weight > 0.0 { amount * f64::from(options.alpha) } else { amount };
            *mass.entry(node).or_default() += kept;
            for (to, share) in edges.iter().filter(|(_, share)| *share > 0.0) {
                *next.entry(*to).or_default() += (amount - kept) * share / weight;
            }
        }
        moving = next;
    }
    mass
}

fn edges(book: &Book, options: &Options, at: NodeIndex) -> Vec<(Node, f64)> {
    let others = book.graph.edges(at).filter(|edge| edge.target() != at);
    others.map(|edge| (book.graph[edge.target()], weight(book, options, [at, edge.target()], *edge.weight()))).collect()
}

fn weight(book: &Book, options: &Options, ends: [NodeIndex; 2], link: Link) -> f64 {
    if book.closed.contains(ends[1].index() as u32) {
        return 0.0;
    }
    let thing = ends.into_iter().find(|end| book.graph[*end].document().is_none());
    let documents = thing.map_or(0, |end| book.graph.edges(end).filter(|edge| *edge.weight() == link).count());
    let hub = documents > options.hub_documents.max((options.hub_share * book.stats.documents as f32) as usize);
    let rarity = if hub { 0.0 } else { (documents as f64).powf(-f64::from(options.damping)) };
    match link {
        Link::Mentions => f64::from(options.mention) * rarity,
        Link::BelongsTo => f64::from(options.topic) * rarity,
        Link::Next => f64::from(options.next),
        Link::RestsOn => f64::from(options.evidence),
        Link::Relation(_) => f64::from(options.relation),
    }
}

fn top(mass: &BTreeMap<Node, f64>, k: usize) -> HashSet<DocId> {
    let mut docs: Vec<(f64, DocId)> = mass.iter().filter_map(|(n, mass)| Some((*mass, n.document()?))).collect();
    docs.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    docs.into_iter().take(k).map(|(_, doc)| doc).collect()
}

#[test]
fn the_walk_finds_what_exact_pagerank_finds() {
    let mut overlaps = Vec::new();
    for (epsilon, least) in [(1e-3, 25), (1e-4, 43), (1e-6, 49)] {
        let options = Options { epsilon, hub_share: 0.1, ..Options::default() };
        let index = index_with(options, random_events(3, 600, 100, 3));
        let seeds = index.seeds(QUESTION, &[]);
        let exact = exact(&index.book(), &options, &seeds);
        let hits = index.walk(&seeds, &all(), 50, None);
        let best = top(&exact, 50);
        let overlap = hits.iter().filter(|hit| best.contains(&hit.doc)).count();
        assert!(overlap >= least, "epsilon {epsilon}: {overlap} of 50");
        for hit in &hits {
            let exactly = exact[&Node::Document(hit.doc)];
            assert!(f64::from(hit.score) <= exactly + 1e-6, "forward push never overestimates");
            let short = exactly - f64::from(hit.score);
            assert!(epsilon > 1e-6 || short < 0.1 * exactly, "{} of {exactly} for {}", hit.score, hit.doc);
        }
        overlaps.push(overlap);
    }
    assert!(overlaps.is_sorted(), "{overlaps:?}");
    let sum: f64 =
        exact(&index(random_events(3, 60, 10, 3)).book(), &Options::default(), &Seeds::default()).values().sum();
    assert_eq!(sum, 0.0);
}

#[test]
fn no_mass_is_lost_or_made() {
    let index = index(random_events(4, 600, 100, 3));
    let (view, options, seeds) = (index.view(), Options::default(), index.seeds(QUESTION, &[]));
    let walk = Walk::new(&view, &options, None);
    let (settled, left) = Pool::default().lend(view.len(), |scratch| {
        walk.spread(scratch, seeds.nodes());
        let sum =
            |part: fn(&crate::scratch::Cell) -> f32| scratch.cells.iter().map(|c| f64::from(part(c))).sum::<f64>();
        (sum(|cell| cell.mass), sum(|cell| cell.residual))
    });
    assert!((settled + left - 1.0).abs() < 1e-4, "{settled} + {left}");
    assert!(settled > 0.5 && left > 0.0, "{settled} + {left}");
}

/// Whether the book holds the edge a step shows.
fn is_real(index: &Index, step: &Step) -> bool {
    let book = index.book();
    let of = |shown: &NodeRef| match shown {
        NodeRef::Document(doc) => Node::Document(*doc),
        NodeRef::Entity { id, .. } => Node::Entity(*id),
        NodeRef::Topic { id, .. } => Node::Topic(*id),
    };
    let (from, to) = (of(&step.from), of(&step.to));
    book.graph.edge_references().any(|edge| {
        let ends = (book.graph[edge.source()], book.graph[edge.target()]);
        match (&step.edge, edge.weight()) {
            (EdgeKind::Relation { id, reversed, predicate }, Link::Relation(fact)) => {
                let fact = &book.facts[*fact as usize];
                let ends = if *reversed { (ends.1, ends.0) } else { ends };
                fact.id == *id && *fact.predicate == **predicate && ends == (from, to)
            }
            (EdgeKind::Mentions, Link::Mentions)
            | (EdgeKind::BelongsTo, Link::BelongsTo)
            | (EdgeKind::Next, Link::Next)
            | (EdgeKind::RestsOn, Link::RestsOn) => ends == (from, to) || ends == (to, from),
            _ => false,
        }
    })
}

fn check_path(index: &Index, hit: &Hit, starts: impl Fn(&NodeRef) -> bool) {
    assert!(starts(&hit.path[0].from), "{}", way(hit));
    assert_eq!(hit.path.last().unwrap().to, NodeRef::Document(hit.doc));
    assert!(hit.path.windows(2).all(|pair| pair[0].to == pair[1].from), "{}", way(hit));
    assert!(hit.path.iter().all(|step| is_real(index, step)), "{}", way(hit));
    let nodes: HashSet<String> = hit.path.iter().map(|step| step.to.to_string()).collect();
    assert_eq!(nodes.len(), hit.path.len(), "no node twice: {}", way(hit));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn scores_add_up_and_paths_are_real(
        seed in 1..u64::MAX,
        messages in 1..80u64,
        entities in 1..20u64,
        per_message in 0..5usize,
        alpha in 0.05..0.9f32,
    ) {
        let options = Options { alpha, hub_documents: 10, ..Options::default() };
        let index = index_with(options, random_events(seed, messages, entities, per_message));
        let seeds = index.seeds("Name1 Name2 Name5 Name11 theme 1 theme 2", &[]);
        let hits = index.walk(&seeds, &all(), 1000, None);
        prop_assert!(hits.iter().map(|hit| f64::from(hit.score)).sum::<f64>() <= 1.0 + 1e-5);
        prop_assert!(hits.is_sorted_by(|a, b| a.score > b.score || a.score == b.score && a.doc < b.doc));
        for hit in &hits {
            check_path(&index, hit, |node| !matches!(node, NodeRef::Document(_)));
        }
        let from: Vec<(DocId, f32)> = hits.iter().take(3).map(|hit| (hit.doc, hit.score)).collect();
        for hit in index.expand(&from, &all(), 1000) {
            check_path(&index, &hit, |node| from.iter().any(|(doc, _)| *node == NodeRef::Document(*doc)));
            prop_assert!(from.iter().all(|(doc, _)| *doc != hit.doc));
        }
    }
}

fn touched(index: &Index, options: &Options, seeds: &Seeds) -> usize {
    let view = index.view();
    Pool::default().lend(view.len(), |scratch| {
        Walk::new(&view, options, None).spread(scratch, seeds.nodes());
        scratch.cells.len()
    })
}

/// The bound of Andersen, Chung and Lang at coarse epsilons, and the time at the default, printed.
#[test]
#[expect(clippy::print_stdout, reason = "the time is for a person to read")]
fn the_work_is_bounded_however_large_the_graph() {
    let index = index(random_events(8, 12_000, 3_000, 7));
    let edges = index.stats().edges;
    assert!(edges > 80_000, "{edges}");
    let mut times = Vec::new();
    for n in 1..=25 {
        let seeds = index.seeds(&format!("Name{n} and Name{} and theme 2", n * 100), &[]);
        for epsilon in [1e-2, 1e-3] {
            let options = Options { epsilon, ..Options::default() };
            let (touched, most) = (touched(&index, &options, &seeds), 1.0 / (options.alpha * epsilon) + 3.0);
            assert!(touched as f32 <= most, "{touched} nodes at {epsilon}, at most {most}");
        }
        let started = Instant::now();
        index.walk(&seeds, &all(), 100, None);
        times.push(started.elapsed());
    }
    times.sort();
    println!("walk over {edges} edges, unoptimised: median {:?}", times[times.len() / 2]);
}
