//! Topic summaries: what they stand for, and what becomes of both when a member is corrected, erased or brought back.

use hupo_types::{Cared, Event, Refusal, Standing, State};

use super::*;
use crate::Read;

use State::{Active, Erased, Folded, Superseded};

/// "老师叫 Judith": the user corrects mem-1.
fn correction() -> Command {
    let old = Some(MemoryRef::Id(mem(1)));
    remember(NewMemory { supersedes: old, ..keyed("teacher", "老师叫 Judith", "m4", "老师叫 Judith") })
}

/// A second summary of the same key, in the place of mem-5.
fn newer(covers: &[u64]) -> Command {
    let old = Some(MemoryRef::Id(mem(5)));
    remember(NewMemory { supersedes: old, ..summary("piano 五月", "五月学琴，再来一遍 again", covers) })
}

fn is_withdrawn(space: &Space, number: u64, at: Timestamp) {
    let summary = space.memory(number);
    assert_eq!((summary.state, summary.superseded_by, summary.superseded_at), (Superseded, None, Some(at)));
    assert_eq!(summary.standing, Standing::Outdated);
}

#[test]
fn a_summary_stands_for_its_members_and_for_nothing_else() {
    let space = space();
    space.write(vec![archive(&[2])]);
    let receipt = on(&space, day(1), vec![fold(5, &[3, 1, 2, 3])]);
    assert_eq!(receipt.change.events.len(), 1);
    let care = space.memory(2).care;
    assert_eq!((care.folded_into, care.folded_at, care.archived_at), (Some(mem(5)), Some(day(1)), None));
    assert_eq!(states(&space, &[1, 2, 3, 5]), [Folded, Folded, Folded, Active]);
    assert!(on(&space, day(2), vec![fold(5, &[1])]).change.events.is_empty(), "it stands for it already");
    assert!(matches!(space.refusal(fold(5, &[1, 4])), Refusal::Unsupported { field, .. } if field == "members[1]"));
    assert!(matches!(space.refusal(fold(4, &[1])), Refusal::Unsupported { field, .. } if field == "summary"));
    assert!(matches!(space.refusal(fold(9, &[1])), Refusal::UnknownMemory { .. }));
    assert_eq!(space.store().snapshot().unwrap().summaries_of(mem(1)).unwrap(), [mem(5)]);
    space.is_sound();
}

#[test]
fn a_member_that_is_brought_back_stands_beside_its_summary_which_stays_for_the_others() {
    let space = folded();
    on(&space, day(2), vec![restore(&[2])]);
    assert_eq!(states(&space, &[1, 2, 3, 5]), [Folded, Active, Folded, Active]);
    let care = space.memory(2).care;
    assert_eq!((care.folded_into, care.folded_at, care.restored_at), (None, None, Some(day(2))));
    on(&space, day(3), vec![fold(5, &[2])]);
    assert_eq!(space.memory(2).care.folded_at, Some(day(3)), "it may be folded again");
    space.is_sound();
}

#[test]
fn correcting_a_member_withdraws_its_summary_and_the_others_come_back() {
    let space = folded();
    let receipt = on(&space, day(30), vec![correction()]);
    is_withdrawn(&space, 5, day(30));
    assert_eq!(states(&space, &[1, 2, 3, 6]), [Superseded, Active, Active, Active]);
    assert_eq!((space.memory(1).superseded_by, space.memory(1).care.folded_into), (Some(mem(6)), None));
    assert_eq!(clock(&space.memory(2)), Some(day(30)), "else the next maintenance would archive it");
    let withdrawn = Event::Cared(Cared::Withdrawn { summary: mem(5), members: ids(&[2, 3]), at: day(30) });
    assert!(receipt.change.events.contains(&withdrawn), "{:?}", receipt.change.events);
    let counts = space.store().snapshot().unwrap().counts();
    assert_eq!((counts.superseded_memories, counts.folded_memories), (2, 0));
    space.is_sound();
}

#[test]
fn the_losing_side_of_a_conflict_takes_its_summaries_with_it() {
    let space = folded();
    space.write(vec![remember(keyed("teacher", "the teacher is Judith 老师", "m4", "老师叫 Judith"))]);
    assert_eq!(states(&space, &[1, 5]), [Folded, Active], "nobody has decided yet");
    on(&space, day(3), vec![Command::Supersede { old: mem(1), new: mem(6) }]);
    is_withdrawn(&space, 5, day(3));
    assert_eq!(states(&space, &[1, 2, 3, 6]), [Superseded, Active, Active, Active]);
    space.is_sound();
}

#[test]
fn a_summary_says_what_a_member_said_even_where_it_does_not_stand_for_it() {
    let space = space();
    space.write(vec![fold(5, &[2]), archive(&[1])]);
    space.write(vec![correction()]);
    assert_eq!(states(&space, &[1, 2, 5, 6]), [Superseded, Active, Superseded, Active]);
    space.is_sound();
}

#[test]
fn a_newer_summary_stands_for_what_it_covers_and_lets_the_rest_come_back() {
    let space = folded();
    on(&space, day(40), vec![newer(&[2, 3, 4])]);
    assert_eq!(states(&space, &[1, 2, 3, 4, 5, 6]), [Active, Folded, Folded, Active, Superseded, Active]);
    assert_eq!((space.memory(5).superseded_by, space.memory(2).care.folded_into), (Some(mem(6)), Some(mem(6))));
    assert_eq!(clock(&space.memory(1)), Some(day(40)));
    assert!(matches!(space.refusal(fold(5, &[1])), Refusal::Settled { .. }), "its place was taken");
    space.is_sound();
}

#[test]
fn a_summary_that_was_withdrawn_gives_its_place_to_a_newer_one_once() {
    let space = folded();
    on(&space, day(30), vec![withdraw(5)]);
    assert!(on(&space, day(31), vec![withdraw(5)]).change.events.is_empty());
    assert!(matches!(space.refusal(fold(5, &[1])), Refusal::Settled { .. }));
    let more = Command::AddEvidence { memory: mem(5), evidence: vec![says("m2", "每次四十分钟")] };
    assert!(matches!(space.refusal(more), Refusal::Settled { .. }));
    on(&space, day(40), vec![newer(&[1, 2])]);
    let old = space.memory(5);
    assert_eq!((old.superseded_by, old.superseded_at), (Some(mem(6)), Some(day(30))), "it had ceased to hold before");
    assert_eq!(space.store().snapshot().unwrap().counts().superseded_memories, 1);
    assert!(matches!(space.refusal(newer(&[1, 3])), Refusal::AlreadySuperseded { .. }));
    assert!(matches!(space.refusal(withdraw(4)), Refusal::Unsupported { .. }), "no summary");
    space.is_sound();
}

#[test]
fn erasing_a_member_erases_what_its_summary_says_of_it_and_the_others_come_back() {
    let space = folded();
    on(&space, day(9), vec![erase(1)]);
    assert_eq!(states(&space, &[1, 2, 3, 5]), [Erased, Active, Active, Erased]);
    assert_eq!((clock(&space.memory(2)), space.memory(2).care.folded_into), (Some(day(9)), None));
    assert_eq!(space.store().snapshot().unwrap().summaries_of(mem(2)).unwrap(), []);
    space.is_sound();
}

#[test]
fn erasing_the_words_a_member_rests_on_does_the_same() {
    let space = folded();
    space.write(vec![Command::Erase(EraseTarget::Message(hupo_types::MessageId::new(2)))]);
    assert_eq!(states(&space, &[1, 2, 3, 5]), [Active, Erased, Active, Erased]);
    space.is_sound();
}

#[test]
fn erasing_the_summary_alone_gives_every_member_back() {
    let space = folded();
    space.write(vec![erase(5)]);
    assert_eq!(states(&space, &[1, 2, 3, 5]), [Active, Active, Active, Erased]);
    space.is_sound();
}

#[test]
fn a_summary_that_was_withdrawn_still_quotes_a_member_and_goes_with_it() {
    let space = folded();
    space.write(vec![correction()]);
    space.write(vec![erase(3)]);
    assert_eq!(states(&space, &[1, 2, 3, 5]), [Superseded, Active, Erased, Erased]);
    space.is_sound();
}

#[test]
fn what_was_folded_is_archived_by_nobody_and_a_member_may_be_made_from_what_is_cold() {
    let space = space();
    space.write(vec![archive(&[3])]);
    space.write(vec![remember(summary("六月 June", "六月的琴", &[2, 3])), fold(6, &[2, 3])]);
    assert_eq!((states(&space, &[2, 3]), space.memory(3).care.archived_at), (vec![Folded, Folded], None));
    assert_eq!(space.store().snapshot().unwrap().summaries_of(mem(3)).unwrap(), ids(&[5, 6]));
    assert!(matches!(space.refusal(archive(&[3])), Refusal::Unsupported { .. }));
    assert!(space.write(vec![fold(5, &[2, 3])]).change.events.is_empty(), "another summary stands for them already");
    space.is_sound();
}
