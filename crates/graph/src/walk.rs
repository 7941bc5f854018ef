//! The walk: personalised PageRank from the seeds, by forward push.
//!
//! Andersen, Chung, Lang 2006, "Local graph partitioning using PageRank vectors": a node that holds at least `epsilon`
//! mass an edge keeps the share `alpha` and passes the rest on along its edges, by weight. The work is at most
//! `1 / (alpha * epsilon)` edges, however large the graph. Here nodes push in rounds, all of a round at once, so the
//! outcome does not depend on the order in which the graph was learnt (but for the rounding of sums).

use crate::edge::{Half, Link};
use crate::hit::Hit;
use crate::node::Node;
use crate::options::Options;
use crate::scratch::Scratch;
use crate::view::View;
use hupo_types::{DocId, DocSet, Timestamp};
use std::cmp::Reverse;

/// Scores come in steps of this, so that sums that differ by rounding alone are ties.
const STEPS: f64 = 1e9;

/// What decides where mass may go.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Walk<'a> {
    pub(crate) view: &'a View,
    pub(crate) options: &'a Options,
    /// Relations must hold at this time; all do if there is none.
    pub(crate) at: Option<Timestamp>,
    pub(crate) hub_limit: u32,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(view: &'a View, options: &'a Options, at: Option<Timestamp>) -> Self {
        Self { view, options, at, hub_limit: options.hub_limit(view.stats.documents) }
    }

    /// Spreads a mass of 1 from the seeds. What no node settled stays behind as residual; nothing is lost.
    pub(crate) fn spread(&self, scratch: &mut Scratch, seeds: impl Iterator<Item = (Node, f32)>) {
        self.start(scratch, seeds);
        while self.choose(scratch) {
            let passing = std::mem::take(&mut scratch.passing);
            passing.iter().for_each(|&(cell, amount)| self.push(scratch, cell, amount));
            scratch.passing = passing;
        }
    }

    fn start(&self, scratch: &mut Scratch, seeds: impl Iterator<Item = (Node, f32)>) {
        let usable = |(node, weight): (Node, f32)| {
            Some((self.view.open_number(node)?, weight)).filter(|(_, weight)| is_usable(*weight))
        };
        let mut seeds: Vec<(u32, f32)> = seeds.filter_map(usable).collect();
        seeds.sort_by_key(|(number, _)| self.view.node(*number));
        let total: f64 = seeds.iter().map(|(_, weight)| f64::from(*weight)).sum();
        for (node, weight) in seeds {
            let cell = scratch.seed(node);
            wait(scratch, cell, (f64::from(weight) / total) as f32);
        }
    }

    /// Picks the nodes of the next round: of those that got something, the ones that hold enough.
    fn choose(&self, scratch: &mut Scratch) -> bool {
        scratch.passing.clear();
        let Scratch { cells, waiting, passing, .. } = scratch;
        for at in waiting.drain(..) {
            let Some(cell) = cells.get_mut(at as usize) else { continue };
            cell.waiting = false;
            if cell.residual >= self.options.epsilon * self.view.adjacency(cell.node).len().max(1) as f32 {
                passing.push((at, std::mem::take(&mut cell.residual)));
            }
        }
        !passing.is_empty()
    }

    fn push(&self, scratch: &mut Scratch, at: u32, amount: f32) {
        let Some(node) = scratch.cells.get(at as usize).map(|cell| cell.node) else { return };
        let total = self.weigh(node, &mut scratch.weights);
        let kept = if total > 0.0 { self.options.alpha * amount } else { amount };
        if let Some(cell) = scratch.cells.get_mut(at as usize) {
            cell.mass += kept;
        }
        if total > 0.0 {
            self.pass(scratch, at, node, (amount - kept) / total);
        }
    }

    /// Passes `unit` mass a unit of weight along every edge of the node that was weighed last.
    fn pass(&self, scratch: &mut Scratch, at: u32, node: u32, unit: f32) {
        let weights = std::mem::take(&mut scratch.weights);
        for (half, weight) in self.view.adjacency(node).iter().zip(&weights) {
            if *weight > 0.0 {
                let to = scratch.reach(self.view, at, half, unit * weight);
                wait(scratch, to, unit * weight);
            }
        }
        scratch.weights = weights;
    }

    /// Weights of the edges of a node, in their order, and their sum.
    pub(crate) fn weigh(&self, node: u32, weights: &mut Vec<f32>) -> f32 {
        weights.clear();
        let own = match self.view.node(node) {
            Node::Document(_) => None,
            Node::Entity(_) | Node::Topic(_) => Some(self.spreads(node, self.hub_limit)),
        };
        weights.extend(self.view.adjacency(node).iter().map(|half| self.weight(half, own, self.hub_limit)));
        weights.iter().sum()
    }

    /// The weight of an edge; 0 if it may not be walked. `own`: what the entity or topic it starts from spreads.
    pub(crate) fn weight(&self, half: Half, own: Option<f32>, limit: u32) -> f32 {
        if self.view.is_closed(half.to) {
            return 0.0;
        }
        let rarity = || own.unwrap_or_else(|| self.spreads(half.to, limit));
        match half.link() {
            Link::Mentions => self.options.mention * rarity(),
            Link::BelongsTo => self.options.topic * rarity(),
            Link::Next => self.options.next,
            Link::RestsOn => self.options.evidence,
            Link::Relation(fact) if self.holds(fact) => self.options.relation,
            Link::Relation(_) => 0.0,
        }
    }

    /// The rarity of an entity or topic; 0 if it has more documents than the limit.
    pub(crate) fn spreads(&self, number: u32, limit: u32) -> f32 {
        let (documents, rarity) = self.view.documents(number);
        if documents > limit { 0.0 } else { rarity }
    }

    fn holds(&self, fact: u32) -> bool {
        !self.view.is_gone(fact) && self.at.is_none_or(|at| self.view.fact(fact).valid.contains(at))
    }
}

/// Whether a weight that a caller gave can be spread.
pub(crate) fn is_usable(weight: f32) -> bool {
    weight.is_finite() && weight > 0.0
}

#[inline]
fn wait(scratch: &mut Scratch, at: u32, amount: f32) {
    let Some(cell) = scratch.cells.get_mut(at as usize) else { return };
    cell.residual += amount;
    if !cell.waiting {
        cell.waiting = true;
        scratch.waiting.push(at);
    }
}

/// The allowed documents with the most mass, ties by id, each with its path.
pub(crate) fn best(view: &View, scratch: &Scratch, allowed: &DocSet, k: usize) -> Vec<Hit> {
    let ranked = |(at, cell): (u32, &crate::scratch::Cell)| {
        let doc = view.node(cell.node).document().filter(|doc| allowed.contains(*doc))?;
        let steps = (f64::from(cell.mass) * STEPS).floor() as u64;
        (steps > 0 && cell.is_reached()).then_some((Reverse(steps), doc, at))
    };
    let mut found: Vec<(Reverse<u64>, DocId, u32)> = (0..).zip(&scratch.cells).filter_map(ranked).collect();
    if found.len() > k && k > 0 {
        found.select_nth_unstable(k - 1);
    }
    found.truncate(k);
    found.sort_unstable();
    let hit = |(Reverse(steps), doc, at): (Reverse<u64>, DocId, u32)| Hit {
        doc,
        score: (steps as f64 / STEPS) as f32,
        path: scratch.path(view, at),
    };
    found.into_iter().map(hit).collect()
}
