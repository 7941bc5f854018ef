//! Temperature: boundaries to the millisecond, the longest term, and what never goes cold.

use super::space::{DAY_MS, NOW, automatic, fact, memory, quote};
use crate::{Temperature, clock, cold_at, temperature, term_days};
use hupo_types::{Care, Kind, Memory, State, Terms, Timestamp};

/// A memory that was recorded at [`NOW`].
fn recorded(kind: Kind) -> Memory {
    let space = automatic();
    space.user("a", "我怕狗, afraid of dogs 真的");
    space.propose(memory(fact("用户怕狗 is afraid of dogs", vec![quote("a", "怕狗")])));
    Memory { kind, ..space.memory(1) }
}

fn after(days: i64, ms: i64) -> Timestamp {
    NOW.plus_ms(days * DAY_MS + ms)
}

fn warmth(memory: &Memory, days: i64, ms: i64) -> Option<Temperature> {
    temperature(memory, &Terms::default(), after(days, ms))
}

#[test]
fn the_boundaries_are_exact_to_the_millisecond() {
    use Temperature::{Cold, Cool, Hot, Warm};
    let memory = recorded(Kind::Fact);
    let expected = [
        (-400, 0, Hot),
        (0, 0, Hot),
        (7, 0, Hot),
        (7, 1, Warm),
        (30, 0, Warm),
        (30, 1, Cool),
        (182, -1, Cool),
        (182, 0, Cold),
        (9_000, 0, Cold),
    ];
    for (days, ms, expected) in expected {
        assert_eq!(warmth(&memory, days, ms), Some(expected), "{days} days and {ms} ms");
    }
    assert_eq!(cold_at(&memory, &Terms::default()), Some(after(182, 0)));
}

#[test]
fn the_longest_term_that_applies_wins() {
    let terms = Terms::default();
    let term = |kind, valence, arousal| term_days(&Memory { valence, arousal, ..recorded(kind) }, &terms);
    assert_eq!(term(Kind::Event, 0.0, 0.0), Some(120));
    assert_eq!(term(Kind::Event, -0.7, 0.0), Some(365));
    assert_eq!(term(Kind::Fact, 0.0, 0.7), Some(365));
    assert_eq!(term(Kind::Fact, 0.69, 0.69), Some(182));
    assert_eq!(term(Kind::Fact, f32::NAN, 0.0), Some(182));
    assert_eq!(term(Kind::Milestone, 0.9, 0.9), Some(365));
    let long = Terms { lasting_days: 1_000, ..Terms::default() };
    assert_eq!(term_days(&Memory { arousal: 1.0, ..recorded(Kind::Insight) }, &long), Some(1_000));
}

#[test]
fn identities_summaries_and_folded_members_cool_and_never_go_cold() {
    let folded = Memory { state: State::Folded, ..recorded(Kind::Event) };
    for memory in [recorded(Kind::Identity), recorded(Kind::TopicSummary), folded] {
        assert_eq!((term_days(&memory, &Terms::default()), cold_at(&memory, &Terms::default())), (None, None));
        assert_eq!(warmth(&memory, 1, 0), Some(Temperature::Hot));
        assert_eq!(warmth(&memory, 9_000, 0), Some(Temperature::Cool));
    }
    let stirred = Memory { arousal: 1.0, ..recorded(Kind::Identity) };
    assert_eq!(term_days(&stirred, &Terms::default()), None, "what never goes cold has no term to be longer than");
}

#[test]
fn what_does_not_hold_has_no_temperature_and_what_is_archived_is_cold() {
    let of = |state| warmth(&Memory { state, ..recorded(Kind::Fact) }, 1, 0);
    assert_eq!((of(State::Superseded), of(State::Erased)), (None, None));
    assert_eq!(of(State::Archived), Some(Temperature::Cold));
}

#[test]
fn the_clock_starts_at_the_last_use_or_return_whichever_is_later() {
    let with = |last_used_at, restored_at| {
        clock(&Memory { care: Care { last_used_at, restored_at, ..Care::default() }, ..recorded(Kind::Fact) })
    };
    let (early, late) = (Some(after(10, 0)), Some(after(20, 0)));
    assert_eq!(with(None, None), NOW);
    assert_eq!((with(early, None), with(None, late)), (after(10, 0), after(20, 0)));
    assert_eq!((with(early, late), with(late, early)), (after(20, 0), after(20, 0)));
}

#[test]
fn a_term_shorter_than_warm_comes_first() {
    let terms = Terms { lasting_days: 5, ..Terms::default() };
    assert_eq!(temperature(&recorded(Kind::Fact), &terms, after(5, 0)), Some(Temperature::Cold));
    assert_eq!(temperature(&recorded(Kind::Fact), &terms, after(5, -1)), Some(Temperature::Hot));
}

#[test]
fn no_time_is_too_far() {
    for now in [i64::MIN, i64::MAX] {
        assert!(temperature(&recorded(Kind::Fact), &Terms::default(), Timestamp::from_ms(now)).is_some());
    }
    let memory = Memory { recorded_at: Timestamp::from_ms(i64::MAX), ..recorded(Kind::Fact) };
    assert_eq!(warmth(&memory, 0, 0), Some(Temperature::Hot));
}
