//! The plain model: what a space should hold, in vectors, with the rules of the design written down a second time.

mod carry;
mod decide;
mod erase;
mod judge;

use super::draw::{Claim, Counts, Decision, Proposed};
use super::words::NAMES;
use hupo::{Ending, Kind, Scope, VerdictCode};
use std::collections::BTreeSet;

/// A quote found: of which message, and which of its two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Quote {
    pub(super) message: usize,
    pub(super) quote: usize,
}

#[derive(Debug, Clone)]
pub(super) struct Message {
    pub(super) users: bool,
    pub(super) line: usize,
    /// The local day it was said on.
    pub(super) day: i64,
    pub(super) erased: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Life {
    Active,
    Superseded,
    Erased,
}

#[derive(Debug, Clone)]
pub(super) struct Memory {
    pub(super) scope: Scope,
    pub(super) kind: Kind,
    pub(super) key: usize,
    pub(super) text: usize,
    pub(super) time: usize,
    pub(super) quotes: Vec<Quote>,
    pub(super) life: Life,
    pub(super) disputed: bool,
    pub(super) superseded_by: Option<usize>,
}

/// What came of a proposal that was carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    Memory(usize),
    Fact(usize),
    Observation(usize),
    Item(usize),
}

#[derive(Debug, Clone)]
pub(super) struct Review {
    pub(super) proposed: Proposed,
    pub(super) conflicts: Vec<usize>,
    pub(super) decision: Option<Decision>,
    pub(super) kept: Vec<Kept>,
    pub(super) erased: bool,
}

impl Review {
    pub(super) const fn waits(&self) -> bool {
        self.decision.is_none() && !self.erased
    }
}

#[derive(Debug, Clone)]
pub(super) struct Fact {
    pub(super) users: bool,
    pub(super) attribute: usize,
    pub(super) value: usize,
    pub(super) quotes: Vec<Quote>,
    pub(super) supersedes: Option<usize>,
    pub(super) superseded: bool,
    pub(super) erased: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Observation {
    pub(super) users: bool,
    pub(super) stated: bool,
    pub(super) attribute: usize,
    pub(super) value: usize,
    pub(super) quotes: Vec<Quote>,
    pub(super) erased: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) text: usize,
    pub(super) quotes: Vec<Quote>,
    pub(super) closing: Option<(Ending, Vec<Quote>)>,
    pub(super) erased: bool,
}

/// Why a fact may not come back: its key, or what it says where it has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Barred {
    Key(usize),
    Text(usize),
}

/// Everything.
#[derive(Debug, Default)]
pub(super) struct Model {
    pub(super) automatic: bool,
    pub(super) messages: Vec<Message>,
    pub(super) memories: Vec<Memory>,
    pub(super) reviews: Vec<Review>,
    pub(super) facts: Vec<Fact>,
    pub(super) observations: Vec<Observation>,
    pub(super) items: Vec<Item>,
    pub(super) barred: BTreeSet<(Scope, Kind, Barred)>,
    /// What each named thing was merged into, from 1.
    pub(super) merged: [Option<usize>; NAMES.len()],
}

/// What is to come of a proposal that is not refused.
#[derive(Debug, Clone)]
pub(super) enum Finding {
    /// It is known; these quotes go to the memory.
    Corroborate(usize, Vec<Quote>),
    /// It is known.
    Known(Kept),
    /// A memory, the one it corrects, and those it contradicts.
    Memory(Memory, Option<usize>, Vec<usize>),
    State(Fact),
    Observe(Observation),
    Item(Item),
    Close(usize, Ending, Vec<Quote>),
}

impl Finding {
    fn conflicts(&self) -> &[usize] {
        match self {
            Self::Memory(_, _, conflicts) => conflicts,
            Self::Corroborate(..)
            | Self::Known(_)
            | Self::State(_)
            | Self::Observe(_)
            | Self::Item(_)
            | Self::Close(..) => &[],
        }
    }
}

impl Model {
    pub(super) fn counts(&self) -> Counts {
        Counts {
            messages: self.messages.len(),
            memories: self.memories.len(),
            reviews: self.reviews.len(),
            items: self.items.len(),
        }
    }

    /// Hands in a proposal; one that is equal and waits already is the same.
    pub(super) fn propose(&mut self, proposed: &Proposed) -> VerdictCode {
        let finding = match self.examine(proposed) {
            Ok(finding) => finding,
            Err(code) => return code,
        };
        let known = matches!(finding, Finding::Corroborate(..) | Finding::Known(_));
        if known || !self.waits(proposed, &finding) {
            return self.carry_out(finding).0;
        }
        let conflicts = finding.conflicts().to_vec();
        let code = if conflicts.is_empty() { VerdictCode::Pending } else { VerdictCode::Conflict };
        if self.reviews.iter().any(|review| review.waits() && review.proposed == *proposed) {
            return code;
        }
        for id in &conflicts {
            self.memories[id - 1].disputed = true;
        }
        let proposed = proposed.clone();
        self.reviews.push(Review { proposed, conflicts, decision: None, kept: Vec::new(), erased: false });
        code
    }

    /// Whether a person decides: by policy (the log excepted), of a contradiction, and of what reads like an instruction.
    fn waits(&self, proposed: &Proposed, finding: &Finding) -> bool {
        let (by_policy, instructs) = match proposed {
            Proposed::Memory(Claim { text, .. }) | Proposed::Correction { text, .. } => {
                (true, *text == super::words::INSTRUCTION)
            }
            Proposed::Profile { .. } | Proposed::Item { .. } | Proposed::Close { .. } => (true, false),
            Proposed::Observe { .. } => (false, false),
        };
        (by_policy && !self.automatic) || !finding.conflicts().is_empty() || instructs
    }

    pub(super) fn is_users(&self, quote: &Quote) -> bool {
        self.messages[quote.message - 1].users
    }

    fn has_users(&self, quotes: &[Quote]) -> bool {
        quotes.iter().any(|quote| self.is_users(quote))
    }

    /// Says that two named things are one.
    pub(super) fn join(&mut self, keep: usize, merge: usize) -> VerdictCode {
        let root = self.root(keep);
        if root == merge || keep == merge {
            return VerdictCode::Cycle;
        }
        if self.merged[merge - 1].is_none() {
            self.merged[merge - 1] = Some(keep);
            return VerdictCode::Accepted;
        }
        if self.root(merge) == root { VerdictCode::Accepted } else { VerdictCode::UnknownTarget }
    }

    /// Says that they are two after all.
    pub(super) fn split(&mut self, entity: usize) -> VerdictCode {
        match self.merged[entity - 1].take() {
            Some(_) => VerdictCode::Accepted,
            None => VerdictCode::UnknownTarget,
        }
    }

    /// What a named thing counts as.
    pub(super) fn root(&self, entity: usize) -> usize {
        let mut root = entity;
        while let Some(next) = self.merged[root - 1] {
            root = next;
        }
        root
    }
}
