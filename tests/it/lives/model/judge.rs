//! The rules, in the order of the design: shape, evidence, ownership, floor, repetition, semantic key.

use super::super::draw::{Cite, Claim, Proposed};
use super::super::words::{ATTRIBUTES, KEYS, MATTERS, TEXTS, TIMES, VALUES};
use super::{Barred, Fact, Finding, Item, Kept, Life, Memory, Model, Observation, Quote};
use hupo::{Ending, Kind, Role, Scope, VerdictCode};
use std::collections::BTreeSet;

type Judged<T> = Result<T, VerdictCode>;

/// The number of what a text says, of the fact a key names, of an attribute, a value, a matter.
pub(super) const fn said(text: usize) -> usize {
    TEXTS[text].1
}

pub(super) const fn fact(key: usize) -> usize {
    KEYS[key].2
}

impl Model {
    pub(super) fn examine(&self, proposed: &Proposed) -> Judged<Finding> {
        match proposed {
            Proposed::Memory(claim) => self.claim(claim),
            Proposed::Correction { of, text, cites } => self.correction(*of, *text, cites),
            Proposed::Profile { users, attribute, value, cites } => {
                let quotes = self.owned(*users, cites)?;
                self.statement((*users, *attribute, *value), quotes)
            }
            Proposed::Observe { users, stated, attribute, value, cites } => {
                let quotes = self.owned(*users, cites)?;
                let (users, stated, attribute, value) = (*users, *stated, *attribute, *value);
                Ok(Finding::Observe(Observation { users, stated, attribute, value, quotes, erased: false }))
            }
            Proposed::Item { text, cites } => self.item(*text, cites),
            Proposed::Close { item, ending, cites } => self.close(*item, *ending, cites),
        }
    }

    /// Promise 1: every quote, found; the same one once.
    pub(super) fn quotes(&self, cites: &[Cite]) -> Judged<Vec<Quote>> {
        let mut quotes = Vec::new();
        for cite in cites {
            let message = self.messages.get(cite.message - 1).ok_or(VerdictCode::UnknownMessage)?;
            match cite {
                _ if message.erased => return Err(VerdictCode::ErasedSource),
                Cite { lie: true, .. } => return Err(VerdictCode::WrongRole),
                Cite { quote: 2, .. } => return Err(VerdictCode::QuoteNotFound),
                Cite { message, quote, .. } => {
                    let found = Quote { message: *message, quote: *quote };
                    if !quotes.contains(&found) {
                        quotes.push(found);
                    }
                }
            }
        }
        if quotes.is_empty() { Err(VerdictCode::Invalid) } else { Ok(quotes) }
    }

    /// Promise 2.
    fn owned(&self, users: bool, cites: &[Cite]) -> Judged<Vec<Quote>> {
        let quotes = self.quotes(cites)?;
        if users && !self.has_users(&quotes) { Err(VerdictCode::NoUserSource) } else { Ok(quotes) }
    }

    fn claim(&self, claim: &Claim) -> Judged<Finding> {
        if matches!(TIMES[claim.time], (Some(from), Some(to)) if to <= from) {
            return Err(VerdictCode::Invalid);
        }
        let quotes = self.owned(claim.scope.needs_user_words(), &claim.cites)?;
        let floor = match (claim.scope, claim.kind) {
            (Scope::User | Scope::Shared, _) => 5,
            (Scope::Companion, Kind::Emotion) => 3,
            (Scope::Companion, _) => 1,
        };
        if claim.importance < floor {
            return Err(VerdictCode::BelowImportanceFloor);
        }
        self.repeated(claim, &quotes)?;
        self.met(memory(claim, quotes), None)
    }

    /// A pattern needs two messages on two local days, the user's own where it is about the user.
    fn repeated(&self, claim: &Claim, quotes: &[Quote]) -> Judged<()> {
        let seen = || quotes.iter().filter(|quote| !claim.scope.needs_user_words() || self.is_users(quote));
        let messages: BTreeSet<usize> = seen().map(|quote| quote.message).collect();
        let days: BTreeSet<i64> = seen().map(|quote| self.messages[quote.message - 1].day).collect();
        let often = messages.len() >= 2 && days.len() >= 2;
        if claim.kind == Kind::Pattern && !often { Err(VerdictCode::NeedsRepetition) } else { Ok(()) }
    }

    fn correction(&self, of: usize, text: usize, cites: &[Cite]) -> Judged<Finding> {
        let quotes = self.owned(true, cites)?;
        let old = self.holding(of)?;
        let new =
            Memory { text, time: 0, quotes, life: Life::Active, disputed: false, superseded_by: None, ..old.clone() };
        if said(new.text) == said(old.text) {
            return Ok(Finding::Corroborate(of, new.quotes));
        }
        self.met(new, Some(of))
    }

    /// A memory that nothing took the place of.
    pub(super) fn holding(&self, id: usize) -> Judged<&Memory> {
        let memory = self.memories.get(id - 1).ok_or(VerdictCode::UnknownTarget)?;
        match (memory.life, memory.superseded_by) {
            (Life::Erased, _) => Err(VerdictCode::ErasedSource),
            (_, Some(_)) => Err(VerdictCode::UnknownTarget),
            (Life::Active | Life::Superseded, None) => Ok(memory),
        }
    }

    /// The semantic key (promise 6).
    fn met(&self, new: Memory, corrected: Option<usize>) -> Judged<Finding> {
        let barred = |what| self.barred.contains(&(new.scope, new.kind, what));
        let by_key = corrected.is_none() && new.key != 0 && barred(Barred::Key(fact(new.key)));
        if by_key || barred(Barred::Text(said(new.text))) {
            return Err(VerdictCode::ErasedSource);
        }
        let meets = |(at, old): (usize, &Memory)| {
            let same_fact = fact(old.key) == fact(new.key) && (old.scope, old.kind) == (new.scope, new.kind);
            let says_it = new.key != 0 || said(old.text) == said(new.text);
            let meets = old.life == Life::Active && same_fact && says_it && overlap(old.time, new.time);
            (meets && corrected != Some(at + 1)).then_some(at + 1)
        };
        let met: Vec<usize> = self.memories.iter().enumerate().filter_map(meets).collect();
        if let Some(same) = met.iter().find(|id| said(self.memories[**id - 1].text) == said(new.text)) {
            return Ok(Finding::Corroborate(*same, new.quotes));
        }
        Ok(Finding::Memory(new, corrected, met))
    }

    /// The latest words of an attribute count.
    pub(super) fn statement(
        &self,
        (users, attribute, value): (bool, usize, usize),
        quotes: Vec<Quote>,
    ) -> Judged<Finding> {
        let living = self.living_fact(users, attribute);
        if let Some(id) = living.filter(|id| VALUES[self.facts[id - 1].value].1 == VALUES[value].1) {
            return Ok(Finding::Known(Kept::Fact(id)));
        }
        let last = |quotes: &[Quote]| quotes.iter().map(|quote| quote.message).max();
        if living.is_some_and(|id| last(&quotes) < last(&self.facts[id - 1].quotes)) {
            return Err(VerdictCode::Conflict);
        }
        Ok(Finding::State(Fact {
            users,
            attribute,
            value,
            quotes,
            supersedes: living,
            superseded: false,
            erased: false,
        }))
    }

    pub(super) fn living_fact(&self, users: bool, attribute: usize) -> Option<usize> {
        let same = |fact: &Fact| fact.users == users && ATTRIBUTES[fact.attribute].1 == ATTRIBUTES[attribute].1;
        self.facts.iter().position(|fact| same(fact) && !fact.superseded && !fact.erased).map(|at| at + 1)
    }

    fn item(&self, text: usize, cites: &[Cite]) -> Judged<Finding> {
        let quotes = self.owned(true, cites)?;
        let same = |item: &Item| MATTERS[item.text].1 == MATTERS[text].1 && !item.erased && item.closing.is_none();
        if let Some(at) = self.items.iter().rposition(same) {
            return Ok(Finding::Known(Kept::Item(at + 1)));
        }
        Ok(Finding::Item(Item { text, quotes, closing: None, erased: false }))
    }

    /// A matter ends by the user's words, and by others than those that set it up.
    fn close(&self, id: usize, ending: Ending, cites: &[Cite]) -> Judged<Finding> {
        let quotes = self.owned(true, cites)?;
        let item = self.items.get(id - 1).ok_or(VerdictCode::UnknownTarget)?;
        if item.erased {
            return Err(VerdictCode::ErasedSource);
        }
        if item.closing.is_some() {
            return Err(VerdictCode::UnknownTarget);
        }
        if !quotes.iter().any(|quote| self.is_users(quote) && !item.quotes.contains(quote)) {
            return Err(VerdictCode::NoUserSource);
        }
        Ok(Finding::Close(id, ending, quotes))
    }

    /// The role a quote is cited under.
    pub(in super::super) fn role(&self, cite: &Cite) -> Role {
        let users = self.messages.get(cite.message - 1).is_none_or(|message| message.users);
        if users == cite.lie { Role::Companion } else { Role::User }
    }
}

pub(super) fn memory(claim: &Claim, quotes: Vec<Quote>) -> Memory {
    Memory {
        scope: claim.scope,
        kind: claim.kind,
        key: claim.key,
        text: claim.text,
        time: claim.time,
        quotes,
        life: Life::Active,
        disputed: false,
        superseded_by: None,
    }
}

fn overlap(a: usize, b: usize) -> bool {
    let before = |to: Option<i64>, from: Option<i64>| matches!((to, from), (Some(to), Some(from)) if to <= from);
    !before(TIMES[a].1, TIMES[b].0) && !before(TIMES[b].1, TIMES[a].0)
}
