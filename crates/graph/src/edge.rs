//! Edges: what joins two nodes, and how an edge is packed.

use hupo_types::{Interval, RelationId};
use serde::Serialize;
use std::fmt;
use std::sync::Arc;

/// What joins two nodes, as an explanation shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EdgeKind {
    /// A document and an entity it mentions.
    Mentions,
    /// A memory and a topic it belongs to.
    BelongsTo,
    /// Neighbouring turns of one session.
    Next,
    /// A memory and a message it rests on.
    RestsOn,
    /// Two entities.
    Relation {
        /// Which relation.
        id: RelationId,
        /// What it says: `sister_of`.
        predicate: String,
        /// The step goes from the relation's `to` to its `from`.
        reversed: bool,
    },
}

impl fmt::Display for EdgeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mentions => f.write_str("mentions"),
            Self::BelongsTo => f.write_str("belongs to"),
            Self::Next => f.write_str("next"),
            Self::RestsOn => f.write_str("rests on"),
            Self::Relation { predicate, reversed: false, .. } => f.write_str(predicate),
            Self::Relation { predicate, reversed: true, .. } => write!(f, "{predicate} (backwards)"),
        }
    }
}

/// What an edge is, inside; a relation by its place in the list of facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Link {
    Mentions,
    BelongsTo,
    Next,
    RestsOn,
    Relation(u32),
}

/// What a relation says, and when it holds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fact {
    pub(crate) id: RelationId,
    pub(crate) predicate: Arc<str>,
    pub(crate) valid: Interval,
}

/// Facts the packed form can number.
pub(crate) const MOST_FACTS: usize = 1 << (32 - FACT_SHIFT);
const REVERSED: u32 = 1 << 3;
const FACT_SHIFT: u32 = 4;

/// One end of an edge as the other sees it: where it leads and what it is, in eight bytes.
///
/// The packed link: three bits of kind, one of direction, the rest the number of the fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Half {
    pub(crate) to: u32,
    packed: u32,
}

impl Half {
    /// `reversed`: the edge is walked from its second node to its first.
    pub(crate) const fn new(to: u32, link: Link, reversed: bool) -> Self {
        let kind = match link {
            Link::Mentions => 0,
            Link::BelongsTo => 1,
            Link::Next => 2,
            Link::RestsOn => 3,
            Link::Relation(fact) => 4 | fact << FACT_SHIFT,
        };
        Self { to, packed: if reversed { kind | REVERSED } else { kind } }
    }

    pub(crate) const fn link(self) -> Link {
        match self.packed & 7 {
            0 => Link::Mentions,
            1 => Link::BelongsTo,
            2 => Link::Next,
            3 => Link::RestsOn,
            _ => Link::Relation(self.packed >> FACT_SHIFT),
        }
    }

    pub(crate) const fn is_reversed(self) -> bool {
        self.packed & REVERSED != 0
    }
}
