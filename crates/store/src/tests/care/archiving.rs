//! What goes cold leaves recall and never the store; what comes back starts anew.

use hupo_types::{Refusal, State, UseBasis};

use super::*;
use crate::store::Store;

fn cold(store: &Store) -> (u64, u64) {
    let counts = store.snapshot().unwrap().counts();
    (counts.archived_memories, counts.folded_memories)
}

#[test]
fn what_is_archived_says_since_when_and_comes_back_with_its_clock_started_again() {
    let space = space();
    on(&space, day(120), vec![archive(&[2, 1, 2])]);
    let archived = space.memory(1);
    assert_eq!(
        (archived.state, archived.care.archived_at, cold(space.store())),
        (State::Archived, Some(day(120)), (2, 0))
    );
    assert_eq!(archived.text, "钢琴老师叫 Ruth", "still in the store");
    on(&space, day(125), vec![restore(&[1, 3])]);
    let back = space.memory(1).care;
    assert_eq!((back.archived_at, back.restored_at, cold(space.store())), (None, Some(day(125)), (1, 0)));
    assert!(space.memory(3).care.is_new(), "what is active stays as it is");
    assert!(on(&space, day(126), vec![restore(&[1])]).change.events.is_empty());
    space.is_sound();
}

#[test]
fn who_they_are_what_stands_for_others_and_what_is_not_active_is_never_archived() {
    let space = folded();
    space.write(vec![restore(&[1, 2]), archive(&[1])]);
    let reason = |number: u64| match space.refusal(archive(&[2, number])) {
        Refusal::Unsupported { field, reason } if field == "memories[1]" => reason,
        other => panic!("{other:?}"),
    };
    assert!(reason(4).contains("identity"), "{}", reason(4));
    assert!(reason(5).contains("topic_summary"), "{}", reason(5));
    assert!(reason(3).contains("a topic summary stands for mem-3"), "{}", reason(3));
    assert!(reason(1).contains("archived already"), "{}", reason(1));
    space.write(vec![remember(NewMemory {
        supersedes: Some(MemoryRef::Id(mem(2))),
        ..keyed("lessons", "周三上课 Wednesdays", "m2", "每次四十分钟")
    })]);
    assert!(
        matches!(space.refusal(archive(&[2])), Refusal::Unsupported { reason, .. } if reason.contains("superseded"))
    );
    space.write(vec![erase(2)]);
    assert!(matches!(space.refusal(archive(&[2])), Refusal::ErasedSource { .. }));
    assert!(matches!(space.refusal(restore(&[2])), Refusal::ErasedSource { .. }));
    assert!(matches!(space.refusal(restore(&[77])), Refusal::UnknownMemory { .. }));
}

#[test]
fn a_fact_that_went_cold_is_still_the_fact_when_it_is_said_again_or_corrected() {
    let space = space();
    space.write(vec![archive(&[1, 2])]);
    let again = keyed("lessons", "Has lessons on TUESDAY", "m2", "lessons are on Tuesday, 每次四十分钟");
    space.write(vec![remember(again.clone())]);
    assert_eq!((state(&space, 2), space.memory(2).evidence.len()), (State::Active, 2), "said again, in other words");
    space.write(vec![archive(&[2])]);
    assert!(space.write(vec![remember(again)]).change.events.is_empty(), "the same words again bring nothing back");
    let moved = NewMemory {
        supersedes: Some(MemoryRef::Id(mem(1))),
        ..keyed("teacher", "老师叫 Judith", "m4", "老师叫 Judith")
    };
    space.write(vec![remember(moved)]);
    let old = space.memory(1);
    assert_eq!((old.state, old.care.archived_at, cold(space.store())), (State::Superseded, None, (1, 0)));
    space.is_sound();
}

#[test]
fn what_was_archived_and_is_erased_is_counted_nowhere_else() {
    let space = folded();
    space.write(vec![restore(&[1]), archive(&[1]), used("r1", &[1], UseBasis::Told), archive(&[1])]);
    assert_eq!(cold(space.store()), (1, 2));
    space.write(vec![erase(1)]);
    assert_eq!(cold(space.store()), (0, 0), "its summary went with it, and what that stood for came back");
    space.is_sound();
}

#[test]
fn thousands_at_once_are_one_event() {
    const MANY: u64 = 3_000;
    let space = Space::new();
    space.write(vec![user("m1", "从一数到三千 count to three thousand"), companion("r1", "好")]);
    let one =
        |number: u64| remember(fact(&format!("数字 number {number}"), vec![says("m1", "count to three thousand")]));
    space.write((0..MANY).map(one).collect());
    let all: Vec<u64> = (1..=MANY).collect();
    let receipt = space.write(vec![used("r1", &all, UseBasis::Told), archive(&all)]);
    assert_eq!((receipt.change.events.len(), cold(space.store())), (2, (MANY, 0)));
    assert_eq!(space.write(vec![restore(&all)]).change.events.len(), 1);
    assert_eq!((cold(space.store()), space.memory(MANY).care.used_count), ((0, 0), 1));
    space.is_sound();
}

#[test]
fn terms_that_would_make_everything_cold_at_once_are_refused() {
    let space = space();
    let rules =
        |terms| Command::Review(hupo_types::ReviewCommand::SetRules(hupo_types::Rules { terms, ..Default::default() }));
    let terms = hupo_types::Terms::default;
    let refused = space.refusal(rules(hupo_types::Terms { daily_days: 0, ..terms() }));
    assert_eq!(refused.field(), Some("terms.daily_days"));
    let refused = space.refusal(rules(hupo_types::Terms { hot_days: 31, ..terms() }));
    assert_eq!(refused.field(), Some("terms.hot_days"));
    space.write(vec![rules(hupo_types::Terms { daily_days: 90, ..terms() })]);
}
