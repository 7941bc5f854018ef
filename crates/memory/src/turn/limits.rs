//! How much one turn sees: of each part so many entries and tokens, and so many tokens in all.

use serde::{Deserialize, Serialize};

/// What one part may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartLimit {
    /// Entries at most; 0 leaves the part out.
    pub entries: usize,
    /// Tokens of its entries at most, by the counter of the call.
    pub tokens: usize,
}

const fn up_to(entries: usize, tokens: usize) -> PartLimit {
    PartLimit { entries, tokens }
}

/// What the parts of one turn may hold, and all of it together.
///
/// The sums of the parts may exceed the whole: then parts give way, the least needed first (see [`crate::turn_context`]).
/// The local time and the current message have no limit but the whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TurnLimits {
    /// Tokens in all, headings and fences included.
    pub tokens: usize,
    /// What is stated and always shown.
    pub profile: PartLimit,
    /// Plans, events and open matters.
    pub temporal_items: PartLimit,
    /// Cards of people the turn names; each is a name with its facts.
    pub person_card: PartLimit,
    /// Facts on one card: relations, then memories.
    pub card_facts: usize,
    /// The current page of the medium-term story. One that is longer than its limit is shown whole while the whole holds.
    pub continuity: PartLimit,
    /// How the person is.
    pub status_notes: PartLimit,
    /// The last days.
    pub diaries: PartLimit,
    /// Boundaries, rules and preferences that bear on the turn.
    pub bearing: PartLimit,
    /// What is believed.
    pub beliefs: PartLimit,
    /// Durable memories by recall.
    pub memories: PartLimit,
    /// Summaries of old ranges.
    pub segments: PartLimit,
    /// What the companion carries.
    pub carried_note: PartLimit,
    /// What scrolled out, in short.
    pub rolling_summary: PartLimit,
    /// The last lines of what scrolled out.
    pub baton: PartLimit,
    /// The newest lines; 1,000 at most, as of the baton.
    pub live_tail: PartLimit,
}

impl TurnLimits {
    /// For a companion's reply: three durable memories, two segments, twenty lines, 8,192 tokens.
    pub const fn companion() -> Self {
        Self {
            tokens: 8_192,
            profile: up_to(24, 700),
            temporal_items: up_to(6, 600),
            person_card: up_to(1, 500),
            card_facts: 6,
            continuity: up_to(1, 1_200),
            status_notes: up_to(1, 800),
            diaries: up_to(3, 1_200),
            bearing: up_to(6, 500),
            beliefs: up_to(6, 400),
            memories: up_to(3, 900),
            segments: up_to(2, 800),
            carried_note: up_to(1, 700),
            rolling_summary: up_to(1, 1_200),
            baton: up_to(4, 400),
            live_tail: up_to(20, 3_000),
        }
    }

    /// For an assistant that searches its memory as a tool: five durable memories, otherwise as [`Self::companion`].
    pub const fn assistant() -> Self {
        Self { memories: up_to(5, 1_500), ..Self::companion() }
    }
}

impl Default for TurnLimits {
    fn default() -> Self {
        Self::companion()
    }
}
