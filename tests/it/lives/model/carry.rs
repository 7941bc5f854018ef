//! Carrying out what is not refused.

use super::judge::said;
use super::{Finding, Kept, Life, Memory, Model, Observation, Quote};
use crate::lives::words::{ATTRIBUTES, MATTERS, VALUES};
use hupo::VerdictCode;

impl Model {
    /// Does what was found, and says what came of it.
    pub(super) fn carry_out(&mut self, finding: Finding) -> (VerdictCode, Vec<Kept>) {
        match finding {
            Finding::Corroborate(id, quotes) => {
                self.corroborate(id, quotes);
                (VerdictCode::Duplicate, vec![Kept::Memory(id)])
            }
            Finding::Known(kept) => (VerdictCode::Duplicate, vec![kept]),
            Finding::Memory(memory, corrected, conflicts) => self.remember(memory, corrected, &conflicts),
            Finding::State(fact) => {
                let replaces = fact.supersedes.is_some();
                let (kept, existed) = self.state(fact);
                let code = match (replaces, existed) {
                    (true, _) => VerdictCode::Supersedes,
                    (false, true) => VerdictCode::Duplicate,
                    (false, false) => VerdictCode::Accepted,
                };
                (code, vec![kept])
            }
            Finding::Observe(observation) => self.observe(observation),
            Finding::Item(item) => {
                let known = self.items.iter().position(|known| {
                    let same = !known.erased && MATTERS[known.text].1 == MATTERS[item.text].1;
                    same && rests_on_no_more(&item.quotes, &known.all_quotes(), &known.quotes)
                });
                if let Some(at) = known {
                    return (VerdictCode::Duplicate, vec![Kept::Item(at + 1)]);
                }
                self.items.push(item);
                (VerdictCode::Accepted, vec![Kept::Item(self.items.len())])
            }
            Finding::Close(id, ending, quotes) => {
                self.items[id - 1].closing = Some((ending, quotes));
                (VerdictCode::Accepted, vec![Kept::Item(id)])
            }
        }
    }

    /// Gives a memory that holds the quotes it lacks.
    pub(super) fn corroborate(&mut self, id: usize, quotes: Vec<Quote>) {
        let memory = &mut self.memories[id - 1];
        for quote in quotes {
            if memory.life == Life::Active && !memory.quotes.contains(&quote) {
                memory.quotes.push(quote);
            }
        }
    }

    /// A new memory; what it corrects and contradicts gives way.
    fn remember(&mut self, memory: Memory, corrected: Option<usize>, conflicts: &[usize]) -> (VerdictCode, Vec<Kept>) {
        self.memories.push(memory);
        let new = self.memories.len();
        let give_way: Vec<usize> = corrected.into_iter().chain(conflicts.iter().copied()).collect();
        for old in &give_way {
            let old = &mut self.memories[old - 1];
            (old.life, old.superseded_by) = (Life::Superseded, Some(new));
        }
        let code = if give_way.is_empty() { VerdictCode::Accepted } else { VerdictCode::Supersedes };
        (code, vec![Kept::Memory(new)])
    }

    /// States a fact; one stated before in these very words, and corrected since, does not come back.
    fn state(&mut self, fact: super::Fact) -> (Kept, bool) {
        let mut before = fact.supersedes.and_then(|living| self.facts[living - 1].supersedes);
        while let Some(id) = before {
            let known = &self.facts[id - 1];
            if !known.erased && known.value == fact.value && fact.quotes.iter().all(|one| known.quotes.contains(one)) {
                return (Kept::Fact(id), true);
            }
            before = known.supersedes;
        }
        if let Some(old) = fact.supersedes {
            self.facts[old - 1].superseded = true;
        }
        self.facts.push(fact);
        (Kept::Fact(self.facts.len()), false)
    }

    /// Logs, and routes what was stated outright into the profile.
    fn observe(&mut self, new: Observation) -> (VerdictCode, Vec<Kept>) {
        let same = |known: &Observation| {
            !known.erased
                && (known.users, known.stated) == (new.users, new.stated)
                && ATTRIBUTES[known.attribute].1 == ATTRIBUTES[new.attribute].1
                && VALUES[known.value].1 == VALUES[new.value].1
                && new.quotes.iter().all(|quote| known.quotes.contains(quote))
        };
        if let Some(at) = self.observations.iter().position(same) {
            return (VerdictCode::Duplicate, vec![Kept::Observation(at + 1)]);
        }
        self.observations.push(new.clone());
        let mut kept = vec![Kept::Observation(self.observations.len())];
        if new.stated {
            let stated = self.statement((new.users, new.attribute, new.value), new.quotes);
            if let Ok(Finding::State(fact)) = stated {
                kept.push(self.state(fact).0);
            }
        }
        (VerdictCode::Accepted, kept)
    }

    /// Refuses from here on what a memory says: by its key, or by its words where others of the key live.
    pub(super) fn bar(&mut self, memory: &Memory) {
        let fact = super::judge::fact(memory.key);
        let lives = |other: &Memory| {
            other.life == Life::Active
                && memory.key != 0
                && super::judge::fact(other.key) == fact
                && (other.scope, other.kind) == (memory.scope, memory.kind)
        };
        let by_words = memory.key == 0 || self.memories.iter().any(lives);
        let what = if by_words { super::Barred::Text(said(memory.text)) } else { super::Barred::Key(fact) };
        self.barred.insert((memory.scope, memory.kind, what));
    }
}

/// Whether a matter set up in these words is there: its first quote leads to it, and it rests on all of them.
fn rests_on_no_more(new: &[Quote], leads: &[Quote], known: &[Quote]) -> bool {
    let found = new.first().is_some_and(|first| leads.iter().any(|quote| quote.message == first.message));
    found && new.iter().all(|quote| known.contains(quote))
}

impl super::Item {
    fn all_quotes(&self) -> Vec<Quote> {
        let closing = self.closing.iter().flat_map(|(_, quotes)| quotes);
        self.quotes.iter().chain(closing).copied().collect()
    }
}
