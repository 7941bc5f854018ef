//! What an import counted: what went in, what is no words of anybody's, and what was bad.

use crate::Fault;
use serde::Serialize;

/// Faults that are kept; all are counted.
pub const FAULTS: usize = 1_000;

/// The counts of an import so far.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Files read: 1, or the entries of an archive that were read.
    pub files: usize,
    /// Records met, good and bad.
    pub records: usize,
    /// Conversations among them.
    pub conversations: usize,
    /// Lines of the transcript handed over, titles of conversations not among them.
    pub messages: usize,
    /// Titles of conversations handed over.
    pub titles: usize,
    /// Entities handed over.
    pub entities: usize,
    /// Relations handed over.
    pub relations: usize,
    /// Lines that were there already, under the same id and with the same words.
    pub repeated: usize,
    /// What was left out because it is no words of the person's or the companion's.
    pub left_out: LeftOut,
    /// What could not be used.
    pub bad: usize,
    /// The first [`FAULTS`] of them.
    pub faults: Vec<Fault>,
}

impl Tally {
    /// Counts a fault and keeps it if there is room.
    pub(crate) fn fault(&mut self, fault: Fault) {
        self.bad += 1;
        if self.faults.len() < FAULTS {
            self.faults.push(fault);
        }
    }
}

/// What is no words of the person's or the companion's, and no fault either.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Lines of branches that were given up for another answer.
    pub other_branches: usize,
    /// Calls of tools, and what the tools gave back.
    pub tool_lines: usize,
    /// Lines that the program itself hides: custom instructions, summaries of its own.
    pub hidden_lines: usize,
    /// What the model thought before it answered.
    pub thoughts: usize,
    /// Images, sounds and files.
    pub media: usize,
    /// Lines without a visible character.
    pub empty_lines: usize,
    /// Relations that name no memory they were drawn from (mem0's graph).
    pub relations: usize,
    /// Files of an archive that hold no conversations.
    pub other_files: usize,
}
