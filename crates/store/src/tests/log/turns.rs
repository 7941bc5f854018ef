//! What one turn reads: open items, the latest memories about somebody, the pages about lines.

use hupo_types::{Command, EntityId, MemoryId, PageId};

use super::super::space::{entity, fact, remember};
use super::*;

#[test]
fn open_items_are_those_that_nobody_closed_or_erased() {
    let space = said();
    for (text, (message, quote)) in ["看医生", "Sees the doctor", "不吃 peanuts"].into_iter().zip(QUOTES) {
        space.write(vec![add(plan(text, vec![says(message, quote)]))]);
    }
    let open = |space: &Space| space.store().snapshot().unwrap().open_items().unwrap();
    assert_eq!(
        open(&space).iter().map(|item| item.text.as_str()).collect::<Vec<_>>(),
        ["看医生", "Sees the doctor", "不吃 peanuts"]
    );
    space.write(vec![close(ended(2, Ending::Resolved, vec![says("en", "allergic to peanuts")]), None)]);
    space.write(vec![Command::Erase(hupo_types::EraseTarget::Message(MessageId::new(1)))]);
    assert_eq!(open(&space).iter().map(|item| item.id.get()).collect::<Vec<_>>(), [3]);
    assert_eq!(
        open(&space)[0],
        space.store().snapshot().unwrap().temporal_item(TemporalItemId::new(3)).unwrap().unwrap()
    );
}

#[test]
fn the_latest_memories_about_somebody_come_newest_first_from_every_name() {
    let space = said();
    space.write(vec![entity("Dr Lee", &["李医生"]), entity("Lee", &[]), entity("牙医", &[])]);
    for (text, (message, quote)) in
        ["Dr Lee 很温和", "Lee called", "牙医在二楼", "李医生 is away"].into_iter().zip(QUOTES.into_iter().cycle())
    {
        space.write(vec![remember(fact(text, vec![says(message, quote)]))]);
    }
    let latest = |entity, n| {
        let ids = space.store().snapshot().unwrap().latest_memories_about(EntityId::new(entity), n).unwrap();
        ids.into_iter().map(MemoryId::get).collect::<Vec<_>>()
    };
    assert_eq!((latest(1, 9), latest(2, 9), latest(3, 9)), (vec![4, 1], vec![2], vec![3]));
    space.write(vec![Command::MergeEntities { keep: EntityId::new(1), merge: EntityId::new(2) }]);
    assert_eq!((latest(1, 9), latest(1, 2), latest(1, 0), latest(99, 9)), (vec![4, 2, 1], vec![4, 2], vec![], vec![]));
}

#[test]
fn pages_are_found_by_the_lines_they_are_about() {
    let space = said();
    for (kind, from, to) in [(PageKind::Segment, 1, 2), (PageKind::Diary, 2, 3), (PageKind::Segment, 4, 4)] {
        space.write(vec![page(kind, "一页 page", from, to)]);
    }
    let about = |lines: &[u64]| {
        let lines: Vec<MessageId> = lines.iter().map(|line| MessageId::new(*line)).collect();
        let pages = space.store().snapshot().unwrap().pages_about(&lines).unwrap();
        pages.into_iter().map(PageId::get).collect::<Vec<_>>()
    };
    assert_eq!(
        (about(&[2]), about(&[3, 1]), about(&[4]), about(&[9]), about(&[])),
        (vec![1, 2], vec![1, 2], vec![3], vec![], vec![])
    );
}
