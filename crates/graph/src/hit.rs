//! What the leg answers: documents, with the way that led to each.

use crate::{EdgeKind, NodeRef};
use hupo_types::DocId;
use serde::Serialize;

/// A document the leg found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hit {
    /// Which.
    pub doc: DocId,
    /// Its share of the walk's mass, above 0, in steps of 1e-9; of a walk they add up to at most 1.
    /// From `expand`: what it received, on the scale of the weights given.
    pub score: f32,
    /// The way that brought it most, from a seed or a source to the document; never empty.
    pub path: Vec<Step>,
}

/// One edge of a path. The `to` of a step is the `from` of the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Where it starts.
    pub from: NodeRef,
    /// What joins the two.
    pub edge: EdgeKind,
    /// Where it ends.
    pub to: NodeRef,
}

/// A node beside a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Neighbour {
    /// What joins them.
    pub edge: EdgeKind,
    /// The node.
    pub node: NodeRef,
}
