//! Rankings: what each leg found, best first.

use hupo_graph::Step;
use hupo_types::DocId;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Where a place in the fusion comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Keyword leg: the document's own words.
    Words,
    /// Keyword leg: its words and those of its context.
    Window,
    /// Vector leg.
    Vector,
    /// Graph leg, from the people and topics of the question.
    Graph,
    /// Graph leg, one step from the best documents.
    Step,
    /// Lying in a time the question names.
    Time,
    /// Lying near other good candidates in time.
    Company,
}

/// A document in a ranking.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ranked {
    /// Which document.
    pub(crate) doc: DocId,
    /// The leg's own score; comparable only within the ranking.
    pub(crate) score: f32,
}

/// What one search found, best first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ranking {
    /// The documents.
    pub(crate) hits: Vec<Ranked>,
    /// How the walk came to each, for the graph leg.
    pub(crate) paths: HashMap<DocId, Vec<Step>>,
    /// All hits share the first place.
    pub(crate) tied: bool,
    /// A place counts as much as its hit's score says, 0 to 1.
    pub(crate) graded: bool,
    /// Wall time of the search, in milliseconds.
    pub(crate) ms: f32,
    /// Why the search ended without an answer, where it did.
    pub(crate) failed: Option<String>,
}

impl Ranking {
    /// The hits with their places, from 1.
    pub(crate) fn places(&self) -> impl Iterator<Item = (Ranked, usize)> + '_ {
        self.hits.iter().copied().zip(1..).map(|(hit, rank)| (hit, if self.tied { 1 } else { rank }))
    }
}
