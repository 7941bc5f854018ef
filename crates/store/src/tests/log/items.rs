//! Temporal items.

use hupo_types::{EntityId, EntityRef, LogCommand, MemoryId, NewTemporalItem, Refusal, Stored, TemporalItem};

use super::super::space::entity;
use super::*;

fn item(space: &Space, number: u64) -> TemporalItem {
    space.store().snapshot().unwrap().temporal_item(TemporalItemId::new(number)).unwrap().unwrap()
}

#[test]
fn a_matter_is_kept_once_in_every_language() {
    let space = said();
    space.write(vec![entity("Dr Lee", &["李医生"])]);
    let texts = ["看医生", "Sees the doctor", "去看 Dr Lee"];
    for (number, ((message, quote), text)) in (1..).zip(QUOTES.into_iter().zip(texts)) {
        let new = || {
            let entities = ["李医生", "dr lee"].map(|name| EntityRef::Name(name.to_owned())).to_vec();
            add(NewTemporalItem { entities, ..plan(text, vec![says(message, quote)]) })
        };
        let id = TemporalItemId::new(number);
        assert_eq!(space.one(new()), Stored::TemporalItem { id, existed: false });
        space.adds_nothing(new());
        assert_eq!((item(&space, number).entities, item(&space, number).closing), (vec![EntityId::new(1)], None));
    }
    assert_eq!(space.store().snapshot().unwrap().counts().temporal_items, 3);
    space.is_sound();
}

#[test]
fn a_matter_that_is_not_well_formed_is_refused_with_its_field() {
    let space = said();
    let good = plan("看医生 doctor", vec![says("mixed", "我下周五去看 Dr Lee")]);
    let nobody = vec![EntityRef::Name("谁 nobody".to_owned())];
    let bad: [(&str, NewTemporalItem); 7] = [
        ("text", NewTemporalItem { text: "\t".to_owned(), ..good.clone() }),
        ("starts", NewTemporalItem { starts: Some(Timestamp::from_ms(i64::MAX)), ..good.clone() }),
        ("ends", NewTemporalItem { ends: Some(Timestamp::from_ms(i64::MIN)), ..good.clone() }),
        ("ends", NewTemporalItem { ends: Some(NOW), ..good.clone() }),
        ("ends", NewTemporalItem { ends: Some(later(-1)), ..good.clone() }),
        ("entities[0]", NewTemporalItem { entities: nobody, ..good.clone() }),
        ("evidence", NewTemporalItem { evidence: vec![companion_says("her", "你喜欢滑雪")], ..good.clone() }),
    ];
    for (field, new) in bad {
        assert_eq!(space.refusal(add(new)).field(), Some(field));
    }
    let hers = NewTemporalItem {
        about: About::Companion,
        ..plan("她的事 her matter", vec![companion_says("her", "你喜欢滑雪")])
    };
    space.write(vec![add(NewTemporalItem { ends: Some(later(1)), ..good }), add(hers)]);
}

#[test]
fn only_the_users_words_end_a_matter() {
    let space = said();
    let hers = NewTemporalItem {
        about: About::Companion,
        ..plan("去滑雪 ski", vec![companion_says("her", "你喜欢滑雪")])
    };
    space.write(vec![add(hers)]);
    for quote in ["你喜欢滑雪", "you love skiing", "滑雪，You told me"] {
        let by_her = close(ended(1, Ending::Cancelled, vec![companion_says("her", quote)]), None);
        assert_eq!(space.refusal(by_her), Refusal::NeedsUserWords { field: "evidence".to_owned() });
    }
    assert_eq!(space.refusal(close(ended(1, Ending::Resolved, Vec::new()), None)), Refusal::NoEvidence);
    let by_user = || close(ended(1, Ending::Resolved, vec![says("en", "I see Dr Lee on Friday")]), None);
    space.write(vec![by_user()]);
    let closing = item(&space, 1).closing.unwrap();
    assert_eq!((closing.ending, closing.at, closing.evidence.len()), (Ending::Resolved, NOW, 1));
    space.adds_nothing(by_user());
    let otherwise = close(ended(1, Ending::Cancelled, vec![says("zh", "我对花生过敏")]), None);
    assert!(matches!(space.refusal(otherwise), Refusal::Settled { .. }), "it ends once");
    space.is_sound();
}

#[test]
fn a_matter_becomes_another_and_never_itself() {
    let space = said();
    let words = || vec![says("mixed", "我下周五去看 Dr Lee")];
    space.write(vec![add(plan("一 one", words())), add(plan("二 two", words())), add(plan("三 three", words()))]);
    let changed = |item, became| close(ended(item, Ending::Changed, words()), Some(became));
    let cycle = |item: u64| Refusal::Cycle { field: "becomes".to_owned(), what: format!("item-{item}") };
    assert_eq!(space.refusal(changed(1, 1)), cycle(1));
    space.write(vec![changed(1, 2), changed(2, 3)]);
    assert_eq!(space.refusal(changed(3, 1)), cycle(3));
    assert_eq!(item(&space, 1).closing.unwrap().became, Some(TemporalItemId::new(2)));
    let unknown = Refusal::UnknownTarget { field: "becomes".to_owned(), what: "item-9".to_owned() };
    assert_eq!(space.refusal(changed(3, 9)), unknown);
    let resolved = close(ended(3, Ending::Resolved, words()), Some(1));
    assert_eq!(space.refusal(resolved).field(), Some("becomes"));
    assert_eq!(space.refusal(close(ended(9, Ending::Resolved, words()), None)).field(), Some("item"));
    let memory = Some(MemoryId::new(7));
    let with_memory = LogCommand::CloseItem { closing: ended(3, Ending::Resolved, words()), became: None, memory };
    assert!(matches!(space.refusal(log(with_memory)), Refusal::UnknownMemory { .. }));
}
