//! What the spaces of a root must hold, kept by somebody who only hears what was acknowledged.

use super::deed::{Act, Deed, Place};
use hupo::State;
use std::collections::{BTreeMap, BTreeSet};

/// A memory as it must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Kept {
    /// The line it rests on.
    pub(super) line: u64,
    pub(super) state: State,
    /// The lines that used it.
    pub(super) uses: BTreeSet<u64>,
}

/// A space as it must be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Pages {
    pub(super) generation: u64,
    pub(super) exists: bool,
    pub(super) automatic: bool,
    /// By number, from 1; whether the line is erased.
    pub(super) lines: Vec<bool>,
    pub(super) memories: Vec<Kept>,
    /// The last write that was acknowledged.
    pub(super) sequence: u64,
    /// Where the ledger was when a backup was last acknowledged.
    pub(super) backed_up: Option<u64>,
}

/// All spaces of a root, by slot.
#[derive(Debug, Clone, Default)]
pub(super) struct Book {
    pub(super) spaces: BTreeMap<u64, Pages>,
}

impl Book {
    pub(super) fn pages(&self, slot: u64) -> Pages {
        self.spaces.get(&slot).cloned().unwrap_or_default()
    }

    /// What the spaces are after this act.
    pub(super) fn take_in(&mut self, act: &Act) {
        self.spaces.entry(act.place.slot).or_default().take_in(act.deed);
    }

    /// The last write of a space, as it was acknowledged.
    pub(super) fn acknowledge(&mut self, act: &Act, sequence: u64) {
        let pages = self.spaces.entry(act.place.slot).or_default();
        if sequence > 0 {
            pages.sequence = sequence;
        }
        if act.deed == Deed::Backup {
            pages.backed_up = Some(sequence);
        }
    }
}

impl Pages {
    pub(super) fn place(&self, slot: u64) -> Place {
        Place { slot, generation: self.generation }
    }

    fn take_in(&mut self, deed: Deed) {
        match deed {
            Deed::Create => *self = Self { generation: self.generation + 1, exists: true, ..Self::default() },
            Deed::EraseSpace => *self = Self { generation: self.generation, ..Self::default() },
            Deed::Rules => self.automatic = true,
            Deed::Append(n) => self.lines.extend((0..n).map(|_| false)),
            Deed::Remember(line) | Deed::Propose(line) => {
                self.memories.push(Kept { line, state: State::Active, uses: BTreeSet::new() });
            }
            Deed::Used { line, memory } => self.use_it(line, memory),
            Deed::Maintain(days) => self.maintain(days),
            Deed::Restore(memory) => self.bring_back(memory),
            Deed::Erase(line) => self.erase(line),
            Deed::Forget(memory) => self.memories[memory as usize - 1].state = State::Erased,
            Deed::Rebuild
            | Deed::Flush
            | Deed::Compact
            | Deed::Backup
            | Deed::Verify
            | Deed::Ask(_)
            | Deed::Close
            | Deed::PutAway => {}
        }
    }

    /// A turn uses a memory once; told again, nothing happens.
    fn use_it(&mut self, line: u64, memory: u64) {
        let is_new = self.memories[memory as usize - 1].uses.insert(line);
        if is_new {
            self.bring_back(memory);
        }
    }

    fn bring_back(&mut self, memory: u64) {
        let kept = &mut self.memories[memory as usize - 1];
        if kept.state == State::Archived {
            kept.state = State::Active;
        }
    }

    /// Facts go cold after 182 days, and nothing is ever done later than on the first day but maintenance.
    fn maintain(&mut self, days: i64) {
        for kept in self.memories.iter_mut().filter(|kept| kept.state == State::Active && days >= 182) {
            kept.state = State::Archived;
        }
    }

    fn erase(&mut self, line: u64) {
        self.lines[line as usize - 1] = true;
        for kept in self.memories.iter_mut().filter(|kept| kept.line == line) {
            kept.state = State::Erased;
        }
    }

    /// Numbers of the lines that are not erased.
    pub(super) fn living_lines(&self) -> Vec<u64> {
        (1..).zip(&self.lines).filter(|(_, erased)| !**erased).map(|(number, _)| number).collect()
    }

    /// Numbers of the memories that are not erased.
    pub(super) fn living_memories(&self) -> Vec<u64> {
        let living = (1..).zip(&self.memories).filter(|(_, kept)| kept.state != State::Erased);
        living.map(|(number, _)| number).collect()
    }
}
