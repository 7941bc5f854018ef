//! A topic summary names the memories it was made from, and is made from nothing else (promise 5).

use hupo_types::{Kind, MemoryId, MemoryRef, NewMemory, Refusal};

use super::space::{Space, fact, key, remember, says, user};

fn space() -> Space {
    let space = Space::new();
    space.write(vec![user("m1", "我去了杭州 and Suzhou"), user("m2", "then 南京")]);
    space.write(vec![
        remember(NewMemory { external_id: Some("hz".to_owned()), ..fact("去了杭州", vec![says("m1", "杭州")]) }),
        remember(NewMemory { key: key("trip"), ..fact("went to Suzhou", vec![says("m1", "Suzhou")]) }),
        remember(fact("后来 南京", vec![says("m2", "南京")])),
    ]);
    space
}

fn summary(text: &str, covers: Vec<MemoryRef>) -> NewMemory {
    NewMemory { kind: Kind::TopicSummary, covers, ..fact(text, vec![says("m1", "杭州"), says("m2", "南京")]) }
}

fn id(number: u64) -> MemoryRef {
    MemoryRef::Id(MemoryId::new(number))
}

fn refused(space: &Space, field: &str, memory: NewMemory) -> Refusal {
    let refusal = space.refusal(remember(memory));
    assert_eq!(refusal.field(), Some(field), "{refusal:?}");
    refusal
}

#[test]
fn a_summary_names_its_members_by_any_name_each_once() {
    let space = space();
    let named = vec![id(3), MemoryRef::External("hz".to_owned()), MemoryRef::External("mem-3".to_owned())];
    space.write(vec![remember(summary("旅行 trips", named))]);
    assert_eq!(space.memory(4).covers, [1, 3].map(MemoryId::new));
    space.is_sound();
}

#[test]
fn a_summary_of_less_than_two_of_the_dead_or_of_summaries_is_refused() {
    let space = space();
    space.write(vec![remember(summary("旅行", vec![id(1), id(3)]))]);
    assert!(matches!(refused(&space, "covers", summary("x 一", vec![])), Refusal::Unsupported { .. }));
    assert!(matches!(refused(&space, "covers", summary("x 二", vec![id(1), id(1)])), Refusal::Unsupported { .. }));
    assert!(matches!(refused(&space, "covers[1]", summary("x", vec![id(1), id(4)])), Refusal::Unsupported { .. }));
    assert!(matches!(refused(&space, "covers[0]", summary("x", vec![id(9), id(1)])), Refusal::UnknownMemory { .. }));
    let no_summary = NewMemory { covers: vec![id(1), id(2)], ..fact("两次 trips", vec![says("m1", "杭州")]) };
    assert!(matches!(refused(&space, "covers", no_summary), Refusal::Unsupported { .. }));
    let correction =
        NewMemory { key: key("trip"), supersedes: Some(id(2)), ..fact("没去", vec![says("m2", "南京")]) };
    space.write(vec![remember(correction)]);
    assert!(matches!(refused(&space, "covers[1]", summary("x", vec![id(1), id(2)])), Refusal::Settled { .. }));
}

#[test]
fn what_a_memory_corrects_is_no_part_of_it() {
    let space = space();
    let circle = NewMemory { supersedes: Some(id(1)), ..summary("旅行 trips", vec![id(1), id(3)]) };
    assert!(matches!(refused(&space, "covers", circle), Refusal::Cycle { .. }));
    assert_eq!(space.store().snapshot().unwrap().counts().memories, 3);
}
