//! Drawing: a life as a sequence of actions, the same for the same seed.

use super::words::{ATTRIBUTES, KEYS, LINES, MATTERS, NAMES, TEXTS, TIMES, VALUES};
use hupo::{Ending, Kind, Scope};

/// SplitMix64: small, and good enough to draw lots.
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn of<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())]
    }
}

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
pub(super) fn action(random: &mut Random, n: Counts) -> Action {
    if n.messages < 2 {
        return say(random);
    }
    match random.below(40) {
        0..=5 => say(random),
        6..=22 => Action::Propose(proposed(random, n)),
        23..=28 if n.reviews > 0 => Action::Decide(random.below(n.reviews) + 1, decision(random, n)),
        29 | 30 => Action::Policy { required: random.one_in(2) },
        31 => Action::EraseMessage(random.below(n.messages) + 1),
        32 if n.memories > 0 => Action::EraseMemory(random.below(n.memories) + 1),
        33 | 34 => Action::Join(random.below(NAMES.len()) + 1, random.below(NAMES.len()) + 1),
        35 => Action::Split(random.below(NAMES.len()) + 1),
        36 => Action::Reopen,
        37 => Action::Crash,
        38 if random.one_in(4) => Action::Replay,
        _ => Action::Propose(Proposed::Memory(claim(random, n))),
    }
}

fn say(random: &mut Random) -> Action {
    Action::Say { users: !random.one_in(3), line: random.below(LINES.len()) }
}

fn proposed(random: &mut Random, n: Counts) -> Proposed {
    let cites = cites(random, n);
    let (attribute, value) = (random.below(ATTRIBUTES.len()), random.below(VALUES.len()));
    match random.below(12) {
        0..=4 => Proposed::Memory(claim(random, n)),
        5 | 6 => Proposed::Correction { of: random.below(n.memories + 1) + 1, text: random.below(TEXTS.len()), cites },
        7 | 8 => Proposed::Profile { users: !random.one_in(4), attribute, value, cites },
        9 => Proposed::Observe { users: !random.one_in(4), stated: random.one_in(2), attribute, value, cites },
        10 => Proposed::Item { text: random.below(MATTERS.len()), cites },
        _ => {
            let ending = random.of(&[Ending::Resolved, Ending::Changed, Ending::Cancelled]);
            Proposed::Close { item: random.below(n.items + 1) + 1, ending, cites }
        }
    }
}

fn claim(random: &mut Random, n: Counts) -> Claim {
    let time = if random.one_in(3) { random.below(TIMES.len()) } else { 0 };
    Claim {
        scope: random.of(&[Scope::User, Scope::User, Scope::Shared, Scope::Companion]),
        kind: random.of(&[Kind::Fact, Kind::Fact, Kind::Fact, Kind::Pattern, Kind::Emotion]),
        key: random.below(KEYS.len()),
        text: random.below(TEXTS.len()),
        time,
        importance: random.of(&[8, 8, 8, 8, 5, 3, 2]),
        cites: cites(random, n),
    }
}

fn cites(random: &mut Random, n: Counts) -> Vec<Cite> {
    let many = random.of(&[1, 1, 2, 2, 3, 0]);
    (0..many).map(|_| cite(random, n)).collect()
}

fn cite(random: &mut Random, n: Counts) -> Cite {
    let beyond = usize::from(random.one_in(25));
    let quote = if random.one_in(20) { 2 } else { random.below(2) };
    Cite { message: random.below(n.messages) + 1 + beyond * n.messages, quote, lie: random.one_in(20) }
}

fn decision(random: &mut Random, n: Counts) -> Decision {
    match random.below(8) {
        0..=3 => Decision::Approve,
        4 => Decision::Merge(random.below(n.memories + 1) + 1),
        5 => Decision::Reject { bar: true },
        _ => Decision::Reject { bar: false },
    }
}
