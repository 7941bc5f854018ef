//! Drawing: a life as a sequence of actions, the same for the same seed.

use super::words::{ATTRIBUTES, KEYS, LINES, MATTERS, NAMES, TEXTS, TIMES, VALUES};
use crate::chance::Chance;
use hupo::{Ending, Kind, Scope};

/// A quote that is cited: of which message, which of its two quotes (2: an invented one), under a false role or not.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cite {
    pub(super) message: usize,
    pub(super) quote: usize,
    pub(super) lie: bool,
}

/// A memory that is proposed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Claim {
    pub(super) scope: Scope,
    pub(super) kind: Kind,
    pub(super) key: usize,
    pub(super) text: usize,
    pub(super) time: usize,
    pub(super) importance: u8,
    pub(super) cites: Vec<Cite>,
}

/// Something that is proposed. Numbers name messages, memories and items by id, from 1; some name nothing.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Proposed {
    Memory(Claim),
    Correction { of: usize, text: usize, cites: Vec<Cite> },
    Profile { users: bool, attribute: usize, value: usize, cites: Vec<Cite> },
    Observe { users: bool, stated: bool, attribute: usize, value: usize, cites: Vec<Cite> },
    Item { text: usize, cites: Vec<Cite> },
    Close { item: usize, ending: Ending, cites: Vec<Cite> },
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Decision {
    Approve,
    Merge(usize),
    Reject { bar: bool },
}

#[derive(Debug, Clone)]
pub(super) enum Action {
    Say { users: bool, line: usize },
    Propose(Proposed),
    Decide(usize, Decision),
    Policy { required: bool },
    EraseMessage(usize),
    EraseMemory(usize),
    Join(usize, usize),
    Split(usize),
    Replay,
    Reopen,
    Crash,
}

/// How much there is to name; a little more is drawn, so that some names name nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) messages: usize,
    pub(super) memories: usize,
    pub(super) reviews: usize,
    pub(super) items: usize,
}

/// Draws the next action of a life.
pub(super) fn action(chance: &mut Chance, n: Counts) -> Action {
    if n.messages < 2 {
        return say(chance);
    }
    match chance.below(40) {
        0..=5 => say(chance),
        6..=22 => Action::Propose(proposed(chance, n)),
        23..=28 if n.reviews > 0 => Action::Decide(chance.below(n.reviews) + 1, decision(chance, n)),
        29 | 30 => Action::Policy { required: chance.once_in(2) },
        31 => Action::EraseMessage(chance.below(n.messages) + 1),
        32 if n.memories > 0 => Action::EraseMemory(chance.below(n.memories) + 1),
        33 | 34 => Action::Join(chance.below(NAMES.len()) + 1, chance.below(NAMES.len()) + 1),
        35 => Action::Split(chance.below(NAMES.len()) + 1),
        36 => Action::Reopen,
        37 => Action::Crash,
        38 if chance.once_in(4) => Action::Replay,
        _ => Action::Propose(Proposed::Memory(claim(chance, n))),
    }
}

fn say(chance: &mut Chance) -> Action {
    Action::Say { users: !chance.once_in(3), line: chance.below(LINES.len()) }
}

fn proposed(chance: &mut Chance, n: Counts) -> Proposed {
    let cites = cites(chance, n);
    let (attribute, value) = (chance.below(ATTRIBUTES.len()), chance.below(VALUES.len()));
    match chance.below(12) {
        0..=4 => Proposed::Memory(claim(chance, n)),
        5 | 6 => Proposed::Correction { of: chance.below(n.memories + 1) + 1, text: chance.below(TEXTS.len()), cites },
        7 | 8 => Proposed::Profile { users: !chance.once_in(4), attribute, value, cites },
        9 => Proposed::Observe { users: !chance.once_in(4), stated: chance.once_in(2), attribute, value, cites },
        10 => Proposed::Item { text: chance.below(MATTERS.len()), cites },
        _ => {
            let ending = chance.of(&[Ending::Resolved, Ending::Changed, Ending::Cancelled]);
            Proposed::Close { item: chance.below(n.items + 1) + 1, ending, cites }
        }
    }
}

fn claim(chance: &mut Chance, n: Counts) -> Claim {
    let time = if chance.once_in(3) { chance.below(TIMES.len()) } else { 0 };
    Claim {
        scope: chance.of(&[Scope::User, Scope::User, Scope::Shared, Scope::Companion]),
        kind: chance.of(&[Kind::Fact, Kind::Fact, Kind::Fact, Kind::Pattern, Kind::Emotion]),
        key: chance.below(KEYS.len()),
        text: chance.below(TEXTS.len()),
        time,
        importance: chance.of(&[8, 8, 8, 8, 5, 3, 2]),
        cites: cites(chance, n),
    }
}

fn cites(chance: &mut Chance, n: Counts) -> Vec<Cite> {
    let many = chance.of(&[1, 1, 2, 2, 3, 0]);
    (0..many).map(|_| cite(chance, n)).collect()
}

fn cite(chance: &mut Chance, n: Counts) -> Cite {
    let beyond = usize::from(chance.once_in(25));
    let quote = if chance.once_in(20) { 2 } else { chance.below(2) };
    Cite { message: chance.below(n.messages) + 1 + beyond * n.messages, quote, lie: chance.once_in(20) }
}

fn decision(chance: &mut Chance, n: Counts) -> Decision {
    match chance.below(8) {
        0..=3 => Decision::Approve,
        4 => Decision::Merge(chance.below(n.memories + 1) + 1),
        5 => Decision::Reject { bar: true },
        _ => Decision::Reject { bar: false },
    }
}
