//! Seeds: the entities and topics a question names, where the walk begins.

use crate::node::Node;
use crate::options::Options;
use crate::view::View;
use hupo_types::{EntityId, TopicId};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// One named thing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Seed<Id> {
    /// Which.
    pub id: Id,
    /// The words that name it, as they stand in the question or the list of people.
    pub matched: String,
    /// How much it weighs beside the other seeds, above 0 and at most 1: 1 for a thing of one document, less the more
    /// it has; a name that several things share is divided among them.
    pub weight: f32,
}

/// What a question names. A caller may add to it or take away; weights are relative, and unknown ids lead nowhere.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Seeds {
    /// Ascending by id, each once.
    pub entities: Vec<Seed<EntityId>>,
    /// Ascending by id, each once.
    pub topics: Vec<Seed<TopicId>>,
}

impl Seeds {
    /// Whether nothing was named.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty() && self.topics.is_empty()
    }

    /// How much the walk from these seeds is worth beside the other legs, 0 to 1: the square of the largest weight.
    ///
    /// A walk from things that are everywhere orders documents by next to nothing. Weighting its ranks by this, rank
    /// fusion kept what the walk adds where rare things are named and lost nothing where only common ones are
    /// (`examples/headroom.rs`; the square was chosen on hotpot-train100 and lifebench-en).
    pub fn sharpness(&self) -> f32 {
        self.nodes().map(|(_, weight)| weight.clamp(0.0, 1.0).powi(2)).fold(0.0, f32::max)
    }

    pub(crate) fn find(view: &View, options: &Options, question: &str, people: &[String]) -> Self {
        let mut best = BTreeMap::new();
        take(view, question, 1.0, &mut best);
        people.iter().for_each(|person| take(view, person, options.people, &mut best));
        let mut seeds = Self::default();
        for (node, (matched, weight)) in best {
            match node {
                Node::Entity(id) => seeds.entities.push(Seed { id, matched, weight }),
                Node::Topic(id) => seeds.topics.push(Seed { id, matched, weight }),
                Node::Document(_) => {}
            }
        }
        seeds
    }

    /// The seeds as nodes with weights.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = (Node, f32)> + '_ {
        let entities = self.entities.iter().map(|seed| (Node::Entity(seed.id), seed.weight));
        entities.chain(self.topics.iter().map(|seed| (Node::Topic(seed.id), seed.weight)))
    }
}

/// Names found in one text, each kept with its largest weight.
fn take(view: &View, text: &str, factor: f32, best: &mut BTreeMap<Node, (String, f32)>) {
    let folded = hupo_text::fold(text);
    let found = view.names.find(&folded.text);
    for group in found.chunk_by(|(_, a), (_, b)| a.start == b.start && a.end == b.end) {
        let Some((_, mention)) = group.first() else { continue };
        let matched = text.get(folded.original(mention.start..mention.end)).unwrap_or_default();
        let nodes: BTreeSet<Node> = group.iter().map(|(node, _)| counts_as(view, *node)).collect();
        for node in &nodes {
            let weight = factor * idf(view, *node) / nodes.len() as f32;
            let known = best.get(node).is_some_and(|(_, known)| *known >= weight);
            if weight > 0.0 && !known {
                best.insert(*node, (matched.to_owned(), weight));
            }
        }
    }
}

/// A node of another name may be the same thing.
fn counts_as(view: &View, node: Node) -> Node {
    view.number(node).map_or(node, |number| view.node(number))
}

/// `ln(1 + documents of the space / documents of the thing)`, beside that of a thing of one document.
fn idf(view: &View, node: Node) -> f32 {
    let count = view.number(node).map_or(0, |number| view.documents(number).0);
    let documents = view.stats.documents.max(1) as f32;
    (documents / count.max(1) as f32).ln_1p() / documents.ln_1p()
}
