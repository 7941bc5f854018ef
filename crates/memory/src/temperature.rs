//! Temperature: how long ago a memory was really used. Days are of 24 hours; zones and clock changes play no part.
//!
//! A local day has 23 or 25 hours twice a year, and a memory must not go cold an hour sooner for that: terms are
//! spans, counted to the millisecond from the memory's clock.

use crate::calendar::DAY_MS;
use hupo_types::{Memory, State, Terms, Timestamp};
use serde::Serialize;

/// From this |valence| or arousal on, a memory is one of high emotion.
const HIGH_EMOTION: f32 = 0.7;

/// How long ago a memory was last used, in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Temperature {
    /// At most [`Terms::hot_days`] ago.
    Hot,
    /// At most [`Terms::warm_days`] ago.
    Warm,
    /// Longer ago, and not at its term yet; what never goes cold stays here.
    Cool,
    /// At its term or beyond: it leaves recall, or has left it.
    Cold,
}

impl Temperature {
    /// All of them, the warmest first.
    pub const ALL: [Self; 4] = [Self::Hot, Self::Warm, Self::Cool, Self::Cold];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hot => "hot",
            Self::Warm => "warm",
            Self::Cool => "cool",
            Self::Cold => "cold",
        }
    }
}

/// Since when a memory cools: its last use or its last return, the later; else when it was recorded.
pub fn clock(memory: &Memory) -> Timestamp {
    memory.care.last_used_at.max(memory.care.restored_at).unwrap_or(memory.recorded_at)
}

/// After how many days without use a memory goes cold: the longest term that applies. `None` if it never does: an
/// identity, a topic summary, and what a summary stands for.
pub fn term_days(memory: &Memory, terms: &Terms) -> Option<u16> {
    let of_kind = terms.of_kind(memory.kind).filter(|_| memory.state != State::Folded)?;
    Some(if is_stirring(memory) { of_kind.max(terms.high_emotion_days) } else { of_kind })
}

/// The first moment at which a memory is cold; `None` if it never goes cold.
pub fn cold_at(memory: &Memory, terms: &Terms) -> Option<Timestamp> {
    term_days(memory, terms).map(|days| after(clock(memory), days))
}

/// How warm a memory is; `None` for what does not hold any more.
///
/// Up to and at `hot_days` it is hot, up to and at `warm_days` warm, from the term on cold; the term comes first where
/// a space set it below them. What never goes cold has the other three; what is archived is cold until somebody looks.
pub fn temperature(memory: &Memory, terms: &Terms, now: Timestamp) -> Option<Temperature> {
    match memory.state {
        State::Superseded | State::Erased => None,
        State::Archived => Some(Temperature::Cold),
        State::Active | State::Folded => Some(of_age(memory, terms, now)),
    }
}

fn of_age(memory: &Memory, terms: &Terms, now: Timestamp) -> Temperature {
    let since = clock(memory);
    if cold_at(memory, terms).is_some_and(|cold_at| cold_at <= now) {
        Temperature::Cold
    } else if now <= after(since, terms.hot_days) {
        Temperature::Hot
    } else if now <= after(since, terms.warm_days) {
        Temperature::Warm
    } else {
        Temperature::Cool
    }
}

fn after(since: Timestamp, days: u16) -> Timestamp {
    since.plus_ms(i64::from(days) * DAY_MS)
}

/// What moved the user does not fade as fast as the rest.
fn is_stirring(memory: &Memory) -> bool {
    memory.valence.abs() >= HIGH_EMOTION || memory.arousal >= HIGH_EMOTION
}
