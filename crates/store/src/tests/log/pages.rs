//! Pages.

use hupo_types::{Page, PageId, Refusal, Stored};

use super::*;
use crate::citations::Citing;
use crate::records::citations_of;

const KINDS: [PageKind; 6] = [
    PageKind::Continuity,
    PageKind::Segment,
    PageKind::Diary,
    PageKind::CarriedNote,
    PageKind::StatusNote,
    PageKind::RollingSummary,
];

#[test]
fn a_later_page_is_the_current_one_and_the_older_stays() {
    let space = said();
    for kind in KINDS {
        for text in ["聊了过敏", "Talked of allergies", "聊了 Dr Lee"] {
            space.write(vec![page(kind, text, 1, 3)]);
            space.adds_nothing(page(kind, text, 1, 3));
        }
        let snapshot = space.store().snapshot().unwrap();
        let pages = snapshot.pages(kind).unwrap();
        let current: Page = snapshot.page(*pages.last().unwrap()).unwrap().unwrap();
        assert_eq!((pages.len(), current.text.as_str(), current.kind), (3, "聊了 Dr Lee", kind));
    }
    assert!(matches!(space.one(page(PageKind::Diary, "聊了过敏", 1, 4)), Stored::Page { existed: false, .. }));
    assert_eq!(space.store().snapshot().unwrap().counts().pages, 19);
    space.is_sound();
}

#[test]
fn a_page_that_is_not_well_formed_is_refused_with_its_field() {
    let space = said();
    let diary = |text: &str, from, to| page(PageKind::Diary, text, from, to);
    let bad = [
        ("text", diary(" \n", 1, 3)),
        ("text", diary("a\u{1b}[0m", 1, 3)),
        ("text", diary(&"长long ".repeat(1_200), 1, 3)),
        ("from", diary("范围 range", 9, 9)),
        ("to", diary("范围 range", 1, 9)),
        ("to", diary("范围 range", 3, 1)),
        ("from", diary("范围 range", 0, 1)),
    ];
    for (field, command) in bad {
        assert_eq!(space.refusal(command).field(), Some(field));
    }
    for c in ["心", "a", "ê"] {
        let note = |n: usize| page(PageKind::CarriedNote, &c.repeat(n), 1, 1);
        assert!(matches!(space.refusal(note(401)), Refusal::TooMany { count: 401, limit: 400, .. }));
        space.write(vec![note(400)]);
    }
}

#[test]
fn whatever_cites_a_message_is_found_by_it() {
    let space = said();
    space.write(vec![
        observe(noticed(ObservationType::StatedFact, "过敏", vec![says("zh", "我对花生过敏")])),
        state(fact("allergy", "peanuts", vec![says("zh", "我对花生过敏"), says("en", "allergic to peanuts")])),
        add(plan("看医生", vec![says("mixed", "我下周五去看 Dr Lee")])),
        close(ended(1, Ending::Cancelled, vec![says("en", "I see Dr Lee on Friday")]), None),
        page(PageKind::Segment, "一段 a stretch", 1, 3),
        page(PageKind::Diary, "another", 4, 4),
    ]);
    let snapshot = space.store().snapshot().unwrap();
    let of = |number| citations_of(&snapshot, MessageId::new(number)).unwrap();
    let observation = Citing::Observation(ObservationId::new(1));
    let fact = Citing::ProfileFact(hupo_types::ProfileFactId::new(1));
    let item = Citing::TemporalItem(TemporalItemId::new(1));
    let segment = Citing::Page(PageId::new(1));
    assert_eq!(of(1), [observation, fact, segment]);
    assert_eq!(of(2), [fact, item, segment], "in the middle of the range too");
    assert_eq!(of(3), [item, segment]);
    assert_eq!(of(4), [Citing::Page(PageId::new(2))]);
    assert_eq!(of(5), []);
}
