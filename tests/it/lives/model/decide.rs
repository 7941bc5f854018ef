//! What a person decides of a proposal that waits.

use super::super::draw::{Decision, Proposed};
use super::{Barred, Kept, Life, Memory, Model};
use hupo::VerdictCode;

impl Model {
    /// Settles a proposal; what is refused goes on waiting.
    pub(super) fn settle(&mut self, id: usize, decision: Decision) -> Result<VerdictCode, VerdictCode> {
        let review = self.reviews[id - 1].clone();
        if review.erased {
            return Err(VerdictCode::ErasedSource);
        }
        if review.decision.is_some() {
            return Err(VerdictCode::UnknownTarget);
        }
        let (code, kept) = match decision {
            Decision::Approve => {
                let finding = self.examine(&review.proposed)?;
                self.carry_out(finding)
            }
            Decision::Merge(into) => self.merge_into(&review.proposed, into)?,
            Decision::Reject { bar } => {
                if bar {
                    let memory = self.memory_of(&review.proposed).ok_or(VerdictCode::Invalid)?;
                    self.bar(&memory);
                }
                (VerdictCode::Accepted, Vec::new())
            }
        };
        let settled = &mut self.reviews[id - 1];
        (settled.decision, settled.kept) = (Some(decision), kept);
        for contradicted in review.conflicts {
            self.restore(contradicted);
        }
        Ok(code)
    }

    pub(in super::super) fn decide(&mut self, id: usize, decision: Decision) -> VerdictCode {
        self.settle(id, decision).unwrap_or_else(|refused| refused)
    }

    fn merge_into(&mut self, proposed: &Proposed, into: usize) -> Result<(VerdictCode, Vec<Kept>), VerdictCode> {
        self.holding(into)?;
        self.memory_of(proposed).ok_or(VerdictCode::Invalid)?;
        let quotes = match proposed {
            Proposed::Memory(claim) => self.quotes(&claim.cites)?,
            Proposed::Correction { cites, .. } => self.quotes(cites)?,
            Proposed::Profile { .. } | Proposed::Observe { .. } | Proposed::Item { .. } | Proposed::Close { .. } => {
                Vec::new()
            }
        };
        self.corroborate(into, quotes);
        Ok((VerdictCode::Duplicate, vec![Kept::Memory(into)]))
    }

    /// The memory a proposal would become.
    fn memory_of(&self, proposed: &Proposed) -> Option<Memory> {
        match proposed {
            Proposed::Memory(claim) => Some(super::judge::memory(claim, Vec::new())),
            Proposed::Correction { of, text, .. } => {
                let old = self.memories.get(of - 1).filter(|old| old.life != Life::Erased)?;
                Some(Memory { text: *text, time: 0, quotes: Vec::new(), ..old.clone() })
            }
            Proposed::Profile { .. } | Proposed::Observe { .. } | Proposed::Item { .. } | Proposed::Close { .. } => {
                None
            }
        }
    }

    /// A memory that was contradicted, or what took its place, is disputed as long as anything that waits contradicts it.
    fn restore(&mut self, contradicted: usize) {
        let holder = self.holder(contradicted);
        if self.memories[holder - 1].life != Life::Active {
            return;
        }
        let mut waiting = self.reviews.iter().filter(|review| review.waits()).flat_map(|review| &review.conflicts);
        let disputed = waiting.any(|other| self.holder(*other) == holder);
        self.memories[holder - 1].disputed = disputed;
    }

    /// The last of those that took a memory's place.
    fn holder(&self, id: usize) -> usize {
        let mut holder = id;
        while let Some(by) = self.memories[holder - 1].superseded_by {
            holder = by;
        }
        holder
    }

    /// What a person wants gone may not come back, unless another living memory shows that its key is wanted.
    pub(super) fn bar_erased(&mut self, id: usize) {
        let memory = self.memories[id - 1].clone();
        let fact = super::judge::fact(memory.key);
        let lives_on = self.memories.iter().enumerate().any(|(at, other)| {
            at + 1 != id
                && other.life == Life::Active
                && memory.key != 0
                && super::judge::fact(other.key) == fact
                && (other.scope, other.kind) == (memory.scope, memory.kind)
        });
        let what = if memory.key == 0 { Barred::Text(super::judge::said(memory.text)) } else { Barred::Key(fact) };
        if !lives_on {
            self.barred.insert((memory.scope, memory.kind, what));
        }
    }
}
