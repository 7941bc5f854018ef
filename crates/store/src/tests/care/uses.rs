//! A use counts once a turn, and warms.

use hupo_types::{MessageId, Refusal, State, Stored, Use, UseBasis};

use super::*;
use crate::Read;

fn uses(space: &Space, number: u64) -> Vec<(u64, UseBasis, Timestamp)> {
    let plain = |one: Use| (one.turn.get(), one.basis, one.at);
    space.store().snapshot().unwrap().uses(mem(number)).unwrap().into_iter().map(plain).collect()
}

fn counted(space: &Space, number: u64) -> (u64, Option<Timestamp>) {
    let care = space.memory(number).care;
    (care.used_count, care.last_used_at)
}

#[test]
fn a_memory_counts_once_a_turn_and_its_clock_starts_when_it_is_told() {
    let space = space();
    assert_eq!(counted(&space, 1), (0, None), "nothing has happened to it yet");
    let told = used("r1", &[1, 2, 1], UseBasis::Told);
    assert_eq!(on(&space, day(3), vec![told.clone()]).stored, [Stored::Done]);
    assert_eq!((counted(&space, 1), counted(&space, 2)), ((1, Some(day(3))), (1, Some(day(3)))));
    assert!(on(&space, day(4), vec![told]).change.events.is_empty(), "the same again is no use");
    on(&space, day(5), vec![used("r2", &[2, 3], UseBasis::Told)]);
    assert_eq!((counted(&space, 1), counted(&space, 2)), ((1, Some(day(3))), (2, Some(day(5)))));
    assert_eq!(uses(&space, 2), [(5, UseBasis::Told, day(3)), (6, UseBasis::Told, day(5))]);
    assert_eq!(uses(&space, 4), []);
    space.is_sound();
}

#[test]
fn told_outweighs_inferred_without_counting_twice_and_inferred_never_outweighs_told() {
    let space = space();
    on(&space, day(3), vec![used("r1", &[1], UseBasis::Inferred), used("r2", &[2], UseBasis::Told)]);
    on(&space, day(4), vec![used("r1", &[1], UseBasis::Told)]);
    let again = on(&space, day(5), vec![used("r2", &[2], UseBasis::Inferred)]);
    assert_eq!(again.change.events.len(), 0);
    assert_eq!(uses(&space, 1), [(5, UseBasis::Told, day(3))], "recorded then, known better now");
    assert_eq!((counted(&space, 1), counted(&space, 2)), ((1, Some(day(4))), (1, Some(day(3)))));
    space.is_sound();
}

#[test]
fn a_clock_that_goes_backwards_takes_no_warmth_away() {
    let space = space();
    on(&space, day(9), vec![used("r1", &[1], UseBasis::Told)]);
    on(&space, day(2), vec![used("r2", &[1], UseBasis::Told)]);
    assert_eq!(counted(&space, 1), (2, Some(day(9))));
}

#[test]
fn what_is_not_there_or_says_nothing_any_more_cannot_be_used() {
    let space = space();
    space.write(vec![erase(2)]);
    let refusal = |turn, memory| space.refusal(used(turn, &[1, memory], UseBasis::Told));
    assert!(matches!(refusal("没有 nowhere", 1), Refusal::UnknownMessage { field, .. } if field == "turn"));
    assert!(matches!(refusal("r1", 9), Refusal::UnknownMemory { field, .. } if field == "memories[1]"));
    assert!(matches!(refusal("r1", 2), Refusal::ErasedSource { field, .. } if field == "memories[1]"));
    space.write(vec![Command::Erase(EraseTarget::Message(MessageId::new(5)))]);
    assert!(matches!(refusal("msg-5", 1), Refusal::ErasedSource { field, .. } if field == "turn"));
    assert!(space.write(vec![used("r2", &[], UseBasis::Told)]).change.events.is_empty());
}

#[test]
fn an_archived_memory_that_is_used_comes_back_and_a_folded_one_stays_folded() {
    let space = folded();
    on(&space, day(2), vec![restore(&[1, 2]), archive(&[1, 2])]);
    on(&space, day(3), vec![used("r1", &[1], UseBasis::Told), used("r2", &[2, 3], UseBasis::Inferred)]);
    assert_eq!(states(&space, &[1, 2, 3]), [State::Active, State::Active, State::Folded]);
    assert_eq!([1, 2, 3].map(|number| clock(&space.memory(number))), [Some(day(3)); 3]);
    assert_eq!(space.memory(1).care.archived_at, None);
    space.is_sound();
}

#[test]
fn the_uses_of_an_erased_memory_go_with_it_and_those_of_an_erased_turn_still_count() {
    let space = space();
    space.write(vec![used("r1", &[1, 2], UseBasis::Told), used("r2", &[2], UseBasis::Told)]);
    space.write(vec![erase(1), Command::Erase(EraseTarget::Message(MessageId::new(5)))]);
    assert_eq!((uses(&space, 1), space.memory(1).care.is_new()), (vec![], true));
    assert_eq!((uses(&space, 2).len(), counted(&space, 2).0), (2, 2));
    space.is_sound();
}
