//! What goes when a message or a memory is erased.

use super::super::draw::{Cite, Claim, Decision, Proposed};
use super::judge::fact;
use super::{Barred, Kept, Life, Model, Quote, Review};
use hupo::{Kind, Scope};
use std::collections::BTreeSet;

/// What goes in one erasure.
#[derive(Default)]
struct Gone {
    message: Option<usize>,
    kept: Vec<Kept>,
    /// The fact that is erased with a memory.
    fact: Option<(Scope, Kind, Barred)>,
}

impl Model {
    pub(in super::super) fn erase_message(&mut self, id: usize) {
        if self.messages[id - 1].erased {
            return;
        }
        let mut gone = Gone { message: Some(id), ..Gone::default() };
        self.memories_lose(id, &mut gone);
        self.log_loses(id, &mut gone);
        self.messages[id - 1].erased = true;
        self.finish(&gone);
    }

    pub(in super::super) fn erase_memory(&mut self, id: usize) {
        let memory = &self.memories[id - 1];
        if memory.life == Life::Erased {
            return;
        }
        let fact = (memory.key != 0).then(|| (memory.scope, memory.kind, Barred::Key(fact(memory.key))));
        self.bar_erased(id);
        self.memories[id - 1].life = Life::Erased;
        self.finish(&Gone { message: None, kept: vec![Kept::Memory(id)], fact });
    }

    /// A memory stays as long as it has a quote, of the user's where it is about the user.
    fn memories_lose(&mut self, message: usize, gone: &mut Gone) {
        for at in 0..self.memories.len() {
            let left = without(&self.memories[at].quotes, message);
            if self.memories[at].life == Life::Erased || left.len() == self.memories[at].quotes.len() {
                continue;
            }
            let holds = !left.is_empty() && (self.has_users(&left) || !self.memories[at].scope.needs_user_words());
            if holds {
                self.memories[at].quotes = left;
            } else {
                self.memories[at].life = Life::Erased;
                gone.kept.push(Kept::Memory(at + 1));
            }
        }
    }

    fn log_loses(&mut self, message: usize, gone: &mut Gone) {
        for at in 0..self.facts.len() {
            let left = without(&self.facts[at].quotes, message);
            if self.is_unsaid(self.facts[at].users, &self.facts[at].quotes, &left) && !self.facts[at].erased {
                self.facts[at].erased = true;
                gone.kept.push(Kept::Fact(at + 1));
            }
            self.facts[at].quotes = left;
        }
        for at in 0..self.observations.len() {
            let left = without(&self.observations[at].quotes, message);
            let unsaid = self.is_unsaid(self.observations[at].users, &self.observations[at].quotes, &left);
            if unsaid && !self.observations[at].erased {
                self.observations[at].erased = true;
                gone.kept.push(Kept::Observation(at + 1));
            }
            self.observations[at].quotes = left;
        }
        for at in 0..self.items.len() {
            self.item_loses(at, message, gone);
        }
    }

    /// A matter whose ending nobody said any more is open again.
    fn item_loses(&mut self, at: usize, message: usize, gone: &mut Gone) {
        let left = without(&self.items[at].quotes, message);
        if self.is_unsaid(true, &self.items[at].quotes, &left) && !self.items[at].erased {
            self.items[at].erased = true;
            gone.kept.push(Kept::Item(at + 1));
        }
        let closing = self.items[at].closing.take().map(|(ending, quotes)| (ending, without(&quotes, message)));
        let closing = closing.filter(|(_, quotes)| self.has_users(quotes));
        (self.items[at].quotes, self.items[at].closing) = (left, closing);
    }

    fn is_unsaid(&self, users: bool, before: &[Quote], left: &[Quote]) -> bool {
        left.len() < before.len() && (left.is_empty() || (users && !self.has_users(left)))
    }

    /// Proposals that say something of what goes; disputes that end with them.
    fn finish(&mut self, gone: &Gone) {
        let goes: Vec<bool> = self.reviews.iter().map(|review| !review.erased && self.says(review, gone)).collect();
        let waiting = |going: bool| -> BTreeSet<usize> {
            let those = self.reviews.iter().zip(&goes).filter(|(review, goes)| review.waits() && **goes == going);
            those.flat_map(|(review, _)| review.conflicts.iter().copied()).collect()
        };
        let (ended, others) = (waiting(true), waiting(false));
        for id in ended.difference(&others) {
            if self.memories[id - 1].life == Life::Active {
                self.memories[id - 1].disputed = false;
            }
        }
        for (review, goes) in self.reviews.iter_mut().zip(goes) {
            review.erased |= goes;
        }
    }

    fn says(&self, review: &Review, gone: &Gone) -> bool {
        let stored = review.kept.iter().any(|kept| gone.kept.contains(kept));
        let merged = matches!(review.decision, Some(Decision::Merge(into)) if gone.kept.contains(&Kept::Memory(into)));
        stored || merged || concerns(&review.proposed, gone)
    }
}

fn concerns(proposed: &Proposed, gone: &Gone) -> bool {
    let cited = |cites: &[Cite]| cites.iter().any(|cite| gone.message == Some(cite.message));
    match proposed {
        Proposed::Memory(Claim { scope, kind, key, cites, .. }) => {
            cited(cites) || gone.fact == Some((*scope, *kind, Barred::Key(fact(*key))))
        }
        Proposed::Correction { of, cites, .. } => cited(cites) || gone.kept.contains(&Kept::Memory(*of)),
        Proposed::Profile { cites, .. } | Proposed::Observe { cites, .. } | Proposed::Item { cites, .. } => {
            cited(cites)
        }
        Proposed::Close { item, cites, .. } => cited(cites) || gone.kept.contains(&Kept::Item(*item)),
    }
}

fn without(quotes: &[Quote], message: usize) -> Vec<Quote> {
    quotes.iter().filter(|quote| quote.message != message).copied().collect()
}
