//! What a child does between two kills, and the words it says: all of it follows from a few numbers.

use serde::{Deserialize, Serialize};

/// One thing done to one space. Numbers are those the space gives: 1, 2, 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Deed {
    /// The space is made.
    Create,
    /// What is proposed counts at once.
    Rules,
    /// So many lines are appended in one write.
    Append(u64),
    /// A memory is kept that rests on this line.
    Remember(u64),
    /// The same, by a proposal.
    Propose(u64),
    /// The line used the memory.
    Used { line: u64, memory: u64 },
    /// Maintenance, so many days later.
    Maintain(i64),
    /// The memory is brought back.
    Restore(u64),
    /// The line is erased, with what rests on it.
    Erase(u64),
    /// The memory is erased.
    Forget(u64),
    /// The whole space is erased.
    EraseSpace,
    /// Every leg is made anew.
    Rebuild,
    /// The keyword index is written to disk.
    Flush,
    /// The file gives back what it does not use.
    Compact,
    /// A backup is written beside the spaces.
    Backup,
    /// Everything is checked.
    Verify,
    /// The line is asked for.
    Ask(u64),
    /// The space is closed.
    Close,
    /// The space is put away by a process that will open it again.
    PutAway,
}

impl Deed {
    /// The kind of deed, for counting.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Rules => "rules",
            Self::Append(_) => "append",
            Self::Remember(_) => "remember",
            Self::Propose(_) => "propose",
            Self::Used { .. } => "used",
            Self::Maintain(_) => "maintain",
            Self::Restore(_) => "restore",
            Self::Erase(_) => "erase",
            Self::Forget(_) => "forget",
            Self::EraseSpace => "erase space",
            Self::Rebuild => "rebuild",
            Self::Flush => "flush",
            Self::Compact => "compact",
            Self::Backup => "backup",
            Self::Verify => "verify",
            Self::Ask(_) => "ask",
            Self::Close => "close",
            Self::PutAway => "put away",
        }
    }

    /// Whether it needs no open space, and does not open one.
    pub(super) fn is_of_the_root(self) -> bool {
        matches!(self, Self::Create | Self::EraseSpace | Self::Close | Self::PutAway)
    }
}

/// A space under the root, for as long as it lives: one that is erased and made again is another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Place {
    pub(super) slot: u64,
    pub(super) generation: u64,
}

/// What every word that must not come back begins with.
pub(super) const MARK: &str = "zq";

impl Place {
    pub(super) fn name(self) -> String {
        format!("crash {}", self.slot)
    }

    /// A word of this line and of nothing else.
    pub(super) fn word_of_line(self, line: u64) -> String {
        format!("{MARK}s{}g{}m{line}w", self.slot, self.generation)
    }

    /// A word of this memory and of nothing else.
    pub(super) fn word_of_memory(self, memory: u64) -> String {
        format!("{MARK}s{}g{}k{memory}w", self.slot, self.generation)
    }

    pub(super) fn line(self, line: u64) -> String {
        format!("行{line} 小猫 the cat number {} {}", line % 7, self.word_of_line(line))
    }

    pub(super) fn memory(self, memory: u64) -> String {
        format!("记住 {} 小猫 likes the cat, number {}", self.word_of_memory(memory), memory % 5)
    }
}

/// A deed and where it is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Act {
    pub(super) place: Place,
    pub(super) deed: Deed,
    /// The number that the next memory of the space gets.
    pub(super) memory: u64,
    /// The number that the next line gets.
    pub(super) line: u64,
}
