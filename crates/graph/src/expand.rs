//! The second step: from documents that were found already to those one shared thing away.

use crate::edge::Link;
use crate::node::Node;
use crate::scratch::Scratch;
use crate::walk::{Walk, is_usable};
use hupo_types::DocId;
use std::collections::HashSet;

/// Spreads the documents' weights: straight to neighbouring turns and along evidence, and through each entity or topic
/// that has few documents to all of those. Weights are not divided among edges, so a document that mentions much is
/// no worse a start than one that mentions little. The sources settle no mass. Nothing goes through the nodes `named`.
pub(crate) fn expand(walk: &Walk<'_>, scratch: &mut Scratch, from: &[(DocId, f32)], named: &HashSet<u32>) {
    let sources: Vec<u32> =
        sources(walk, from).into_iter().map(|(node, weight)| source(scratch, node, weight)).collect();
    for at in sources {
        first_half(walk, scratch, at, named);
    }
    let through = std::mem::take(&mut scratch.waiting);
    through.iter().for_each(|&at| second_half(walk, scratch, at));
    scratch.waiting = through;
}

/// The heaviest of the documents that may be walked, as nodes; one given twice counts with its larger weight.
fn sources(walk: &Walk<'_>, from: &[(DocId, f32)]) -> Vec<(u32, f32)> {
    let number = |&(doc, weight): &(DocId, f32)| Some((walk.view.open_number(Node::Document(doc))?, doc, weight));
    let mut sources: Vec<(u32, DocId, f32)> =
        from.iter().filter(|(_, weight)| is_usable(*weight)).filter_map(number).collect();
    sources.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.1.cmp(&b.1)));
    let mut seen = HashSet::new();
    sources.retain(|(number, ..)| seen.insert(*number));
    sources.truncate(walk.options.expand_from);
    sources.into_iter().map(|(number, _, weight)| (number, weight)).collect()
}

fn source(scratch: &mut Scratch, node: u32, weight: f32) -> u32 {
    let at = scratch.seed(node);
    if let Some(cell) = scratch.cells.get_mut(at as usize) {
        cell.residual = weight;
    }
    at
}

/// From a source: documents settle what they get, entities and topics keep it for the second half.
fn first_half(walk: &Walk<'_>, scratch: &mut Scratch, at: u32, named: &HashSet<u32>) {
    let Some((node, amount)) = scratch.cells.get(at as usize).map(|cell| (cell.node, cell.residual)) else { return };
    for half in walk.view.adjacency(node).iter().filter(|half| !named.contains(&half.to)) {
        let weight = walk.weight(half, None, limit(walk));
        if weight > 0.0 {
            let to = scratch.reach(walk.view, at, half, amount * weight);
            let Some(cell) = scratch.cells.get_mut(to as usize) else { continue };
            match half.link() {
                Link::Next | Link::RestsOn => cell.mass += amount * weight,
                // The weight is the entity's own, so it is counted once on the way out, not on the way in.
                Link::Mentions | Link::BelongsTo => cell.residual += amount,
                Link::Relation(_) => {}
            }
            if !cell.waiting && walk.view.node(half.to).document().is_none() {
                cell.waiting = true;
                scratch.waiting.push(to);
            }
        }
    }
}

fn second_half(walk: &Walk<'_>, scratch: &mut Scratch, at: u32) {
    let Some((node, amount)) = scratch.cells.get(at as usize).map(|cell| (cell.node, cell.residual)) else { return };
    let own = walk.spreads(node, limit(walk));
    for half in walk.view.adjacency(node).iter() {
        let weight = match half.link() {
            Link::Mentions | Link::BelongsTo => walk.weight(half, Some(own), limit(walk)),
            Link::Next | Link::RestsOn | Link::Relation(_) => 0.0,
        };
        if weight > 0.0 {
            let to = scratch.reach(walk.view, at, half, amount * weight);
            if let Some(cell) = scratch.cells.get_mut(to as usize) {
                cell.mass += amount * weight;
            }
        }
    }
}

fn limit(walk: &Walk<'_>) -> u32 {
    u32::try_from(walk.options.expand_documents).unwrap_or(u32::MAX)
}
